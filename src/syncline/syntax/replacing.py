"""Two replacements of some lines of a text: the same but for formatting?

Reads no more of the text than it must: the definitions and statements around the lines, cut where nothing is open.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from syncline.core.hunk import Span
from syncline.syntax.likeness import same_comments, same_syntax, same_trees, same_words
from syncline.syntax.python_units import parse_once, parse_python


def same_replacement(language: str | None, lines: Sequence[str], span: Span, one: Sequence[str], other: Sequence[str]) -> bool:
    """As ``same_syntax`` of ``lines`` with ``one`` and with ``other`` in place of ``span``."""
    if one == other:
        return True
    if language == "python":
        for around in _arounds("".join(lines), span):
            # A line to the left of a block ends it, and then the block tells nothing.
            if not all(line.startswith(around.indent) for line in (*one, *other) if line.strip()):
                continue
            head = "if 1:\n" if around.indent else ""
            a, b = (head + _replaced(lines, span, new, around.lines) for new in (one, other))
            said = _same_pieces(a, b)
            if said is not None:
                return said
    everything = Span(0, len(lines))
    a, b = (_replaced(lines, span, new, everything) for new in (one, other))
    return same_syntax(language, a, b)


def _replaced(lines: Sequence[str], span: Span, new: Sequence[str], within: Span) -> str:
    return "".join((*lines[within.start : span.start], *new, *lines[span.stop : within.stop]))


def _same_pieces(a: str, b: str) -> bool | None:
    """``None`` where the pieces cannot tell: what they open, the text below them may close."""
    first, second = parse_once(a), parse_once(b)
    if first is not None and second is not None:
        return same_comments(a, b) and same_trees(first, second)
    if first is not None or second is not None:
        return False
    words = same_words(a, b)
    return same_comments(a, b) if words else words


class _Around(NamedTuple):
    """The rows of whole statements of one block, and how far it is indented."""

    lines: Span
    indent: str


def _arounds(text: str, span: Span) -> Sequence[_Around]:
    """From the statement above a span to the one below it, in the innermost block and in the outermost one; nothing where the text does not parse."""
    block = _outermost(text)
    if not block:
        return ()
    found = [_run(block, span, text.count("\n") + 1)]
    while (inner := _inside(block, span)) is not None:
        block = inner
    if block is _outermost(text):
        return found
    begin = block[0].row
    row = text.split("\n", begin + 1)[begin]
    indent = row[: block[0].node.col_offset]
    # What stands behind a colon is no block of its own.
    return [_Around(_run(block, span, block[-1].stop).lines, indent), *found] if indent.isspace() else found


def _run(block: Sequence[_Statement], span: Span, end: int) -> _Around:
    """One statement more on both sides than the span touches: new lines may go on with the one above, or begin what the one below ends."""
    first, last = bisect_left(block, span.start, key=_row) - 1, bisect_right(block, span.stop, key=_row)
    return _Around(Span(block[first].row if first >= 0 else 0, block[last].row if last < len(block) else end), "")


def _inside(block: Sequence[_Statement], span: Span) -> Sequence[_Statement] | None:
    """The block in a statement of this one in which the whole span lies, behind the beginning of a statement there."""
    first, last = bisect_left(block, span.start, key=_row) - 1, bisect_right(block, span.stop, key=_row)
    if first < 0 or last != first + 1:
        return None
    node = block[first].node
    holders = [node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())]
    for body in (getattr(holder, name, ()) for holder in holders for name in ("body", "orelse", "finalbody")):
        inner = _statements(body) if isinstance(body, list) else ()
        if inner and inner[0].row < span.start and span.stop <= inner[-1].stop:
            return inner
    return None


class _Statement(NamedTuple):
    """A statement that begins on a row on which no other ends, and the row behind the last one that ends where it does."""

    row: int
    stop: int
    node: ast.stmt


def _row(statement: _Statement) -> int:
    return statement.row


# A file is asked about region by region.
@lru_cache(maxsize=4)
def _outermost(text: str) -> Sequence[_Statement]:
    tree = parse_python(text) if text.count("\r") == text.count("\r\n") and "\f" not in text else None
    return _statements(tree.body) if tree is not None else ()


def _statements(body: Sequence[ast.stmt]) -> Sequence[_Statement]:
    found: list[_Statement] = []
    for node in body:
        row = min(node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", ()) or (node,))) - 1
        stop = node.end_lineno or node.lineno
        if not found or row >= found[-1].stop:
            found.append(_Statement(row, stop, node))
        else:
            found[-1] = found[-1]._replace(stop=stop)
    return found
