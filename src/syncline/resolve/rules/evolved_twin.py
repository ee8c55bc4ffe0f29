"""One side's text is an earlier state of the other's.

Sees: a region where the text of one side stood, at that very place, in an earlier commit of the other side: a squash, a cherry-pick or a port,
and work that went on from there.
Answers: the side that went on.
Why right: the other side had this change already and its own later commits replaced it, knowingly.
Declines when: neither side's history shows the other's text; both do; there is no history to look at; the text only lacks something, and the
commit that lacks it too does not descend from the merge base (from each, where there are several): it may never have had it.
Safety: safe; unsafe where the side that gives way changed the file elsewhere, too: then it did not only take over what the other had, and went a way
of its own; a suggestion where the commit with the earlier state does not descend from every merge base: the text may have been given up before, and
be back on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from syncline.core.merge import Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.core.text import squeezed
from syncline.resolve.view import Region, State
from syncline.resolve.words import telling

STATUS = Status.STABLE
SAFETY = Safety.SAFE
# One side's text stands for both.
YIELDS = True


def run(region: Region) -> Resolution | Declined:
    """Look for each side's text in the other side's history."""
    found = {side: _earlier(region, side) for side in Side}
    source, target = found[Side.SOURCE], found[Side.TARGET]
    if source is not None and target is not None:
        return Declined("each side's text is in the history of the other")
    if source is not None:
        return _went_on(region, Side.TARGET, source)
    if target is not None:
        return _went_on(region, Side.SOURCE, target)
    return Declined("neither side's history shows the other's text")


def _went_on(region: Region, side: Side, state: State) -> Resolution:
    reason = f"the {side.value} had the {side.other.value}'s text in {state.commit[:10]} and went on from there"
    return Resolution(region.lines.side(side), Safety.SAFE if state.later else Safety.SUGGESTION, reason)


def _earlier(region: Region, side: Side) -> State | None:
    """The state of the other side that had the text of ``side`` here."""
    wanted = telling(region.lines.side(side))
    if wanted == telling(region.lines.base):
        return None
    other = side.other
    weaker: State | None = None
    brought = Counter(wanted) - Counter(telling(region.lines.base))
    longest = max(wanted, key=len, default="")
    sign = _sign(region, other, wanted)
    for state in region.view.states(other):
        # Long words are rare: most states are passed over before they are even squeezed, and few are cut into lines.
        if longest in state.text and sign in state.squeezed:
            there = _placed(region, other, state)
            if there is not None and telling(there) == wanted:
                if state.later:
                    return state
                weaker = weaker or (state if brought else None)
    return weaker


def _sign(region: Region, side: Side, wanted: Sequence[str]) -> str:
    """What a state must hold, white space aside: the wanted words between the lines above and below the region on ``side``."""
    own, start, stop = region.file.side(side), region.starts.side(side), region.stop(side)
    return squeezed(own[start - 1] if start else "") + "".join(wanted) + squeezed(own[stop] if stop < len(own) else "")


def _placed(region: Region, side: Side, state: State) -> Sequence[str] | None:
    """The lines of a state that stand where the region stands on ``side``, told by the lines around it."""
    start, stop = region.starts.side(side), region.stop(side)
    low: int | None = 0 if start == 0 else None
    high: int | None = len(state.lines) if stop == len(region.file.side(side)) else None
    for a, b, n in region.view.shared(side, state):
        if a < start <= a + n:
            low = b + start - a
        if a <= stop < a + n:
            high = b + stop - a
    return state.lines[low:high] if low is not None and high is not None and low <= high else None
