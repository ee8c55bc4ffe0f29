"""C. Also the ground that C++ stands on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, bare, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMED = frozenset({"identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "operator_cast"})


def declared(node: Node) -> Iterator[Named]:
    """The names that the declarators of a declaration spell: functions (also without body) and variables."""
    for declarator in node.children_by_field_name("declarator"):
        named = _declared(declarator)
        if named is not None:
            yield named


def _declared(node: Node) -> Named | None:
    """Follow one declarator down to its name. A pointer to a function is a variable."""
    function = pointed = False
    inner: Node | None = node
    while inner is not None and inner.type not in _NAMED and inner.type not in {"qualified_identifier", "template_function"}:
        function = function or inner.type == "function_declarator"
        pointed = pointed or inner.type == "parenthesized_declarator"
        inner = inner.child_by_field_name("declarator") or next(iter(inner.named_children), None)
    if inner is None:
        return None
    kind = UnitKind.FUNCTION if function and not pointed else None
    owner, name = "", text_of(inner)
    if inner.type == "template_function":
        name = text_of(inner.child_by_field_name("name")) + text_of(inner.child_by_field_name("arguments"))
    elif inner.type == "qualified_identifier":
        scopes = [text_of(inner.child_by_field_name("scope"))]
        while (deeper := inner.child_by_field_name("name")) is not None and deeper.type == "qualified_identifier":
            inner = deeper
            scopes.append(text_of(inner.child_by_field_name("scope")))
        owner, name = ".".join(part for part in scopes if part), text_of(inner.child_by_field_name("name"))
    return Named(name, owner, kind) if name else None


def with_body(node: Node) -> Iterator[Named]:
    """A struct, class or enumeration is a definition where it has a body and a name; elsewhere it is a use."""
    name = node.child_by_field_name("name")
    if name is not None and node.child_by_field_name("body") is not None:
        yield Named(text_of(name))


def included(node: Node) -> Iterator[Named]:
    """The file that a directive brings in, without its quotes."""
    yield Named(bare(text_of(node.child_by_field_name("path"))))


THROUGH = frozenset(
    {
        "compound_statement",
        "declaration_list",
        "else_clause",
        "enumerator_list",
        "field_declaration_list",
        "if_statement",
        "linkage_specification",
        "preproc_elif",
        "preproc_elifdef",
        "preproc_else",
        "preproc_if",
        "preproc_ifdef",
    }
)

DEFINITIONS = {
    "declaration": Definition(UnitKind.CONSTANT, declared, beside=("type",)),
    "enum_specifier": Definition(UnitKind.CLASS, with_body),
    "enumerator": Definition(UnitKind.ENUM_VALUE),
    "field_declaration": Definition(UnitKind.FIELD, declared, beside=("type",)),
    "function_definition": Definition(UnitKind.FUNCTION, declared),
    "preproc_def": Definition(UnitKind.CONSTANT),
    "preproc_function_def": Definition(UnitKind.FUNCTION),
    "preproc_include": Definition(UnitKind.IMPORT, included),
    "struct_specifier": Definition(UnitKind.CLASS, with_body),
    "type_definition": Definition(UnitKind.CLASS, ("<type_identifier|primitive_type>",), body=("type", "body")),
    "union_specifier": Definition(UnitKind.CLASS, with_body),
}

PROFILE = Profile(
    definitions=DEFINITIONS,
    through=THROUGH,
    strings=frozenset({"string_literal", "system_lib_string", "char_literal"}),
    numbers=frozenset({"number_literal"}),
    names=frozenset({"identifier", "field_identifier", "type_identifier", "statement_identifier"}),
    spaced=frozenset({"preproc_arg"}),
)
