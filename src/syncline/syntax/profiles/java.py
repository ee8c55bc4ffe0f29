"""Java."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _imported(node: Node) -> Iterator[Named]:
    """The last part of the name, or ``*``."""
    last = node.named_children[-1] if node.named_children else None
    yield Named(text_of(last).rpartition(".")[2])


_TYPE = Definition(UnitKind.CLASS)
_FIELD = Definition(UnitKind.FIELD, ("declarator", "name"))

PROFILE = Profile(
    definitions={
        "annotation_type_declaration": _TYPE,
        "annotation_type_element_declaration": Definition(UnitKind.METHOD),
        "class_declaration": _TYPE,
        "compact_constructor_declaration": Definition(UnitKind.METHOD),
        "constant_declaration": _FIELD,
        "constructor_declaration": Definition(UnitKind.METHOD),
        "enum_constant": Definition(UnitKind.ENUM_VALUE),
        "enum_declaration": _TYPE,
        "field_declaration": _FIELD,
        "formal_parameter": Definition(UnitKind.FIELD),
        "import_declaration": Definition(UnitKind.IMPORT, _imported),
        "interface_declaration": _TYPE,
        "method_declaration": Definition(UnitKind.FUNCTION),
        "record_declaration": Definition(UnitKind.CLASS, also=("parameters",)),
    },
    through=frozenset({"block", "enum_body_declarations", "if_statement", "static_initializer"}),
    comments=frozenset({"line_comment", "block_comment"}),
    strings=frozenset({"string_literal", "character_literal"}),
    numbers=frozenset(
        {
            "binary_integer_literal",
            "decimal_floating_point_literal",
            "decimal_integer_literal",
            "hex_floating_point_literal",
            "hex_integer_literal",
            "octal_integer_literal",
        }
    ),
    names=frozenset({"identifier", "type_identifier"}),
)
