"""Rust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _used(node: Node) -> Iterator[Named]:
    """Every name that a ``use`` binds; ``*`` for a wildcard, the module's own name for ``self``."""
    argument = node.child_by_field_name("argument")
    if argument is not None:
        yield from (Named(name) for name in _bound(argument, ""))


def _bound(node: Node, module: str) -> Iterator[str]:
    match node.type:
        case "use_as_clause":
            yield text_of(node.child_by_field_name("alias"))
        case "use_wildcard":
            yield "*"
        case "use_list":
            for child in node.named_children:
                yield from _bound(child, module)
        case "scoped_use_list":
            inner = node.child_by_field_name("list")
            if inner is not None:
                yield from _bound(inner, text_of(node.child_by_field_name("path")).rpartition("::")[2])
        case "self":
            yield module or "self"
        case "line_comment" | "block_comment":
            return
        case _:
            yield text_of(node).rpartition("::")[2]


def _implemented(node: Node) -> Iterator[Named]:
    """Members of ``impl Type`` are those of ``Type``; members of ``impl Trait for Type`` are told apart as those of ``<Type as Trait>``."""
    name, trait = text_of(node.child_by_field_name("type")), text_of(node.child_by_field_name("trait"))
    if trait:
        yield Named(f"impl {trait} for {name}", inside=f"<{name} as {trait}>")
    else:
        yield Named(f"impl {name}", inside=name.partition("<")[0])


def _crate(node: Node) -> Iterator[Named]:
    yield Named(text_of(node.child_by_field_name("alias") or node.child_by_field_name("name")))


PROFILE = Profile(
    definitions={
        "associated_type": Definition(UnitKind.FIELD),
        "const_item": Definition(UnitKind.CONSTANT),
        "enum_item": Definition(UnitKind.CLASS),
        "enum_variant": Definition(UnitKind.ENUM_VALUE),
        "extern_crate_declaration": Definition(UnitKind.IMPORT, _crate),
        "field_declaration": Definition(UnitKind.FIELD),
        "function_item": Definition(UnitKind.FUNCTION),
        "function_signature_item": Definition(UnitKind.FUNCTION),
        "impl_item": Definition(UnitKind.CLASS, _implemented),
        "macro_definition": Definition(UnitKind.FUNCTION, body=("<macro_rule>",)),
        "mod_item": Definition(UnitKind.SECTION),
        "static_item": Definition(UnitKind.CONSTANT),
        "struct_item": Definition(UnitKind.CLASS),
        "trait_item": Definition(UnitKind.CLASS),
        "type_item": Definition(UnitKind.CLASS),
        "union_item": Definition(UnitKind.CLASS),
        "use_declaration": Definition(UnitKind.IMPORT, _used),
    },
    through=frozenset({"block", "declaration_list", "expression_statement", "foreign_mod_item", "if_expression", "unsafe_block"}),
    comments=frozenset({"line_comment", "block_comment"}),
    attributes=frozenset({"attribute_item"}),
    strings=frozenset({"string_literal", "raw_string_literal", "char_literal"}),
    numbers=frozenset({"integer_literal", "float_literal"}),
    names=frozenset({"identifier", "field_identifier", "type_identifier", "shorthand_field_identifier", "primitive_type"}),
)
