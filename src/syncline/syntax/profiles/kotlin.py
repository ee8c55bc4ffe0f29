"""Kotlin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _imported(node: Node) -> Iterator[Named]:
    """The name given with ``as``, the last part of the path, or ``*``."""
    if any(child.type == "*" for child in node.children):
        yield Named("*")
    elif node.named_children:
        yield Named(text_of(node.named_children[-1]).rpartition(".")[2])


def _function(node: Node) -> Iterator[Named]:
    """An extension belongs to the type in front of its name."""
    name = node.child_by_field_name("name")
    owner = ""
    for child in node.children:
        if name is not None and child.start_byte >= name.start_byte:
            break
        if child.type in {"user_type", "nullable_type"}:
            owner = text_of(child).partition("<")[0].rstrip("?")
    yield Named(text_of(name), owner)


def _parameter(node: Node) -> Iterator[Named]:
    """A parameter of the primary constructor with ``val`` or ``var`` is a field."""
    if any(child.type in {"val", "var"} for child in node.children):
        yield from (Named(text_of(child)) for child in node.named_children if child.type == "identifier")


def _companion(node: Node) -> Iterator[Named]:
    name = node.child_by_field_name("name")
    yield Named(text_of(name) if name is not None else "Companion")


def _constructor(_: Node) -> Iterator[Named]:
    yield Named("constructor")


_BODY = ("<class_body|enum_class_body>",)

PROFILE = Profile(
    definitions={
        "class_declaration": Definition(UnitKind.CLASS, body=_BODY, also=("<primary_constructor>", "<class_parameters>")),
        "class_parameter": Definition(UnitKind.FIELD, _parameter, body=()),
        "companion_object": Definition(UnitKind.CLASS, _companion, body=_BODY),
        "enum_entry": Definition(UnitKind.ENUM_VALUE, ("<identifier>",), body=_BODY),
        "function_declaration": Definition(UnitKind.FUNCTION, _function, body=("<function_body>", "<block>")),
        "import": Definition(UnitKind.IMPORT, _imported, body=()),
        "object_declaration": Definition(UnitKind.CLASS, body=_BODY),
        "property_declaration": Definition(
            UnitKind.CONSTANT,
            lambda node: (
                Named(text_of(leaf))
                for child in node.named_children
                if child.type in {"variable_declaration", "multi_variable_declaration"}
                for part in (child.named_children if child.type == "multi_variable_declaration" else [child])
                for leaf in part.named_children[:1]
            ),
            body=(),
        ),
        "secondary_constructor": Definition(UnitKind.METHOD, _constructor, body=("<block>",)),
        "type_alias": Definition(UnitKind.CLASS, ("type",), body=()),
    },
    through=frozenset({"block", "class_body", "enum_class_body", "primary_constructor", "class_parameters"}),
    comments=frozenset({"line_comment", "block_comment"}),
    strings=frozenset({"string_literal", "multiline_string_literal", "character_literal"}),
    numbers=frozenset({"number_literal", "float_literal"}),
    names=frozenset({"identifier"}),
    newlines=True,
)
