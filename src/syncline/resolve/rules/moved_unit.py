"""One side moved lines to the right or to the left, or a unit to another place; the other side's changes follow them.

Sees: a region in which one side has most of the base's lines with another indentation: they went into a block, or came out of one. And, before a
conflicted file is cut into regions: a function, method or class that one side has elsewhere, in this file or in one that it alone added or changed, and
that the other side changed where it was.
Answers: that side's lines, with the other side's changes in them, indented alike; a moved unit as the other side has it, at its new place.
Why right: both the base and the other side are indented as the moving side has it, line by line as it kept them; what is left is merged as lines, and no
line is changed by both sides. The moved lines are still one block.
Declines when: no side re-indented; both sides changed one line beyond its indentation, or both inserted at one place; the other side rewrote most of the
lines, or changed some of which the neighbours moved in different ways. A moved unit is followed only where it stands at one new place, with the
base's very text.
Safety: safe where all lines moved alike with nothing put between them, an unchanged line stands between the changes of the two sides, and the other
side changed or removed lines but added none; unsafe otherwise: which block an added line belongs to is not shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.merge import Merge, Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.core.text import split_lines
from syncline.resolve.view import Region
from syncline.resolve.weave import line_changes, token_changes, weave
from syncline.resolve.words import words

STATUS = Status.PREVIEW
SAFETY = Safety.SAFE

# Of the base's lines that the moving side kept, more than this share has another indentation.
_SHARE = 0.5


def run(region: Region) -> Resolution | Declined:
    """Look for the side that moved lines, and let the other's changes follow."""
    base = region.lines.base
    if not any(line.strip() for line in base):
        return Declined("the base has no lines there")
    for side in Side:
        shifts = _shifts(base, region.lines.side(side))
        if shifts is None:
            continue
        moved = tuple(_shifted(line, by) for line, by in zip(base, _filled(shifts), strict=True))
        other = _following(base, region.lines.side(side.other), shifts)
        if other is None:
            return Declined(f"it is not plain how far what the {side.other.value} changed has moved")
        return _merged(moved, region.lines.side(side), other, side, shifts)
    return Declined("no side moved the lines to another indentation")


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


# How a line moves: what its indentation loses at its start, and what it gains.
_Shift = tuple[str, str]


def _shifts(base: Sequence[str], side: Sequence[str]) -> list[_Shift | None] | None:
    """How each line of the base moved, where the side kept it and it is not blank. ``None`` where most did not move."""
    bare = [line.strip() for line in base]
    pairs: dict[int, int] = {}
    at_base = at_side = 0
    for change in (*line_changes(bare, [line.strip() for line in side]), None):
        stop = change.start if change is not None else len(base)
        while at_base < stop:
            pairs[at_base] = at_side
            at_base, at_side = at_base + 1, at_side + 1
        if change is not None:
            at_base, at_side = change.stop, at_side + len(change.new)
    found: list[_Shift | None] = [None] * len(base)
    kept = moved = 0
    for a, b in pairs.items():
        if not bare[a]:
            continue
        old, new = _indent(base[a]), _indent(side[b])
        if new.startswith(old):
            found[a] = ("", new[len(old) :])
        elif old.startswith(new):
            found[a] = (old[len(new) :], "")
        else:
            return None
        kept += 1
        moved += old != new
    if kept < 2 or moved <= _SHARE * kept:
        return None
    return found


def _filled(found: Sequence[_Shift | None]) -> list[_Shift]:
    """Lines without a shift of their own take that of the line before, the first ones that of the line behind."""
    out: list[_Shift] = []
    last = next(one for one in found if one is not None)
    for one in found:
        last = one if one is not None else last
        out.append(last)
    return out


def _shifted(line: str, by: _Shift) -> str:
    less, more = by
    return more + line.removeprefix(less) if line.strip() else line


def _following(base: Sequence[str], other: Sequence[str], shifts: Sequence[_Shift | None]) -> tuple[str, ...] | None:
    """The other side's lines, each moved as the base's lines around it are; ``None`` where those did not all move alike."""
    out: list[str] = []
    at_base = at_other = 0
    whole = _filled(shifts)
    for change in (*line_changes(base, other), None):
        stop = change.start if change is not None else len(base)
        while at_base < stop:
            out.append(_shifted(other[at_other], whole[at_base]))
            at_base, at_other = at_base + 1, at_other + 1
        if change is not None:
            near = _near(base, shifts, change.start, change.stop)
            if near is None and any(line.strip() for line in change.new):
                return None
            out.extend(_shifted(line, near) if near is not None else line for line in change.new)
            at_base, at_other = change.stop, at_other + len(change.new)
    return tuple(out)


def _near(base: Sequence[str], shifts: Sequence[_Shift | None], start: int, stop: int) -> _Shift | None:
    """The one shift of the lines that gave way and of those right above and below; ``None`` where there is none, or more."""
    above = next((at for at in range(start - 1, -1, -1) if base[at].strip()), None)
    below = next((at for at in range(stop, len(base)) if base[at].strip()), None)
    known = [shifts[at] for at in (*range(start, stop), *([above] if above is not None else []), *([below] if below is not None else []))]
    found = {one for one in known if one is not None}
    return found.pop() if len(found) == 1 else None


def _merged(
    base: tuple[str, ...], mover: tuple[str, ...], other: tuple[str, ...], side: Side, shifts: Sequence[_Shift | None]
) -> Resolution | Declined:
    moving, following = line_changes(base, mover), line_changes(base, other)
    sides = Merge((), moving, following)
    reason = f"the {side.value} moved the lines to another indentation; the {side.other.value}'s changes follow them"
    given_up = sum(change.stop - change.start for change in following if change.new)
    if given_up > _SHARE * len(base):
        return Declined(f"the {side.other.value} rewrote what the {side.value} moved")
    apart = weave(base, sides, touching=False)
    if apart is not None:
        kept = [at for at, shift in enumerate(shifts) if shift is not None]
        # What the moving side put between the lines may have cut them into two blocks, and only one gets what the other side added.
        whole = not any(change.new and kept[0] < change.start <= kept[-1] for change in moving)
        # What the other side added may have been meant to stay outside of the block.
        within = all(change.start < change.stop for change in following)
        return Resolution(apart, Safety.SAFE if whole and within and len(set(shifts) - {None}) == 1 else Safety.UNSAFE, reason)
    answer = weave(base, sides)
    if answer is not None:
        return Resolution(answer, Safety.UNSAFE, reason)
    cut = Merge(words(base), words(mover), words(other))
    source, target = token_changes(cut.base, cut.source), token_changes(cut.base, cut.target)
    woven = weave(cut.base, Merge((), source, target), touching=False) if source is not None and target is not None else None
    if woven is None:
        return Declined("both sides changed one line beyond its indentation")
    return Resolution(split_lines("".join(woven)), Safety.UNSAFE, reason)
