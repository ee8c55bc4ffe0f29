"""What a language profile says: which nodes of its grammar are what. Data; ``tree_units`` and ``tree_tokens`` read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from syncline.core.unit import UnitKind

if TYPE_CHECKING:
    from tree_sitter import Node


class Named(NamedTuple):
    """One name that a node defines. ``owner`` is the type it belongs to where that type does not stand around it; ``kind`` overrides;
    ``inside`` is what qualifies its members where that is not its name.
    """

    name: str
    owner: str = ""
    kind: UnitKind | None = None
    inside: str = ""


# A way down from a node: each step is a field ("name"), a field followed as often as it goes ("declarator*"), or node types ("<block|body>").
Steps: TypeAlias = tuple[str, ...]
Naming: TypeAlias = "Callable[[Node], Iterable[Named]]"


_QUOTES = frozenset({'""', "''", "``", "<>"})


@dataclass(frozen=True, slots=True)
class Definition:
    """How one node type defines names.

    ``names`` leads to the nodes that hold them, or is a function that spells them; none found means: not a definition.
    ``value`` is the field whose node may itself be a function, class or object (see ``Profile.values``).
    ``body`` leads to the block that is the body, where members live; ``also`` to further members outside of it (a primary constructor);
    ``beside`` to what is defined next to it, in the same scope (``struct V {…} v;``).
    """

    kind: UnitKind
    names: Steps | Naming = ("name",)
    value: str = ""
    body: Steps = ("body",)
    also: Steps = ()
    beside: Steps = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """One language. Sets hold node types of its grammar.

    ``through``: nodes that are looked through for definitions, and define nothing themselves.
    ``wrappers``: those of them that belong to the single definition in them (``export``, ``template``, decorators, ``const`` before its one name).
    ``attributes``: nodes that stand as siblings above what they mark. ``atoms``: nodes that are one token although the grammar cuts them up.
    ``spaced``: leaves whose inner white space means nothing. ``newlines``: true where a line end can end a statement.
    ``pragmas``: starts of comments that the compiler obeys.
    """

    definitions: dict[str, Definition] = field(default_factory=dict)
    through: frozenset[str] = frozenset()
    wrappers: frozenset[str] = frozenset()
    values: dict[str, UnitKind] = field(default_factory=dict)
    comments: frozenset[str] = frozenset({"comment"})
    attributes: frozenset[str] = frozenset()
    strings: frozenset[str] = frozenset({"string"})
    numbers: frozenset[str] = frozenset({"number"})
    names: frozenset[str] = frozenset({"identifier"})
    atoms: frozenset[str] = frozenset()
    spaced: frozenset[str] = frozenset()
    newlines: bool = False
    layout: bool = False
    pragmas: tuple[str, ...] = ()


def reach(node: Node, steps: Steps) -> list[Node]:
    """The nodes that steps lead to, in order."""
    found = [node]
    for step in steps:
        if step[0] == "<":
            kinds = step[1:-1].split("|")
            found = [child for one in found for child in one.named_children if child.type in kinds]
        elif step[-1] == "*":
            found = [_last(one, step[:-1]) for one in found]
        else:
            found = [child for one in found for child in one.children_by_field_name(step) if child.is_named]
    return found


def _last(node: Node, name: str) -> Node:
    while (inner := node.child_by_field_name(name)) is not None:
        node = inner
    return node


def text_of(node: Node | None) -> str:
    """The text of a node; empty for none. Bytes that are not UTF-8 show as their stand-ins."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def bare(text: str) -> str:
    """A name without the quotes, brackets or dollar sign it is written with."""
    if len(text) > 1 and text[0] + text[-1] in _QUOTES:
        return text[1:-1]
    return text.removeprefix("$")
