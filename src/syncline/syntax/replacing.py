"""Two replacements of some lines of a text: the same but for formatting?

Reads no more of the text than it must: the definitions and statements around the lines, cut where nothing is open.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache

from syncline.core.hunk import Span
from syncline.syntax.likeness import same_comments, same_syntax, same_trees, same_words
from syncline.syntax.python_units import parse_once, parse_python


def same_replacement(language: str | None, lines: Sequence[str], span: Span, one: Sequence[str], other: Sequence[str]) -> bool:
    """As ``same_syntax`` of ``lines`` with ``one`` and with ``other`` in place of ``span``."""
    if one == other:
        return True
    if language == "python":
        around = _around("".join(lines), span)
        if around is not None:
            a, b = (_replaced(lines, span, new, around) for new in (one, other))
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


def _around(text: str, span: Span) -> Span | None:
    """From the statement above a span to the one below it, at the outermost level; ``None`` where the text does not parse."""
    starts = _starts(text)
    if not starts:
        return None
    first, last = bisect_left(starts, span.start) - 1, bisect_right(starts, span.stop)
    # One statement more on both sides than the span touches: new lines may go on with the one above, or begin what the one below ends.
    begin = starts[first] if first >= 0 else 0
    return Span(begin, starts[last] if last < len(starts) else text.count("\n") + 1)


# A file is asked about region by region.
@lru_cache(maxsize=4)
def _starts(text: str) -> tuple[int, ...]:
    """The rows at which an outermost statement begins and no other ends."""
    tree = parse_python(text) if text.count("\r") == text.count("\r\n") and "\f" not in text else None
    found: list[int] = []
    end = -1
    for node in tree.body if tree is not None else ():
        row = min(node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", ()) or (node,))) - 1
        if row > end:
            found.append(row)
        end = (node.end_lineno or node.lineno) - 1
    return tuple(found)
