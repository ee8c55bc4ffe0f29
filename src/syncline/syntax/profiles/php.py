"""PHP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, bare, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _imported(node: Node) -> Iterator[Named]:
    """The alias or the last part of each name, groups included."""
    for child in node.named_children:
        if child.type == "namespace_use_group":
            yield from _imported(child)
        elif child.type == "namespace_use_clause":
            alias = child.child_by_field_name("alias")
            yield Named(text_of(alias) if alias is not None else text_of(child).rpartition("\\")[2].split()[-1])


def _key(node: Node) -> Iterator[Named]:
    """The key of an entry of an array that a configuration file returns."""
    if len(node.named_children) > 1:
        yield Named(bare(text_of(node.named_children[0])))


def _constant(node: Node) -> Iterator[Named]:
    """``define('X', …)``."""
    arguments = node.child_by_field_name("arguments")
    if text_of(node.child_by_field_name("function")) == "define" and arguments is not None and arguments.named_children:
        yield Named(bare(text_of(arguments.named_children[0])))


_TYPE = Definition(UnitKind.CLASS)

PROFILE = Profile(
    definitions={
        "array_element_initializer": Definition(UnitKind.KEY, _key, body=("<array_creation_expression>",)),
        "class_declaration": _TYPE,
        "const_declaration": Definition(UnitKind.CONSTANT, ("<const_element>", "<name>")),
        "enum_case": Definition(UnitKind.ENUM_VALUE),
        "enum_declaration": _TYPE,
        "function_call_expression": Definition(UnitKind.CONSTANT, _constant),
        "function_definition": Definition(UnitKind.FUNCTION),
        "interface_declaration": _TYPE,
        "method_declaration": Definition(UnitKind.METHOD, beside=("parameters",)),
        "namespace_use_declaration": Definition(UnitKind.IMPORT, _imported, body=()),
        "property_declaration": Definition(UnitKind.FIELD, ("<property_element>", "name")),
        "property_promotion_parameter": Definition(UnitKind.FIELD),
        "trait_declaration": _TYPE,
        "use_declaration": Definition(UnitKind.IMPORT, ("<name|qualified_name>",)),
    },
    through=frozenset(
        {
            "array_creation_expression",
            "compound_statement",
            "else_clause",
            "else_if_clause",
            "formal_parameters",
            "if_statement",
            "namespace_definition",
            "return_statement",
            "switch_block",
            "switch_statement",
            "case_statement",
            "try_statement",
        }
    ),
    wrappers=frozenset({"expression_statement"}),
    strings=frozenset({"encapsed_string", "heredoc", "nowdoc", "shell_command_expression", "string"}),
    numbers=frozenset({"integer", "float"}),
    names=frozenset({"name"}),
    atoms=frozenset({"variable_name"}),
)
