"""One side's change is contained in the other's.

Sees: a region where every change of one side, word by word, also happened at that place on the other side, which changed more.
Answers: the side that changed more.
Why right: what the smaller change removed is gone in the answer, and what it added is in it, in order and at its place.
Declines when: a word that one side added is missing on the other, or one that it removed is still there, in the region or in the lines beside it;
the sides import from different modules; the changes are at different places.
Safety: safe; unsafe where both sides only add, where one removed words inside of what the other rewrote, or where the side that gives way changed the
file elsewhere, too: then its change is no part of the other's work, and may be meant as it stands; a suggestion where one side took words out of a
line that the other took away, and in a file that both brought.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from syncline.core.merge import Merge, Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.core.text import squeezed
from syncline.resolve.view import Region
from syncline.resolve.weave import Change, token_changes
from syncline.resolve.words import is_within, telling

STATUS = Status.STABLE
SAFETY = Safety.SAFE
# One side's text stands for both.
YIELDS = True

_FROM = re.compile(r"\s*from\s+(\S+)\s+import\b")
# Lines above and below a region in which a removed line may stand on.
_NEAR = 3


def run(region: Region) -> Resolution | Declined:
    """Lay both sides' changes over the base and see whether one covers the other."""
    plain = region.lines.map(telling)
    source, target = token_changes(plain.base, plain.source), token_changes(plain.base, plain.target)
    if source is None or target is None:
        return Declined("too large to compare word by word")
    if region.language == "python" and len({_modules(region.lines.side(side)) for side in Side}) > 1:
        return Declined("the sides import from different modules")
    changes = Merge((), source, target)
    covering = [side for side in (Side.TARGET, Side.SOURCE) if _covers(changes.side(side), changes.side(side.other))]
    for side in covering:
        if beside := _still_beside(region, side):
            return Declined(f"the {side.other.value} took away a line that stands on beside the region: {beside}")
    for side in covering[:1]:
        said = f"the {side.value}'s change contains the {side.other.value}'s"
        return Resolution(region.lines.side(side), _safety(region, changes.side(side), changes.side(side.other)), said)
    return Declined("neither side's change contains the other's")


def _modules(lines: Sequence[str]) -> frozenset[str]:
    """Where the lines import from: a module by its place and the same by its whole name share words, and are two ways to say it."""
    return frozenset(found[1] for line in lines if (found := _FROM.match(line)) is not None)


def _covers(large: Sequence[Change[str]], small: Sequence[Change[str]]) -> bool:
    return all(any(_holds(big, one) for big in large) for one in small)


def _holds(big: Change[str], one: Change[str]) -> bool:
    return big.start <= one.start and one.stop <= big.stop and is_within(one.new, big.new)


def _safety(region: Region, large: Sequence[Change[str]], small: Sequence[Change[str]]) -> Safety:
    """A removal inside of a rewrite happens to be contained in it; that both sides meant the same is not shown by it."""
    borders = frozenset(accumulate((len(telling((line,))) for line in region.lines.base), initial=0))
    held = [(big, one) for one in small for big in large if _holds(big, one)]
    # What one side lacks of a file that both brought, it may have taken out.
    if not region.file.base or any(_cut_away(big, one, borders) for big, one in held):
        return Safety.SUGGESTION
    rewritten = any(not one.new and big.stop - big.start > 2 * (one.stop - one.start) and big.new for big, one in held)
    return Safety.SAFE if telling(region.lines.base) and not rewritten else Safety.UNSAFE


def _cut_away(big: Change[str], one: Change[str], borders: frozenset[int]) -> bool:
    """One side takes words out of a line that the other takes away: it goes on with the rest, and the other may have put the line elsewhere."""
    return not one.new and not big.new and not borders.issuperset((one.start, one.stop))


def _still_beside(region: Region, side: Side) -> str:
    """A line of the region's base that the other side took away, and that ``side`` has just above or below, as often as ever: a diff may have put
    it there by chance.
    """
    gone = {squeezed(line) for line in region.lines.base} - {squeezed(line) for line in region.lines.side(side.other)}
    own, stop = region.file.side(side), region.stop(side)
    near = (*own[max(region.starts.side(side) - _NEAR, 0) : region.starts.side(side)], *own[stop : stop + _NEAR])
    for line in near:
        text = squeezed(line)
        if text in gone and telling((line,)):
            now, before = (sum(1 for one in lines if squeezed(one) == text) for lines in (own, region.file.base))
            if now >= before:
                return line.strip()[:60]
    return ""
