"""Conflicts widened to the borders of what they cut through, so that a rule sees whole statements.

Only import statements of Python so far: names in brackets or behind a backslash, of which a line diff shows a line or two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from syncline.account.threeway import Stretch, StretchKind
from syncline.core.hunk import Span
from syncline.core.merge import Merge
from syncline.resolve.view import View

T = TypeVar("T")

_START = re.compile(r"[ \t]*(?:from\s+[\w.]+\s+import|import)\b")
_NAME = re.compile(r"[\w.*]+(?:\s+as\s+\w+)?")
# An import statement over more lines than this is left as it is.
_REACH = 80


def snapped(view: View, cut: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Widen conflicts over the lines that all three texts share around them, where they cut through an import statement."""
    if view.language != "python":
        return tuple(cut)
    found = list(cut)
    at = 0
    while at < len(found):
        if found[at].kind is StretchKind.CONFLICT:
            at = _up(view, found, at)
            _down(view, found, at)
        at += 1
    return tuple(found)


def _up(view: View, found: list[Stretch], at: int) -> int:
    """Take in the lines above that begin the statement; gives the conflict's new place."""
    if at == 0 or found[at - 1].kind is not StretchKind.UNCHANGED:
        return at
    above, here = found[at - 1].spans, found[at].spans
    lines = view.lines.target[above.target.start : above.target.stop]
    count = _head(lines)
    if not count or not _goes_on(view, here):
        return at
    kept = above.map(lambda span: Span(span.start, span.stop - count))
    found[at] = Stretch(StretchKind.CONFLICT, Merge(*(Span(k.stop, h.stop) for k, h in zip(_terms(kept), _terms(here), strict=True))))
    if len(kept.target):
        found[at - 1] = Stretch(StretchKind.UNCHANGED, kept)
        return at
    del found[at - 1]
    return at - 1


def _head(lines: Sequence[str]) -> int:
    """How many lines at the end belong to an import statement that is still open there."""
    for count in range(1, min(len(lines), _REACH) + 1):
        line = lines[-count]
        if _START.match(line):
            text = "".join(lines[-count:])
            opened = text.count("(") - text.count(")")
            return count if opened > 0 or text.rstrip("\n").endswith("\\") else 0
        if not _names(line) or line.rstrip().endswith(")"):
            return 0
    return 0


def _names(line: str) -> bool:
    """True for a line of nothing but names, as they stand in brackets."""
    bare = line.split("#", maxsplit=1)[0].strip().removesuffix("\\").strip().removesuffix(")").strip()
    return all(_NAME.fullmatch(word.strip()) for word in bare.removesuffix(",").split(",")) if bare else True


def _goes_on(view: View, here: Merge[Span]) -> bool:
    return any(span.stop > span.start and _names(text[span.start]) for text, span in zip(_terms(view.lines), _terms(here), strict=True))


def _down(view: View, found: list[Stretch], at: int) -> None:
    """Take in the lines below that end the statement."""
    if at + 1 >= len(found) or found[at + 1].kind is not StretchKind.UNCHANGED:
        return
    here, below = found[at].spans, found[at + 1].spans
    if not any(_is_open(text[span.start : span.stop]) for text, span in zip(_terms(view.lines), _terms(here), strict=True)):
        return
    lines = view.lines.target[below.target.start : below.target.stop]
    for count in range(1, min(len(lines), _REACH) + 1):
        line = lines[count - 1]
        if not _names(line):
            return
        if line.split("#")[0].rstrip().endswith(")") or not (line.rstrip().endswith("\\") or _is_list(lines, count)):
            break
    else:
        return
    kept = below.map(lambda span: Span(span.start + count, span.stop))
    found[at] = Stretch(StretchKind.CONFLICT, Merge(*(Span(h.start, k.start) for h, k in zip(_terms(here), _terms(kept), strict=True))))
    if len(kept.target):
        found[at + 1] = Stretch(StretchKind.UNCHANGED, kept)
    else:
        del found[at + 1]


def _is_open(lines: Sequence[str]) -> bool:
    """True when the last import statement in these lines is not finished."""
    for count in range(1, min(len(lines), _REACH) + 1):
        if _START.match(lines[-count]):
            text = "".join(line.split("#")[0] + "\n" for line in lines[-count:])
            return text.count("(") > text.count(")") or text.rstrip().endswith("\\")
    return False


def _is_list(lines: Sequence[str], count: int) -> bool:
    return any(line.split("#")[0].rstrip().endswith(")") for line in lines[count : count + _REACH])


def _terms(merge: Merge[T]) -> tuple[T, T, T]:
    return (merge.base, merge.source, merge.target)
