"""Units of data files: keys by their dotted path, and the tables of TOML as sections.

Entries of a list carry their index: ``jobs.test.steps[2].run``. The documents of one YAML stream after the first do too: ``[1].kind``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from syncline.core.hunk import Span
from syncline.core.unit import Unit, UnitKind
from syncline.syntax.grammars import Parsed, original
from syncline.syntax.profile import Profile, bare, text_of
from syncline.syntax.tree_units import end_row, heads_above

if TYPE_CHECKING:
    from tree_sitter import Node

_PAIRS = frozenset({"pair", "block_mapping_pair", "flow_pair"})
_LISTS = frozenset({"array", "block_sequence", "flow_sequence"})
_TABLES = frozenset({"table", "table_array_element"})
_KEYS = frozenset({"bare_key", "quoted_key", "dotted_key"})


class _Key(NamedTuple):
    node: Node
    kind: UnitKind
    qualified: str
    name: str
    depth: int


def key_units(parsed: Parsed, profile: Profile) -> tuple[Unit, ...]:
    """All keys in order of appearance. A key ends where the next one that is not inside of it begins, comment above included."""
    heads = heads_above(parsed, profile)
    comments = {row for last, first in heads.items() for row in range(first, last + 1)}
    lines = parsed.text.split("\n")
    found: list[Unit] = []
    rows: list[tuple[int, int]] = []  # depth and row of each key
    open_keys: list[int] = []
    for key in _keys(parsed.root):
        row = key.node.start_point.row
        start = row
        while start - 1 in heads:
            start = heads[start - 1]
        while open_keys and rows[open_keys[-1]][0] >= key.depth:
            ended = open_keys.pop()
            found[ended] = _clip(found[ended], rows[ended][1], start, lines)
        open_keys.append(len(found))
        rows.append((key.depth, row))
        stop = end_row(key.node) + 1
        while stop > row + 1 and stop - 1 in comments and _outdented(lines, stop - 1, row):
            stop -= 1
        body = Span(row + 1, stop) if stop > row + 1 else Span(stop, stop)
        found.append(Unit(key.kind, key.name, key.qualified, Span(start, stop), body))
    return tuple(_clip(unit, row, unit.lines.stop, lines) for unit, (_, row) in zip(found, rows, strict=True))


def _outdented(lines: list[str], comment: int, row: int) -> bool:
    indent = [len(lines[at]) - len(lines[at].lstrip()) for at in (comment, row)]
    return indent[0] <= indent[1] and not lines[row].lstrip().startswith("[")


def _clip(unit: Unit, row: int, limit: int, lines: list[str]) -> Unit:
    """End a unit before ``limit`` (unless that is on its own line) and before blank lines."""
    stop = min(unit.lines.stop, limit) if limit > row else unit.lines.stop
    while stop > row + 1 and not lines[stop - 1].strip():
        stop -= 1
    if stop == unit.lines.stop:
        return unit
    body = Span(unit.body.start, stop) if unit.body.start < stop else Span(stop, stop)
    return Unit(unit.kind, unit.name, unit.qualified, Span(unit.lines.start, stop), body)


def _keys(root: Node) -> Iterator[_Key]:
    """Walk with a stack of our own: data nests as deep as it likes."""
    tables: dict[str, int] = {}
    documents = 0
    stack: list[tuple[Node, str, int]] = [(root, "", 0)]
    while stack:
        node, prefix, depth = stack.pop()
        kind = node.type
        if kind in _PAIRS:
            path = _path(node)
            if path:
                qualified = ".".join([prefix, *path] if prefix else path)
                yield _Key(node, UnitKind.KEY, qualified, path[-1], depth)
                prefix, depth = qualified, depth + 1
            stack.extend((child, prefix, depth) for child in reversed(_values(node)))
        elif kind in _LISTS:
            entries = [child for child in node.named_children if child.type != "comment"]
            stack.extend((child, f"{prefix}[{index}]", depth) for index, child in reversed(list(enumerate(entries))))
        elif kind in _TABLES:
            path = _path(node)
            qualified = ".".join(path)
            if kind == "table_array_element":
                number = tables.get(qualified, 0)
                tables[qualified] = number + 1
                qualified = f"{qualified}[{number}]"
            yield _Key(node, UnitKind.SECTION, qualified, path[-1] if path else "", 0)
            stack.extend((child, qualified, 1) for child in reversed(node.named_children) if child.type not in _KEYS)
        else:
            if kind == "document" and node.parent is not None:
                prefix, documents = f"[{documents}]" if documents else "", documents + 1
            stack.extend((child, prefix, depth) for child in reversed(node.named_children))


def _path(node: Node) -> list[str]:
    """The parts of a key: one, or several where it is dotted (TOML)."""
    key = node.child_by_field_name("key")
    if key is not None:
        return [original(bare(text_of(key)))]
    found: list[str] = []
    stack = [child for child in node.named_children[:1] if child.type in _KEYS]
    while stack:
        part = stack.pop()
        if part.type == "dotted_key":
            stack.extend(reversed(part.named_children))
        else:
            found.append(original(bare(text_of(part))))
    return found


def _values(node: Node) -> list[Node]:
    key = node.child_by_field_name("key")
    return [child for child in node.named_children if child.type not in _KEYS and (key is None or child.start_byte != key.start_byte)]
