"""Conflicts widened to the borders of what they cut through, so that a rule sees whole statements.

Only import statements so far: names in brackets or braces or behind a backslash, of which a line diff shows a line or two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from syncline.account.threeway import Stretch, StretchKind
from syncline.core.hunk import Span
from syncline.core.merge import Merge
from syncline.resolve.view import View

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a statement begins that brings names in, and what its names stand in."""

    start: re.Pattern[str]
    signs: str
    comment: str


_NAME = re.compile(r"[\w.*$]+(?:\s+as\s+[\w$]+)?")
_BRACES = _Shape(re.compile(r"import\b[^{]*\{|(?:pub(?:\([^)]*\))?\s+)?use\s[^{]*\{"), "{}", "//")
_SHAPES = {
    "python": _Shape(re.compile(r"[ \t]*(?:from\s+[\w.]+\s+import|import)\b"), "()", "#"),
    **dict.fromkeys(("javascript", "typescript", "tsx", "rust"), _BRACES),
}
# An import statement over more lines than this is left as it is.
_REACH = 80


def snapped(view: View, cut: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Widen conflicts over the lines that all three texts share around them, where they cut through an import statement."""
    shape = _SHAPES.get(view.language or "")
    if shape is None:
        return tuple(cut)
    found = list(cut)
    at = 0
    while at < len(found):
        if found[at].kind is StretchKind.CONFLICT:
            at = _up(shape, view, found, at)
            _down(shape, view, found, at)
        at += 1
    return tuple(found)


def begins_list(language: str | None, line: str) -> bool:
    """True for the first line of an import statement whose names may go on below it."""
    shape = _SHAPES.get(language or "")
    return shape is not None and shape.start.match(line) is not None


def _up(shape: _Shape, view: View, found: list[Stretch], at: int) -> int:
    """Take in the lines above that begin the statement; gives the conflict's new place."""
    if at == 0 or found[at - 1].kind is not StretchKind.UNCHANGED:
        return at
    above, here = found[at - 1].spans, found[at].spans
    lines = view.lines.target[above.target.start : above.target.stop]
    count = _head(shape, lines)
    if not count or not _goes_on(shape, view, here):
        return at
    kept = above.map(lambda span: Span(span.start, span.stop - count))
    found[at] = Stretch(StretchKind.CONFLICT, Merge(*(Span(k.stop, h.stop) for k, h in zip(_terms(kept), _terms(here), strict=True))))
    if len(kept.target):
        found[at - 1] = Stretch(StretchKind.UNCHANGED, kept)
        return at
    del found[at - 1]
    return at - 1


def _head(shape: _Shape, lines: Sequence[str]) -> int:
    """How many lines at the end belong to an import statement that is still open there."""
    for count in range(1, min(len(lines), _REACH) + 1):
        line = lines[-count]
        if shape.start.match(line):
            text = "".join(lines[-count:])
            opened = text.count(shape.signs[0]) - text.count(shape.signs[1])
            return count if opened > 0 or text.rstrip("\n").endswith("\\") else 0
        if not _names(shape, line) or _closes(shape, line):
            return 0
    return 0


def _closes(shape: _Shape, line: str) -> bool:
    bare = line.split(shape.comment, maxsplit=1)[0].rstrip()
    return bare.endswith(")") if shape.signs == "()" else "}" in bare


def _names(shape: _Shape, line: str) -> bool:
    """True for a line of nothing but names, as they stand in brackets."""
    bare = line.split(shape.comment, maxsplit=1)[0].strip().removesuffix("\\").strip()
    # What stands behind a closing brace says where the names come from.
    bare = (bare.removesuffix(")") if shape.signs == "()" else bare.partition("}")[0]).strip()
    return all(_NAME.fullmatch(word.strip()) for word in bare.removesuffix(",").split(",")) if bare else True


def _goes_on(shape: _Shape, view: View, here: Merge[Span]) -> bool:
    return any(
        span.stop > span.start and _names(shape, text[span.start]) for text, span in zip(_terms(view.lines), _terms(here), strict=True)
    )


def _down(shape: _Shape, view: View, found: list[Stretch], at: int) -> None:
    """Take in the lines below that end the statement."""
    if at + 1 >= len(found) or found[at + 1].kind is not StretchKind.UNCHANGED:
        return
    here, below = found[at].spans, found[at + 1].spans
    if not any(_is_open(shape, text[span.start : span.stop]) for text, span in zip(_terms(view.lines), _terms(here), strict=True)):
        return
    lines = view.lines.target[below.target.start : below.target.stop]
    for count in range(1, min(len(lines), _REACH) + 1):
        line = lines[count - 1]
        if not _names(shape, line):
            return
        if _closes(shape, line) or not (line.rstrip().endswith("\\") or _is_list(shape, lines, count)):
            break
    else:
        return
    kept = below.map(lambda span: Span(span.start + count, span.stop))
    found[at] = Stretch(StretchKind.CONFLICT, Merge(*(Span(h.start, k.start) for h, k in zip(_terms(here), _terms(kept), strict=True))))
    if len(kept.target):
        found[at + 1] = Stretch(StretchKind.UNCHANGED, kept)
    else:
        del found[at + 1]


def _is_open(shape: _Shape, lines: Sequence[str]) -> bool:
    """True when the last import statement in these lines is not finished."""
    for count in range(1, min(len(lines), _REACH) + 1):
        if shape.start.match(lines[-count]):
            text = "".join(line.split(shape.comment)[0] + "\n" for line in lines[-count:])
            return text.count(shape.signs[0]) > text.count(shape.signs[1]) or text.rstrip().endswith("\\")
    return False


def _is_list(shape: _Shape, lines: Sequence[str], count: int) -> bool:
    return any(_closes(shape, line) for line in lines[count : count + _REACH])


def _terms(merge: Merge[T]) -> tuple[T, T, T]:
    return (merge.base, merge.source, merge.target)
