"""Go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, bare, reach, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _method(node: Node) -> Iterator[Named]:
    """A method belongs to the type of its receiver, whatever file that stands in."""
    types = reach(node, ("receiver", "<parameter_declaration>", "type"))
    owner = text_of(types[0]).lstrip("*").partition("[")[0] if types else ""
    yield Named(text_of(node.child_by_field_name("name")), owner)


def _imported(node: Node) -> Iterator[Named]:
    """The name given, or else the last part of the path: what the package calls itself is not in this file."""
    name = node.child_by_field_name("name")
    path = bare(text_of(node.child_by_field_name("path")))
    yield Named(text_of(name) if name is not None else path.rpartition("/")[2])


def _field(node: Node) -> Iterator[Named]:
    """The names of a field, or the type that is embedded."""
    names = node.children_by_field_name("name")
    if names:
        yield from (Named(text_of(name)) for name in names)
    else:
        yield Named(text_of(node.child_by_field_name("type")).lstrip("*").rpartition(".")[2])


PROFILE = Profile(
    definitions={
        "const_spec": Definition(UnitKind.CONSTANT, body=()),
        "field_declaration": Definition(UnitKind.FIELD, _field, body=()),
        "function_declaration": Definition(UnitKind.FUNCTION),
        "import_spec": Definition(UnitKind.IMPORT, _imported, body=()),
        "method_declaration": Definition(UnitKind.METHOD, _method),
        "method_elem": Definition(UnitKind.METHOD, body=()),
        "type_alias": Definition(UnitKind.CLASS, value="type"),
        "type_spec": Definition(UnitKind.CLASS, value="type", body=("<field_declaration_list>",)),
        "var_spec": Definition(UnitKind.CONSTANT, body=()),
    },
    through=frozenset({"block", "field_declaration_list", "import_spec_list", "statement_list", "var_spec_list"}),
    wrappers=frozenset({"const_declaration", "import_declaration", "type_declaration", "var_declaration"}),
    values={"interface_type": UnitKind.CLASS, "struct_type": UnitKind.CLASS},
    strings=frozenset({"interpreted_string_literal", "raw_string_literal", "rune_literal"}),
    numbers=frozenset({"int_literal", "float_literal", "imaginary_literal"}),
    names=frozenset(
        {
            "blank_identifier",
            "field_identifier",
            "identifier",
            "label_name",
            "package_identifier",
            "type_identifier",
            "iota",
            "nil",
            "true",
            "false",
        }
    ),
    newlines=True,
    pragmas=("//go:", "// +build", "//export "),
)
