"""Units of a text by its tree-sitter tree and the profile of its language."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from syncline.core.hunk import Span
from syncline.core.unit import Unit, UnitKind
from syncline.syntax.grammars import Parsed, grammar, original
from syncline.syntax.profile import Definition, Named, Profile, bare, reach, text_of

if TYPE_CHECKING:
    from tree_sitter import Node, Query

_FUNCTIONS = frozenset({UnitKind.FUNCTION, UnitKind.METHOD})
_OWNERS = frozenset({UnitKind.CLASS, UnitKind.CONSTANT, UnitKind.FIELD, UnitKind.ENUM_VALUE})
# What is worth a name inside of a function; local variables are not.
_LOCAL = frozenset({UnitKind.FUNCTION, UnitKind.CLASS, UnitKind.IMPORT, UnitKind.SECTION})
_MEMBERS = {UnitKind.FUNCTION: UnitKind.METHOD, UnitKind.CONSTANT: UnitKind.FIELD}


class _Scope(NamedTuple):
    prefix: str
    kind: UnitKind | None


class _Visit(NamedTuple):
    node: Node
    scope: _Scope
    outer: Node | None


def tree_units(parsed: Parsed, profile: Profile) -> tuple[Unit, ...]:
    """All units in order of appearance. Goes down only where the profile says that definitions live."""
    heads = heads_above(parsed, profile)
    found: list[Unit] = []
    stack = [_Visit(child, _Scope("", None), None) for child in reversed(parsed.root.named_children)]
    while stack:
        visit = stack.pop()
        node = visit.node
        kind = node.type
        definition = profile.definitions.get(kind)
        named = _names(definition, node) if definition is not None else []
        if definition is not None and named:
            defined, inside = _define(visit, definition, profile.values, named, heads)
            found.extend(defined)
            stack.extend(reversed(inside))
        elif definition is not None and definition.beside:
            stack.extend(_Visit(place, visit.scope, None) for place in reversed(reach(node, definition.beside)))
        elif kind in profile.through or kind in profile.wrappers or node.is_error:
            stack.extend(reversed(_children(visit, profile)))
    found.sort(key=lambda unit: unit.lines.start)
    return tuple(found)


def _children(visit: _Visit, profile: Profile) -> list[_Visit]:
    node, scope, outer = visit
    children = node.named_children
    inner = None
    if node.type in profile.wrappers:
        single = sum(child.type in profile.definitions or child.type in profile.wrappers for child in children) == 1
        inner = (outer or node) if single else None
    return [_Visit(child, scope, inner) for child in children]


def _names(definition: Definition, node: Node) -> list[Named]:
    """The names, without those that error recovery made up. The key of an entry may be empty."""
    names = definition.names
    named = names(node) if callable(names) else [Named(bare(text_of(name))) for name in reach(node, names)]
    return [name for name in named if name.name or definition.kind is UnitKind.KEY]


def _define(
    visit: _Visit, definition: Definition, values: dict[str, UnitKind], named: list[Named], heads: dict[int, int]
) -> tuple[list[Unit], list[_Visit]]:
    """The units of one definition, and what in it and beside it is still to be visited."""
    node, scope, outer = visit
    kind, holder = definition.kind, node
    value = node.child_by_field_name(definition.value) if definition.value else None
    if value is not None and value.type in values:
        kind, holder = values[value.type], value
    block = next(iter(reach(holder, definition.body)), None) if definition.body else None
    if block is None and holder is not node:
        block = holder
    lines = _lines(outer or node, heads)
    body = _body(node, block, lines)
    inner = scope
    units: list[Unit] = []
    for name in named:
        own = _kind(name, kind, scope)
        qualified = _join(scope.prefix, name.owner, name.name)
        if scope.kind not in _FUNCTIONS or own in _LOCAL:
            units.append(Unit(own, original(name.name), qualified, lines, body))
        inner = _Scope(_join(scope.prefix, name.inside) if name.inside else qualified, own)
    places = [*([block] if block is not None else []), *(reach(node, definition.also) if definition.also else [])]
    members = [child for place in places for child in place.named_children]
    beside = reach(node, definition.beside) if definition.beside else []
    return units, [*(_Visit(child, inner, None) for child in members), *(_Visit(child, scope, None) for child in beside)]


def _join(*parts: str) -> str:
    return ".".join(original(part) for part in parts if part)


def _kind(name: Named, kind: UnitKind, scope: _Scope) -> UnitKind:
    kind = name.kind or kind
    return _MEMBERS.get(kind, kind) if scope.kind in _OWNERS or name.owner else kind


def end_row(node: Node) -> int:
    """The last row a node has text on."""
    end = node.end_point
    return end.row - 1 if end.column == 0 and end.row > node.start_point.row else end.row


def _lines(node: Node, heads: dict[int, int]) -> Span:
    start = node.start_point.row
    while start - 1 in heads:
        start = heads[start - 1]
    return Span(start, end_row(node) + 1)


def _body(node: Node, block: Node | None, lines: Span) -> Span:
    """Rows behind the header. The row that closes the block (``}``, ``end``) is not body."""
    nothing = Span(lines.stop, lines.stop)
    if block is None:
        return nothing
    first, last = block.start_point.row, end_row(block)
    text = block.text or b""
    if text.startswith((b"{", b"struct", b"interface")) and text.endswith(b"}"):
        start, stop = first + text.count(b"\n", 0, text.index(b"{")) + 1, last
    else:
        before = block.prev_sibling
        while before is not None and before.is_extra:
            before = before.prev_sibling
        start = end_row(before) + 1 if before is not None else first
        stop = end_row(node) if end_row(node) > last else last + 1
        start = max(start, node.start_point.row + 1)
    return Span(start, stop) if start < stop else nothing


@cache
def _above(language: str, kinds: frozenset[str]) -> Query:
    from tree_sitter import Query

    return Query(grammar(language), "[" + " ".join(f"({kind})" for kind in sorted(kinds)) + "] @above")


def heads_above(parsed: Parsed, profile: Profile) -> dict[int, int]:
    """Comments and attributes that have their lines for themselves: last row → first row."""
    from tree_sitter import QueryCursor

    source = parsed.source
    found: dict[int, int] = {}
    for nodes in QueryCursor(_above(parsed.language, profile.comments | profile.attributes)).captures(parsed.root).values():
        for node in nodes:
            start, end = node.byte_range
            head = source[start - node.start_point.column : start]
            tail = source[end : _line_end(source, end)] if source[end - 1 : end] != b"\n" else b""
            if (not head or head.isspace()) and (not tail or tail.isspace()):
                found[end_row(node)] = node.start_point.row
    return found


def _line_end(source: bytes, start: int) -> int:
    stop = source.find(b"\n", start)
    return len(source) if stop < 0 else stop
