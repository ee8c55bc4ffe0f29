"""C#."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _imported(node: Node) -> Iterator[Named]:
    """The alias, or the namespace or type as written: a ``using`` binds all names in it."""
    name = node.child_by_field_name("name")
    if name is None and node.named_children:
        name = node.named_children[-1]
    yield Named(text_of(name))


def _destructor(node: Node) -> Iterator[Named]:
    yield Named("~" + text_of(node.child_by_field_name("name")))


def _indexer(_: Node) -> Iterator[Named]:
    yield Named("this[]")


def _operator(node: Node) -> Iterator[Named]:
    sign = node.child_by_field_name("operator") or node.child_by_field_name("type")
    yield Named(f"operator {text_of(sign)}")


_TYPE = Definition(UnitKind.CLASS)
_METHOD = Definition(UnitKind.METHOD)
_FIELD = Definition(UnitKind.FIELD, ("<variable_declaration>", "<variable_declarator>", "name"), body=())

PROFILE = Profile(
    definitions={
        "class_declaration": _TYPE,
        "constructor_declaration": _METHOD,
        "conversion_operator_declaration": Definition(UnitKind.METHOD, _operator),
        "delegate_declaration": Definition(UnitKind.CLASS, body=()),
        "destructor_declaration": Definition(UnitKind.METHOD, _destructor),
        "enum_declaration": _TYPE,
        "enum_member_declaration": Definition(UnitKind.ENUM_VALUE, body=()),
        "event_declaration": Definition(UnitKind.FIELD, body=("<accessor_list>",)),
        "event_field_declaration": _FIELD,
        "field_declaration": _FIELD,
        "indexer_declaration": Definition(UnitKind.METHOD, _indexer, body=("accessors",)),
        "interface_declaration": _TYPE,
        "local_function_statement": Definition(UnitKind.FUNCTION),
        "method_declaration": _METHOD,
        "namespace_declaration": Definition(UnitKind.SECTION),
        "operator_declaration": Definition(UnitKind.METHOD, _operator),
        "parameter": Definition(UnitKind.FIELD, body=()),
        "property_declaration": Definition(UnitKind.FIELD, body=("accessors",)),
        "record_declaration": Definition(UnitKind.CLASS, also=("<parameter_list>",)),
        "struct_declaration": _TYPE,
        "using_directive": Definition(UnitKind.IMPORT, _imported, body=()),
    },
    through=frozenset(
        {
            "block",
            "declaration_list",
            "file_scoped_namespace_declaration",
            "global_statement",
            "if_statement",
            "preproc_elif",
            "preproc_else",
            "preproc_if",
        }
    ),
    strings=frozenset(
        {"character_literal", "interpolated_string_expression", "raw_string_literal", "string_literal", "verbatim_string_literal"}
    ),
    numbers=frozenset({"integer_literal", "real_literal"}),
    names=frozenset({"identifier"}),
)
