"""One side removed the lines that the other side retouched.

Sees: a region that one side emptied, or of which it removed some lines, while the other side changed a few words of the same lines.
Answers: the removal, with whatever else either side changed around it.
Why right: a small change to lines that are no longer there has nothing left to speak of: a new spelling, a type, a message. It is named as
overruled, and its owner is asked.
Declines when: the other side added lines or more than a few words: that is work of its own, and a decision; the removed lines stand
elsewhere on the side that removed them: there the change should follow them.
Safety: unsafe.
"""

from __future__ import annotations

from syncline.core.merge import Merge, Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region
from syncline.resolve.weave import Change, line_changes, token_changes, weave
from syncline.resolve.words import blank, telling

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE

# Of the words in the removed lines, at most this share may be new on the side that kept them.
_FEW = 0.3


def run(region: Region) -> Resolution | Declined:
    """Look which side emptied the region, and how much the other one changed."""
    if blank(region.lines.base):
        return Declined("nothing was removed")
    for side in Side:
        if blank(region.lines.side(side)) and not blank(region.lines.side(side.other)):
            if _moved(region, side):
                return Declined(f"the {side.value} moved the lines that the {side.other.value} changed")
            whole = _removed(region, side)
            partly = _partly(region) if isinstance(whole, Declined) else whole
            return partly if isinstance(partly, Resolution) else whole
    return _partly(region)


def _partly(region: Region) -> Resolution | Declined:
    """Some of the lines were removed by one side and retouched by the other: what was retouched goes, everything else is woven."""
    base = region.lines.base
    source, target = line_changes(base, region.lines.source), line_changes(base, region.lines.target)
    kept = Merge((), _beyond(base, source, target), _beyond(base, target, source))
    if len(kept.source) == len(source) and len(kept.target) == len(target):
        return Declined("no side removed what the other side retouched")
    answer = weave(base, kept)
    if answer is None:
        return Declined("the sides also changed the same lines")
    return Resolution(answer, Safety.UNSAFE, "one side removed lines in which the other side changed a few words")


def _beyond(base: tuple[str, ...], mine: tuple[Change[str], ...], other: tuple[Change[str], ...]) -> tuple[Change[str], ...]:
    """My changes without those that only retouch lines which the other side removed."""
    return tuple(one for one in mine if not any(_retouches(base, one, gone) for gone in other))


def _retouches(base: tuple[str, ...], one: Change[str], gone: Change[str]) -> bool:
    if gone.new or not (gone.start <= one.start and one.stop <= gone.stop and one.start < one.stop) or not one.new:
        return False
    words = telling(base[one.start : one.stop])
    changes = token_changes(words, telling(one.new))
    return changes is not None and len(one.new) <= one.stop - one.start and sum(len(change.new) for change in changes) < _FEW * len(words)


def _removed(region: Region, side: Side) -> Resolution | Declined:
    base, kept = telling(region.lines.base), telling(region.lines.side(side.other))
    changes = token_changes(base, kept)
    if changes is None:
        return Declined("too large to compare word by word")
    rows = [sum(bool(line.strip()) for line in lines) for lines in (region.lines.base, region.lines.side(side.other))]
    if rows[1] > rows[0] or sum(len(change.new) for change in changes) >= _FEW * len(base):
        return Declined(f"the {side.value} removed what the {side.other.value} goes on working on")
    return Resolution(
        region.lines.side(side), Safety.UNSAFE, f"the {side.value} removed these lines; the {side.other.value} changed a few words in them"
    )


def _moved(region: Region, side: Side) -> bool:
    """True when most of the removed lines stand elsewhere on that side, where the base does not have them."""
    wanted = [line.strip() for line in region.lines.base if len(line.strip()) > 3]
    fresh = {line.strip() for line in region.file.side(side)} - {line.strip() for line in region.file.base if line not in region.lines.base}
    return bool(wanted) and sum(line in fresh for line in wanted) * 2 > len(wanted)
