"""Ruby, with attributes and the calls that test frameworks read as definitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, Profile, bare, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_TESTS = frozenset({"context", "describe", "it", "scenario", "specify", "test"})
_IMPORTS = frozenset({"autoload", "load", "require", "require_relative"})
_FIELDS = frozenset({"attr", "attr_accessor", "attr_reader", "attr_writer"})


def _called(node: Node) -> Iterator[Named]:
    """Calls that define: ``require``, ``attr_…``, and ``it "does" do`` (a function called ``it does``)."""
    method, arguments = text_of(node.child_by_field_name("method")), node.child_by_field_name("arguments")
    values = [text_of(child) for child in arguments.named_children] if arguments is not None else []
    if method in _IMPORTS:
        yield from (Named(bare(value), kind=UnitKind.IMPORT) for value in values[-1:])
    elif method in _FIELDS:
        yield from (Named(bare(value.removeprefix(":")), kind=UnitKind.FIELD) for value in values)
    elif method in _TESTS and values and node.child_by_field_name("block") is not None:
        yield Named(f"{method} {bare(values[0])}")


def _assigned(node: Node) -> Iterator[Named]:
    """Only constants are definitions."""
    left = node.child_by_field_name("left")
    if left is not None and left.type == "constant":
        yield Named(text_of(left))


PROFILE = Profile(
    definitions={
        "assignment": Definition(UnitKind.CONSTANT, _assigned),
        "call": Definition(UnitKind.FUNCTION, _called, body=("block", "body")),
        "class": Definition(UnitKind.CLASS),
        "method": Definition(UnitKind.FUNCTION),
        "module": Definition(UnitKind.CLASS),
        "singleton_method": Definition(UnitKind.FUNCTION),
    },
    through=frozenset(
        {
            "argument_list",
            "begin",
            "body_statement",
            "call",
            "else",
            "elsif",
            "if",
            "rescue",
            "singleton_class",
            "then",
            "unless",
        }
    ),
    strings=frozenset(
        {
            "string",
            "heredoc_beginning",
            "heredoc_body",
            "regex",
            "simple_symbol",
            "delimited_symbol",
            "string_array",
            "symbol_array",
            "subshell",
        }
    ),
    numbers=frozenset({"integer", "float", "rational", "complex"}),
    names=frozenset(
        {"identifier", "constant", "instance_variable", "class_variable", "global_variable", "hash_key_symbol", "simple_symbol"}
    ),
    newlines=True,
)
