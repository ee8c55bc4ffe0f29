"""Python for texts that Python itself does not parse: broken, older or newer ones. Others go by ``python_units``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, text_of

if TYPE_CHECKING:
    from tree_sitter import Node


def _imported(node: Node) -> Iterator[Named]:
    """Bound names, as ``python_units`` has them."""
    dotted = node.type == "import_statement"
    for name in node.children_by_field_name("name"):
        alias = name.child_by_field_name("alias")
        text = text_of(name)
        yield Named(text_of(alias) if alias is not None else text.partition(".")[0] if dotted else text)
    if any(child.type == "wildcard_import" for child in node.named_children):
        yield Named("*")


def _assigned(node: Node) -> Iterator[Named]:
    left = node.child_by_field_name("left")
    if left is not None:
        leaves = left.named_children if left.type in {"pattern_list", "tuple_pattern", "list_pattern"} else [left]
        yield from (Named(text_of(leaf)) for leaf in leaves if leaf.type == "identifier")


PROFILE = Profile(
    definitions={
        "assignment": Definition(UnitKind.CONSTANT, _assigned, body=()),
        "class_definition": Definition(UnitKind.CLASS),
        "function_definition": Definition(UnitKind.FUNCTION),
        "future_import_statement": Definition(UnitKind.IMPORT, _imported, body=()),
        "import_from_statement": Definition(UnitKind.IMPORT, _imported, body=()),
        "import_statement": Definition(UnitKind.IMPORT, _imported, body=()),
        "type_alias_statement": Definition(UnitKind.CLASS, ("left",), body=()),
    },
    through=frozenset(
        {
            "block",
            "case_clause",
            "elif_clause",
            "else_clause",
            "except_clause",
            "finally_clause",
            "for_statement",
            "if_statement",
            "match_statement",
            "try_statement",
            "while_statement",
            "with_statement",
        }
    ),
    wrappers=frozenset({"decorated_definition", "expression_statement"}),
    strings=frozenset({"string"}),
    numbers=frozenset({"integer", "float"}),
    newlines=True,
)
