"""Lists in brackets merged element by element: the parameters of a definition, the arguments of a call. Python alone.

A logical line is read as text around bracket groups. What stands outside of a group has to be one side's or the same; the elements of a group are
told apart by their names, those of a call without a name by their place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from syncline.core.merge import Merge
from syncline.syntax.heads import Head, heads_near
from syncline.syntax.token import Token, TokenKind
from syncline.syntax.tokens import tokens

_OPEN = {"(": ")", "[": "]", "{": "}"}
_SILENT = frozenset({TokenKind.INDENT, TokenKind.DEDENT, TokenKind.NEWLINE, TokenKind.COMMENT})
_WIDTH = 79


class NoMergeError(Exception):
    """The lists cannot be merged; the message says why. Never leaves a rule."""


@dataclass(frozen=True, slots=True)
class Line:
    """A logical line of a text: its tokens without comments, and the rows (from 0) that it covers, the last one not included."""

    text: str
    tokens: tuple[Token, ...]
    comments: tuple[str, ...]
    first: int
    stop: int


def line_around(text: str, first: int, stop: int) -> Line | None:
    """The one logical line that covers rows ``first`` to ``stop``; for no rows at all, the one that the gap above ``first`` is
    inside or right below of.
    """
    known = heads_near(text, first, stop)
    row = first if stop > first else first - 1
    at = bisect_right(known, row, key=lambda head: head.first)
    if known and _alone(text, known, at):
        # To cut the whole text into tokens takes ten times as long as to parse it.
        head = known[at - 1] if at else None
        line = _line_of(text, head) if head is not None and row < head.stop and stop <= head.stop else None
        # Remarks below the line belong to its head's rows, but not to it.
        return line if line is not None and stop <= line.stop else None
    for line in _lines(text):
        if line.first > first:
            return None
        if line.first <= first and stop <= line.stop and (stop > first or line.first < first):
            return line
    return None


def _alone(text: str, known: Sequence[Head], at: int) -> bool:
    """True where the head before place ``at`` shares its rows with no other statement."""
    if not at:
        return True
    head = known[at - 1]
    apart = (at < 2 or known[at - 2].stop <= head.first) and (at == len(known) or known[at].first >= head.stop)
    return head.lone and apart and ";" not in text.split("\n")[head.stop - 1]


def _line_of(text: str, head: Head) -> Line | None:
    rows = text.split("\n")[head.first : head.stop]
    line = next(_cut("\n".join(rows) + "\n"), None)
    return replace(line, first=line.first + head.first, stop=line.stop + head.first) if line is not None else None


# Three texts of one file, asked about at each of its conflicts.
@lru_cache(maxsize=6)
def _lines(text: str) -> tuple[Line, ...]:
    return tuple(_cut(text))


def _cut(text: str) -> Iterator[Line]:
    run: list[Token] = []
    for token in tokens("python", text):
        if token.kind is TokenKind.NEWLINE:
            if run and any(t.kind not in _SILENT for t in run):
                yield _line(text, run)
            run = []
        elif token.kind in (TokenKind.INDENT, TokenKind.DEDENT) or (token.kind is TokenKind.COMMENT and not run):
            continue
        else:
            run.append(token)


def _line(text: str, run: Sequence[Token]) -> Line:
    told = tuple(t for t in run if t.kind is not TokenKind.COMMENT)
    last = told[-1]
    stop = last.line + last.text.count("\n") + 1
    return Line(text, told, tuple(t.text for t in run if t.kind is TokenKind.COMMENT), told[0].line, stop)


@dataclass(frozen=True, slots=True)
class Group:
    """A bracket group: where its brackets stand among the tokens of its line, and its elements as runs of tokens."""

    opened: int
    closed: int
    elements: tuple[tuple[int, int], ...]


def groups(line: Sequence[Token], start: int, stop: int) -> tuple[Group, ...]:
    """The outermost bracket groups of a run of tokens. Raises ``NoMergeError`` where brackets do not match."""
    found: list[Group] = []
    at = start
    while at < stop:
        if line[at].text not in _OPEN or line[at].kind is not TokenKind.OPERATOR:
            at += 1
            continue
        closed = _closing(line, at, stop)
        found.append(Group(at, closed, tuple(_elements(line, at + 1, closed))))
        at = closed + 1
    return tuple(found)


def _closing(line: Sequence[Token], at: int, stop: int) -> int:
    depth = 0
    for place in range(at, stop):
        if line[place].kind is TokenKind.OPERATOR:
            depth += (line[place].text in _OPEN) - (line[place].text in _OPEN.values())
            if not depth:
                return place
    raise NoMergeError("its brackets do not match")


def _elements(line: Sequence[Token], start: int, stop: int) -> Iterator[tuple[int, int]]:
    depth, begun = 0, start
    for place in range(start, stop):
        if line[place].kind is not TokenKind.OPERATOR:
            continue
        depth += (line[place].text in _OPEN) - (line[place].text in _OPEN.values())
        if line[place].text == "," and not depth:
            if place > begun:
                yield begun, place
            begun = place + 1
    if stop > begun:
        yield begun, stop


@dataclass(frozen=True, slots=True)
class Element:
    """One element: what tells it apart, its tokens joined, and its text as it stands."""

    name: str
    key: str
    text: str
    named: bool


def elements_of(line: Line, group: Group, *, definition: bool) -> tuple[Element, ...]:
    """The elements of a group. Of a definition each has its name; of a call those that are given by name have."""
    found = []
    for number, (start, stop) in enumerate(group.elements):
        run = line.tokens[start:stop]
        own = [t for t in run if t.text not in ("*", "**")]
        by_name = definition or (len(run) > 2 and run[0].kind is TokenKind.NAME and run[1].text == "=")
        name = (own[0].text if own else run[0].text) if by_name else f"{number}."
        stars = "*" * sum(t.text.count("*") for t in run[:1] if t.text in ("*", "**"))
        key = " ".join(t.text for t in run)
        found.append(Element(f"{stars if not own else ''}{name}", key, line.text[run[0].start : run[-1].end], by_name or bool(stars)))
    return tuple(found)


def merged_elements(lists: Merge[tuple[Element, ...]]) -> tuple[Element, ...]:
    """Both sides' additions, changes and removals, the target's order first. Raises ``NoMergeError`` where both changed one element."""
    for one in (lists.base, lists.source, lists.target):
        if len({e.name for e in one}) != len(one):
            raise NoMergeError("a name stands there twice")
    base, source, target = ({e.name: e for e in one} for one in (lists.base, lists.source, lists.target))
    kept = [e.name for e in lists.base if e.name in source and e.name in target]
    for one in (lists.source, lists.target):
        if [e.name for e in one if e.name in kept] != kept:
            raise NoMergeError("one side put them into another order")
    out: list[Element] = []
    for element in lists.target:
        answer = _one(base.get(element.name), source.get(element.name), element)
        if answer is not None:
            out.append(answer)
    place = 0
    for element in lists.source:
        spots = [at for at, e in enumerate(out) if e.name == element.name]
        if spots:
            place = spots[0] + 1
            # What the target adds at the same place comes first.
            while (
                place < len(out)
                and out[place].name not in base
                and out[place].name not in source
                and (element.named or not out[place].named)
            ):
                place += 1
        elif element.name in base:
            if element.key != base[element.name].key:
                raise NoMergeError(f"the target removed {element.name}, which the source changed")
        else:
            out.insert(place, element)
            place += 1
    return tuple(out)


def _one(base: Element | None, source: Element | None, target: Element) -> Element | None:
    """What becomes of an element that the target has; ``None`` where the source removed it."""
    if source is None:
        if base is not None and base.key != target.key:
            raise NoMergeError(f"the source removed {target.name}, which the target changed")
        return target if base is None else None
    if source.key == target.key or (base is not None and source.key == base.key):
        return target
    if base is not None and target.key == base.key:
        return source
    raise NoMergeError(
        f"both sides changed {target.name}" if base is not None else f"both sides add {target.name}, with different contents"
    )


def written(line: Line, group: Group, had: Sequence[Element], wanted: Sequence[Element], width: int) -> str:
    """The text of a group with other elements, in the layout that it has: one a row, or as many as fit."""
    text, start, stop = line.text, line.tokens[group.opened].end, line.tokens[group.closed].start
    if not group.elements:
        return ", ".join(e.text for e in wanted)
    spans = [(line.tokens[a].start, line.tokens[b - 1].end) for a, b in group.elements]
    gaps = [text[spans[n][1] : spans[n + 1][0]] for n in range(len(spans) - 1)]
    head, tail = text[start : spans[0][0]], text[spans[-1][1] : stop]
    rows = sum("\n" in gap for gap in gaps)
    upright = (rows == len(gaps) and rows > 0) or (not gaps and "\n" in head)
    column = spans[0][0] - (text.rfind("\n", 0, spans[0][0]) + 1)
    fresh = ",\n" + " " * column if upright else ", "
    after = {e.name: gaps[n] for n, e in enumerate(had[:-1])}
    out, at = head, len(text[text.rfind("\n", 0, start) + 1 : start] + head.rpartition("\n")[2])
    for n, element in enumerate(wanted):
        gap = ""
        if n:
            before, own = wanted[n - 1].name, [e.name for e in had]
            follows = before in own and element.name in own and own.index(element.name) == own.index(before) + 1
            gap = after[before] if follows else fresh
            if not upright and "\n" not in gap and at + len(gap) + len(element.text) + 1 > width and len(wanted) > 1:
                gap = ",\n" + " " * column
        at = len((out + gap + element.text).rpartition("\n")[2])
        out += gap + element.text
    return out + tail


def page_width(lines: Sequence[Sequence[str]]) -> int:
    """The width that the texts keep to: the common one, or that of their longest row."""
    return max([_WIDTH, *(len(row.rstrip("\n")) for own in lines for row in own)])
