"""Conflict regions that people blended: what of a side is in the blend though no line of its own stands there unchanged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from syncline.account.fates import HunkFates, trivial
from syncline.account.threeway import Stretch, StretchKind
from syncline.core.ledger import Fate
from syncline.core.merge import Merge, Side
from syncline.core.text import squeezed

_TOKEN = re.compile(r"\w+|[^\w\s]")


def claim_adapted(fates: HunkFates, merged: Sequence[str], free: set[int]) -> None:
    """Mark missing added lines EQUIVALENT where every word that they bring is in the unclaimed merged lines at that spot.

    A person who blends two edits of one line writes a line that neither side has. What counts is what the side *added*: the words of its
    lines that the lines it replaced do not have. Refuses where the side brings no word of its own.
    """
    missing = [at for at, fate in enumerate(fates.added) if fate is None]
    spots = [m for m in range(fates.window.start, fates.window.stop) if m in free]
    if not missing or not spots:
        return
    brought = _words(fates.hunk.added[at] for at in missing) - _words(fates.hunk.removed)
    if not any(word[0].isalpha() or word[0] == "_" for word in brought):
        return
    said = "\n".join(merged[m] for m in spots)
    # To look for a few words takes far less than to count all of them.
    if all(word in said for word in brought) and not brought - _words((said,)):
        for at in missing:
            fates.added[at] = Fate.EQUIVALENT
        free.difference_update(spots)


def _words(lines: Iterable[str]) -> Counter[str]:
    return Counter(_TOKEN.findall("\n".join(lines)))


def dropped_stretches(side: Side, hunks: Sequence[HunkFates], lines: Merge[tuple[str, ...]], cut: Sequence[Stretch]) -> frozenset[int]:
    """The conflicting stretches of which nothing of ``side`` is left: there the other side's text was taken alone.

    Lines that the other side has there too do not speak for this one.
    """
    kept: dict[int, bool] = {}
    for fates in hunks:
        stretch = cut[fates.stretch]
        if stretch.kind is not StretchKind.CONFLICT:
            continue
        across = stretch.spans.side(side.other)
        shared = {squeezed(line) for line in lines.side(side.other)[across.start : across.stop]}
        own = [at for at, text in enumerate(fates.hunk.added) if not trivial(text) and squeezed(text) not in shared]
        alive = any(fates.added[at] is not None for at in own)
        if not own:
            # It only removed, or says what the other side says too: alive unless a removed line is back.
            alive = all(fate is not None for fate in fates.removed)
        kept[fates.stretch] = kept.get(fates.stretch, False) or alive
    return frozenset(at for at, alive in kept.items() if not alive)


# Missing lines for each base line that both sides wrote over, from which on more than a choice between two wordings was lost.
_WORDINGS = 2


def chosen(fates: HunkFates, across: Sequence[HunkFates]) -> bool:
    """What is missing of a hunk are lines in whose place the other side wrote something too, which stands there: somebody chose between the two.

    Refuses where much more is missing than both wrote over: an addition beside a changed line is nobody's choice.
    """
    here = fates.hunk.base
    over = [one for one in across if one.hunk.base.start < here.stop and here.start < one.hunk.base.stop]
    if not any(one.added[at] is not None for one in over for at, line in enumerate(one.hunk.added) if not trivial(line)):
        return False
    shared = {at for one in over for at in range(max(one.hunk.base.start, here.start), min(one.hunk.base.stop, here.stop))}
    missing = sum(1 for at, fate in enumerate(fates.added) if fate is None and not trivial(fates.hunk.added[at]))
    return 0 < missing <= _WORDINGS * len(shared)


# Words that two lines must share, of those that either has, for one to be a variant of the other.
_VARIANT = 0.5


def varied(fates: HunkFates, merged: Sequence[str], unclaimed: Collection[int]) -> bool:
    """For every missing line of a hunk the merge has a variant at that spot: the other side's, or one that adapts it to the other side's text.

    ``unclaimed`` are the merged lines that are not this side's.
    """
    missing = [fates.hunk.added[at] for at, fate in enumerate(fates.added) if fate is None and not trivial(fates.hunk.added[at])]
    spots = [_words((merged[m],)) for m in range(fates.window.start, fates.window.stop) if m in unclaimed]
    if not missing or len(missing) > len(spots):
        return False
    for words in (_words((line,)) for line in missing):
        best = max(range(len(spots)), key=lambda at: _alike(words, spots[at]), default=None)
        if best is None or _alike(words, spots[best]) < _VARIANT:
            return False
        spots.pop(best)
    return True


def _alike(one: Counter[str], other: Counter[str]) -> float:
    return (one & other).total() / max((one | other).total(), 1)
