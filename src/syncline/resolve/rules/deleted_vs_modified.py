"""One side removed the lines that the other side retouched.

Sees: a region that one side emptied, while the other side changed a few words of the same lines; and a whole file that one side deleted and the other
changed in its layout, comments or imports alone, or in functions and classes that the deleting side has in another file.
Answers: the removal. A changed function or class goes to where the deleting side has it now, where it stands there as the base had it.
Why right: a small change to lines that are no longer there has nothing left to speak of: a new spelling, a type, a message. It is named as
overruled, and its owner is asked.
Declines when: the other side added lines or more than a few words: that is work of its own, and a decision; the removed lines are all
there was in the file, or stand elsewhere on the side that removed them: there the change should follow them.
Safety: unsafe.
"""

from __future__ import annotations

from syncline.core.merge import Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region
from syncline.resolve.weave import line_changes, token_changes
from syncline.resolve.words import blank, telling

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE

# Of the words in the removed lines, at most this share may be new, and this share be gone, on the side that kept them.
_FEW = 0.3


def run(region: Region) -> Resolution | Declined:
    """Look which side emptied the region, and how much the other one changed."""
    if blank(region.lines.base):
        return Declined("nothing was removed")
    for side in Side:
        if blank(region.lines.side(side)) and not blank(region.lines.side(side.other)):
            if blank(region.file.side(side)):
                return Declined(f"the {side.value} emptied the whole file")
            if _moved(region, side):
                return Declined(f"the {side.value} moved the lines that the {side.other.value} changed")
            return _removed(region, side)
    return Declined("no side removed the lines as a whole")


def _removed(region: Region, side: Side) -> Resolution | Declined:
    base, kept = telling(region.lines.base), telling(region.lines.side(side.other))
    changes = token_changes(base, kept)
    if changes is None:
        return Declined("too large to compare word by word")
    # A line that was moved in them is an added one, too: where it stands now, it may speak of what is around them.
    added = any(c.start == c.stop and telling(c.new) for c in line_changes(region.lines.base, region.lines.side(side.other)))
    rows = [sum(bool(line.strip()) for line in lines) for lines in (region.lines.base, region.lines.side(side.other))]
    gone = sum(change.stop - change.start for change in changes)
    if (
        added
        or rows[1] > rows[0]
        or max(gone, sum(len(change.new) for change in changes)) >= _FEW * len(base)
        or _says_more(region, side.other)
    ):
        return Declined(f"the {side.value} removed what the {side.other.value} goes on working on")
    return Resolution(
        region.lines.side(side), Safety.UNSAFE, f"the {side.value} removed these lines; the {side.other.value} changed a few words in them"
    )


def _says_more(region: Region, side: Side) -> bool:
    """True when the side has a line there that is not mostly made of words of the base's lines: it says something of its own."""
    known = set(telling(region.lines.base))
    lines = ([word for word in telling((line,)) if word.isidentifier()] for line in region.lines.side(side))
    return any(sum(word in known for word in words) * 2 < len(words) for words in lines)


def _moved(region: Region, side: Side) -> bool:
    """True when most of the removed lines stand elsewhere on that side, where the base does not have them."""
    wanted = [line.strip() for line in region.lines.base if len(line.strip()) > 3]
    fresh = {line.strip() for line in region.file.side(side)} - {line.strip() for line in region.file.base if line not in region.lines.base}
    return bool(wanted) and sum(line in fresh for line in wanted) * 2 > len(wanted)
