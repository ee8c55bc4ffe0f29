"""The sides changed lines that touch, but not the same ones.

Sees: a region where git's guard of one common line between changes made the conflict: each line of the base was changed by one side at most.
Answers: the changes of both sides, in the order of the base.
Why right: each side's lines stand where that side put them, and nothing that either removed remains.
Declines when: both sides changed one line, or both inserted at one and the same place.
Safety: unsafe; a suggestion where one side inserts beside lines of which the other left none.
"""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.merge import Merge
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region
from syncline.resolve.weave import Change, line_changes, weave

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE


def run(region: Region) -> Resolution | Declined:
    """Weave the changed lines."""
    base = region.lines.base
    if not base:
        return Declined("both sides insert at the same place")
    source, target = line_changes(base, region.lines.source), line_changes(base, region.lines.target)
    answer = weave(base, Merge((), source, target))
    if answer is None:
        return Declined("both sides changed the same lines, or inserted at the same place")
    if _leans(base, source, target) or _leans(base, target, source):
        return Resolution(answer, Safety.SUGGESTION, "one side inserts beside lines that the other rewrote as a whole")
    return Resolution(answer, Safety.UNSAFE, "the sides changed different lines")


def _leans(base: Sequence[str], one: Sequence[Change[str]], other: Sequence[Change[str]]) -> bool:
    """True when one side only inserts, and the other rewrote everything that stood there: what was inserted may have been meant for that."""
    inserts = all(change.start == change.stop for change in one)
    rewritten = sum(change.stop - change.start for change in other if change.new)
    return inserts and rewritten == len(base)
