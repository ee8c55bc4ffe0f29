"""TypeScript; the same profile serves TSX."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, text_of
from syncline.syntax.profiles import javascript

if TYPE_CHECKING:
    from tree_sitter import Node


def _promoted(node: Node) -> Iterator[Named]:
    """``constructor(private x: …)`` makes a field of a parameter."""
    if any(child.type in {"accessibility_modifier", "readonly", "override_modifier"} for child in node.children):
        yield Named(text_of(node.child_by_field_name("pattern")))


def _index(_: Node) -> Iterator[Named]:
    yield Named("[]")


_PARAMETER = Definition(UnitKind.FIELD, _promoted)
_METHOD = Definition(UnitKind.METHOD)

PROFILE = replace(
    javascript.PROFILE,
    definitions={kind: known for kind, known in javascript.DEFINITIONS.items() if kind != "field_definition"}
    | {
        "abstract_class_declaration": Definition(UnitKind.CLASS),
        "abstract_method_signature": _METHOD,
        "enum_assignment": Definition(UnitKind.ENUM_VALUE),
        "enum_declaration": Definition(UnitKind.CLASS),
        "function_signature": Definition(UnitKind.FUNCTION),
        "index_signature": Definition(UnitKind.FIELD, _index),
        "interface_declaration": Definition(UnitKind.CLASS),
        "internal_module": Definition(UnitKind.SECTION),
        "method_definition": Definition(UnitKind.METHOD, beside=("parameters",)),
        "method_signature": _METHOD,
        "module": Definition(UnitKind.SECTION),
        # A member of an enumeration without a value is a bare name; names stand alone nowhere else that is looked at.
        "property_identifier": Definition(UnitKind.ENUM_VALUE, ()),
        "property_signature": Definition(UnitKind.FIELD),
        "public_field_definition": Definition(UnitKind.FIELD, value="value"),
        "optional_parameter": _PARAMETER,
        "required_parameter": _PARAMETER,
        "type_alias_declaration": Definition(UnitKind.CLASS, value="value"),
    },
    through=javascript.THROUGH | {"enum_body", "formal_parameters", "interface_body", "object_type"},
    wrappers=javascript.PROFILE.wrappers | {"ambient_declaration"},
    values=javascript.PROFILE.values | {"object_type": UnitKind.CLASS},
    names=javascript.PROFILE.names | {"type_identifier"},
    attributes=frozenset({"decorator"}),
)
