"""One side's change is contained in the other's.

Sees: a region where every change of one side, word by word, also happened at that place on the other side, which changed more.
Answers: the side that changed more.
Why right: what the smaller change removed is gone in the answer, and what it added is in it, in order and at its place.
Declines when: a word that one side added is missing on the other, or one that it removed is still there; the changes are at different places.
Safety: safe; unsafe where both sides only add, where one removed words inside of what the other rewrote, or where the side that gives way changed the
file elsewhere, too: then its change is no part of the other's work, and may be meant as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region
from syncline.resolve.weave import Change, token_changes
from syncline.resolve.words import is_within, telling

STATUS = Status.STABLE
SAFETY = Safety.SAFE
# One side's text stands for both.
YIELDS = True


def run(region: Region) -> Resolution | Declined:
    """Lay both sides' changes over the base and see whether one covers the other."""
    plain = region.lines.map(telling)
    source, target = token_changes(plain.base, plain.source), token_changes(plain.base, plain.target)
    if source is None or target is None:
        return Declined("too large to compare word by word")
    if _covers(target, source):
        return Resolution(region.lines.target, _safety(plain.base, target, source), "the target's change contains the source's")
    if _covers(source, target):
        return Resolution(region.lines.source, _safety(plain.base, source, target), "the source's change contains the target's")
    return Declined("neither side's change contains the other's")


def _covers(large: Sequence[Change[str]], small: Sequence[Change[str]]) -> bool:
    return all(any(_holds(big, one) for big in large) for one in small)


def _holds(big: Change[str], one: Change[str]) -> bool:
    return big.start <= one.start and one.stop <= big.stop and is_within(one.new, big.new)


def _safety(base: Sequence[str], large: Sequence[Change[str]], small: Sequence[Change[str]]) -> Safety:
    """A removal inside of a rewrite happens to be contained in it; that both sides meant the same is not shown by it."""
    rewritten = any(
        not one.new and big.stop - big.start > 2 * (one.stop - one.start) for one in small for big in large if _holds(big, one) and big.new
    )
    return Safety.SAFE if base and not rewritten else Safety.UNSAFE
