"""JavaScript, with CommonJS, prototypes, object literals and test calls. Also the ground that TypeScript stands on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, bare, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_TESTS = frozenset({"describe", "it", "suite", "test"})
_BOUND = frozenset({"identifier", "shorthand_property_identifier_pattern"})
_FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function", "class"})


def imported(node: Node) -> Iterator[Named]:
    """Bound names; for an import without any, the module itself."""
    names = list(_clause(node))
    yield from (Named(name) for name in names)
    if not names:
        yield Named(bare(text_of(node.child_by_field_name("source"))))


def _clause(node: Node) -> Iterator[str]:
    for child in node.named_children:
        if child.type in {"import_specifier", "export_specifier"}:
            yield bare(text_of(child.child_by_field_name("alias") or child.child_by_field_name("name")))
        elif child.type == "identifier":
            yield text_of(child)
        elif child.type != "string":
            yield from _clause(child)


def exported(node: Node) -> Iterator[Named]:
    """``export … from``: the names handed on. An export of what stands here is looked through instead."""
    if node.child_by_field_name("source") is not None:
        names = list(_clause(node))
        yield from (Named(name) for name in names or ["*"])


def bound(node: Node) -> Iterator[Named]:
    """The names of one declarator, taken apart where it takes its value apart; imports where the value is ``require(…)``."""
    value = node.child_by_field_name("value")
    required = value is not None and value.type == "call_expression" and text_of(value.child_by_field_name("function")) == "require"
    kind = UnitKind.IMPORT if required else None
    name = node.child_by_field_name("name")
    if name is None:
        return
    if name.type == "identifier":
        yield Named(text_of(name), kind=kind)
        return
    yield from (Named(text_of(leaf), kind=kind) for leaf in _pattern(name))


def _pattern(node: Node) -> Iterator[Node]:
    if node.type in _BOUND:
        yield node
    elif node.type == "pair_pattern":
        value = node.child_by_field_name("value")
        if value is not None:
            yield from _pattern(value)
    elif node.type in {"assignment_pattern", "object_assignment_pattern"}:
        left = node.child_by_field_name("left")
        if left is not None:
            yield from _pattern(left)
    else:
        for child in node.named_children:
            yield from _pattern(child)


def _assigned(node: Node) -> Iterator[Named]:
    """``exports.x = …``, ``Type.prototype.x = function``, ``thing.x = function``; other assignments define nothing."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or left.type != "member_expression":
        return
    owner = text_of(left.child_by_field_name("object"))
    name = text_of(left.child_by_field_name("property"))
    if owner in {"exports", "module.exports"}:
        yield Named(name)
    elif right.type in _FUNCTIONS and owner != "this" and "(" not in owner:
        yield Named(name, owner.removesuffix(".prototype"))


def _test(node: Node) -> Iterator[Named]:
    """``it("does", …)`` is a function called ``it does``."""
    function, arguments = text_of(node.child_by_field_name("function")), node.child_by_field_name("arguments")
    first = next(iter(arguments.named_children), None) if arguments is not None else None
    word = function.partition(".")[0]
    if word in _TESTS and first is not None and first.type in {"string", "template_string"}:
        yield Named(f"{word} {bare(text_of(first))}")


DEFINITIONS = {
    "assignment_expression": Definition(UnitKind.CONSTANT, _assigned, value="right"),
    "call_expression": Definition(UnitKind.FUNCTION, _test, body=("arguments", "<arrow_function|function_expression>", "body")),
    "class_declaration": Definition(UnitKind.CLASS),
    "export_statement": Definition(UnitKind.IMPORT, exported),
    "field_definition": Definition(UnitKind.FIELD, ("property",), value="value"),
    "function_declaration": Definition(UnitKind.FUNCTION),
    "generator_function_declaration": Definition(UnitKind.FUNCTION),
    "import_statement": Definition(UnitKind.IMPORT, imported),
    "method_definition": Definition(UnitKind.METHOD),
    "pair": Definition(UnitKind.FIELD, ("key",), value="value"),
    "variable_declarator": Definition(UnitKind.CONSTANT, bound, value="value"),
}

THROUGH = frozenset(
    {
        "arguments",
        "arrow_function",
        "call_expression",
        "catch_clause",
        "class_body",
        "else_clause",
        "finally_clause",
        "for_in_statement",
        "for_statement",
        "function_expression",
        "if_statement",
        "parenthesized_expression",
        "return_statement",
        "statement_block",
        "switch_body",
        "switch_case",
        "switch_default",
        "switch_statement",
        "try_statement",
        "while_statement",
    }
)

PROFILE = Profile(
    definitions=DEFINITIONS,
    through=THROUGH,
    wrappers=frozenset({"export_statement", "expression_statement", "lexical_declaration", "variable_declaration"}),
    values={
        "arrow_function": UnitKind.FUNCTION,
        "class": UnitKind.CLASS,
        "function_expression": UnitKind.FUNCTION,
        "generator_function": UnitKind.FUNCTION,
        "object": UnitKind.CONSTANT,
    },
    comments=frozenset({"comment", "html_comment", "hash_bang_line"}),
    strings=frozenset({"string", "template_string", "regex"}),
    names=frozenset(
        {
            "identifier",
            "private_property_identifier",
            "property_identifier",
            "shorthand_property_identifier",
            "shorthand_property_identifier_pattern",
            "statement_identifier",
        }
    ),
    newlines=True,
)
