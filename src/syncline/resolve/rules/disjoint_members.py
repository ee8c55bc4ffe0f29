"""Both sides add differently named members at one place.

Sees: a region where both sides insert at the same place whole definitions, fields, entries, items, arguments or options, each with a name of its own.
Answers: the members of both: in order of their names where each side and the lines around them are in that order, else the target's first.
Why right: every line of both sides is in the answer, and no name is defined twice. Declarations mean the same in either order; for entries,
arguments and items the order is our choice, and the owner is asked.
Declines when: one name comes from both sides; two members are alike but for a word, or two statements in most words, as two versions of one
thing are; a statement of one side sets what a statement of the other names, so that their order matters; a side inserts something that is no whole
member; a side also changed or removed what the other did.
Safety: unsafe.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from syncline.core.merge import Merge, Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.members import Member, members, tied
from syncline.resolve.view import Region
from syncline.resolve.weave import line_changes, weave
from syncline.resolve.words import blank, telling

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE


_LEADS = re.compile(r"\s*(?:@|#\[|\[\w|//|/\*|\*|#(?!include))")
_REMARK = re.compile(r"\s*(?:#(?!\[|include)|//|/\*|\*)")
_PROSE = frozenset({"text", "markdown", "rst", "html", "xml", "po", "lock"})
# Nothing can follow a statement that leaves the block.
_LEAVES = re.compile(r"\s*(?:return|raise|throw|break|continue|goto|pass)\b")


# How far a line diff may have slid what was added.
_SLIDE = 3
# So many entries in a row show an order.
_ROW = 3
# From these likenesses on two members are two versions of one: those with names, or of one line, and others. Beyond so many words nobody compares.
_ONE, _ALIKE = 0.95, 0.75
_LONG = 4_000


def run(region: Region) -> Resolution | Declined:
    """Weave the changed lines, and put members side by side where both sides insert."""
    if region.language is None or region.language in _PROSE:
        return Declined("running text has no members")
    if not region.file.base:
        return Declined("both sides added the file")
    if region.in_text:
        return Declined("inside of a text")
    base = region.lines.base if not blank(region.lines.base) else ()
    if _cut_off(region):
        return Declined("what both sides add alike around it belongs to what they add differently")
    if _inside_of_new(region):
        return Declined("both sides add one and the same thing, with different contents")
    changes = Merge((), line_changes(base, region.lines.source), line_changes(base, region.lines.target))
    above = region.file.target[: region.starts.target]
    around = (above, _behind(region))
    apart = max(_blanks(reversed(region.file.target[: region.starts.target])), _blanks(region.file.target[region.stop(Side.TARGET) :]))
    joined: list[bool] = []

    def join(source: tuple[str, ...], target: tuple[str, ...]) -> tuple[str, ...] | None:
        both = _both(source, target, around, apart)
        if both is None and not base:
            both = _slid(source, target, around, apart)
        joined.append(both is not None)
        return both

    answer = weave(base, changes, join=join)
    if answer is None or not joined:
        return Declined("the sides do not add differently named whole members at one place")
    return Resolution(answer, Safety.UNSAFE, "both sides add members of different names")


def _slid(source: tuple[str, ...], target: tuple[str, ...], around: tuple[tuple[str, ...], str], apart: int) -> tuple[str, ...] | None:
    """As ``_both`` for members that a line diff shows one line or two too low: what leads each of them stands above, and their last lines lead
    what comes behind them.
    """
    above, _ = around
    for count in range(1, _SLIDE + 1):
        lead = above[-count:]
        if len(lead) < count or not source[-count:] == target[-count:] == lead or not any(line.strip() for line in lead):
            continue
        both = _both((*lead, *source[:-count]), (*lead, *target[:-count]), (above[:-count], lead[0]), apart)
        if both is not None and both[:count] == lead:
            return (*both[count:], *_gap(source[-count - 1 : -count], both), *lead)
    return None


def _gap(last: tuple[str, ...], both: tuple[str, ...]) -> tuple[str, ...]:
    """The blank line that stood before the lines that lead on, unless there is one."""
    return last if last and not last[0].strip() and both[-1].strip() else ()


def _both(source: tuple[str, ...], target: tuple[str, ...], around: tuple[tuple[str, ...], str], apart: int) -> tuple[str, ...] | None:
    ours, theirs = members(target), members(source)
    if ours is None or theirs is None:
        return None
    if _indent(ours) != _indent(theirs) or any(_LEAVES.match(m.lines[-1]) for m in (*ours, *theirs) if not m.long):
        return None
    twice = {m.name for m in ours} & {m.name for m in theirs}
    same = {m.lines for m in ours} & {m.lines for m in theirs}
    if any(m.name in twice and m.lines not in same for m in (*ours, *theirs)):
        return None
    if any(_alike(mine, yours) or tied(mine, yours) for mine in ours for yours in theirs):
        return None
    fresh = [m for m in theirs if m.lines not in same]
    merged = _sorted([*ours, *fresh], ours, theirs, around)
    if merged is None and all(line.rstrip().endswith(",") for m in (*ours, *theirs) for line in m.lines[-1:]):
        # What has a position keeps the one that callers on the source's side know.
        merged = [*theirs, *(m for m in ours if m.lines not in same)]
    merged = merged or [*ours, *fresh]
    if merged[0] is ours[0] and merged[: len(ours)] == list(ours):
        return _after(target, source, fresh, apart)
    return tuple(line for member in merged for line in _closed(member.lines))


def _alike(mine: Member, yours: Member) -> bool:
    """True for what looks like one thing twice: two versions of one member, of which people keep one."""
    one, other = (telling(line for line in member.lines if not _REMARK.match(line)) for member in (mine, yours))
    if mine.name == yours.name or len(one) + len(other) > _LONG:
        return False
    told = mine.named and yours.named
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= (_ONE if told or not mine.long else _ALIKE)


def _cut_off(region: Region) -> bool:
    """True when the line above leads into the region (a decorator, an attribute, a comment of both), or the one below goes on with a block in it."""
    at, stop = region.starts.target, region.stop(Side.TARGET)
    own, base = region.file.target, region.file.base
    above, below = own[at - 1] if at else "", next((line for line in own[stop:] if line.strip()), "")
    known = base[region.starts.base - 1] if region.starts.base else ""
    first = next((line for lines in (region.lines.target, region.lines.source) for line in lines if line.strip()), "")
    deeper = len(below) - len(below.lstrip()) > len(first) - len(first.lstrip())
    return (deeper and not below.lstrip().startswith((")", "]", "}"))) or (above != known and bool(_LEADS.match(above)))


def _inside_of_new(region: Region) -> bool:
    """True when the lines above, which both sides added alike, are the head of a block that the region is in."""
    at = region.starts.base
    known = region.file.base[at - 1] if at else ""
    head = region.file.target[: region.starts.target]
    first = next((line for lines in (region.lines.target, region.lines.source) for line in lines if line.strip()), "")
    for line in reversed(head):
        if line == known:
            return False
        if line.strip() and len(line) - len(line.lstrip()) < len(first) - len(first.lstrip()):
            return True
    return False


def _after(target: tuple[str, ...], source: tuple[str, ...], fresh: list[Member], apart: int) -> tuple[str, ...]:
    """The target's lines as they are, then the source's new members; those over several lines are set apart like their surroundings."""
    if not fresh:
        return target
    theirs = source if len(fresh) == len(members(source) or ()) else tuple(line for m in fresh for line in _closed(m.lines))
    inside = max(_blanks(reversed(target)), _blanks(target), _blanks(reversed(theirs)), _blanks(theirs))
    between = inside or (min(apart, 2) if any(_is_block(line) for line in (*target, *theirs)) else 0)
    head, tail = list(_closed(target)), list(theirs)
    while head and not head[-1].strip():
        head.pop()
    while tail and not tail[0].strip():
        tail.pop(0)
    return (*head, *["\n"] * between, *tail)


def _blanks(lines: Iterable[str]) -> int:
    """How many blank lines come first."""
    return sum(1 for _ in takewhile(lambda line: not line.strip(), lines))


def _is_block(line: str) -> bool:
    return line.rstrip().endswith((":", "{")) or line.lstrip().startswith("@")


def _sorted(
    merged: list[Member], ours: Sequence[Member], theirs: Sequence[Member], around: tuple[tuple[str, ...], str]
) -> list[Member] | None:
    """The members in order of their text, where everything around them is in that order already."""
    if any(m.long for m in merged):
        return None
    keys = [_key(m.lines[0]) for m in merged]
    above, behind = around
    before = [_key(line) for line in above[-_ROW:] if line.strip() and _column(line) == _indent(merged)]
    if not before or not before[-1] < min(keys):
        return None
    # Behind the last entry, a row of entries above it has to show the order.
    if not behind.strip() or _column(behind) != _indent(merged):
        if len(before) < _ROW or before != sorted(before):
            return None
    elif not max(keys) < _key(behind):
        return None
    if any([_key(m.lines[0]) for m in some] != sorted(_key(m.lines[0]) for m in some) for some in (ours, theirs)):
        return None
    return sorted(merged, key=lambda m: _key(m.lines[0]))


def _key(line: str) -> list[tuple[int, str]]:
    """Numbers by their value, words without their case."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", line.strip().lower()) if part]


def _column(line: str) -> int:
    return len(line) - len(line.lstrip())


def _indent(found: Sequence[Member]) -> int:
    return _column(found[0].lines[0])


def _closed(lines: tuple[str, ...]) -> tuple[str, ...]:
    return lines if not lines or lines[-1].endswith("\n") else (*lines[:-1], lines[-1] + "\n")


def _behind(region: Region) -> str:
    at = region.starts.target + len(region.lines.target)
    return region.file.target[at] if at < len(region.file.target) else ""
