"""The sides changed lines that touch, but not the same ones.

Sees: a region where git's guard of one common line between changes made the conflict: each line of the base was changed by one side at most.
Answers: the changes of both sides, in the order of the base.
Why right: each side's lines stand where that side put them, and nothing that either removed remains.
Declines when: both sides changed one line, or both inserted at one and the same place; a decorator or an annotation would stand before another
definition than on its side.
Safety: safe where each side edited its lines in place: line for line, with most of their words kept, and no new word that the other side brings too.
Unsafe where lines come or go, or where one is a decorator or an annotation: they may speak of what stands beside them. A suggestion where one side
inserts beside lines of which the other left none.
"""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.merge import Merge
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.leading import leads, strays
from syncline.resolve.view import Region
from syncline.resolve.weave import Change, line_changes, token_changes, weave
from syncline.resolve.words import telling

STATUS = Status.STABLE
SAFETY = Safety.SAFE

# At least this share of a line's words stays where the line was edited, not replaced.
_KEPT = 0.5


def run(region: Region) -> Resolution | Declined:
    """Weave the changed lines."""
    base = region.lines.base
    if not base:
        return Declined("both sides insert at the same place")
    source, target = line_changes(base, region.lines.source), line_changes(base, region.lines.target)
    answer = weave(base, Merge((), source, target))
    if answer is None:
        return Declined("both sides changed the same lines, or inserted at the same place")
    if name := strays(region, answer):
        return Declined(f"what leads {name} would lead another definition")
    if _leans(base, source, target) or _leans(base, target, source):
        return Resolution(answer, Safety.SUGGESTION, "one side inserts beside lines that the other rewrote as a whole")
    changes = (*source, *target)
    led = any(leads(region.language, line) for change in changes for line in (*base[change.start : change.stop], *change.new))
    if not led and all(_in_place(base, change) for change in changes) and not _brought(base, source) & _brought(base, target):
        return Resolution(answer, Safety.SAFE, "each side edited lines of its own, in place")
    return Resolution(answer, Safety.UNSAFE, "the sides changed different lines")


def _in_place(base: Sequence[str], change: Change[str]) -> bool:
    """True where lines stayed lines, each with most of its words."""
    old = base[change.start : change.stop]
    return len(old) == len(change.new) and all(_edited(one, other) for one, other in zip(old, change.new, strict=True))


def _edited(old: str, new: str) -> bool:
    before = telling((old,))
    changes = token_changes(before, telling((new,)))
    return changes is not None and sum(change.stop - change.start for change in changes) <= (1 - _KEPT) * len(before)


def _brought(base: Sequence[str], changes: Sequence[Change[str]]) -> set[str]:
    """The words that say something and are new in the lines that a side changed."""
    found: set[str] = set()
    for change in changes:
        known = set(telling(base[change.start : change.stop]))
        found |= {word for word in telling(change.new) if word not in known and word.isidentifier()}
    return found


def _leans(base: Sequence[str], one: Sequence[Change[str]], other: Sequence[Change[str]]) -> bool:
    """True when one side only inserts, and the other rewrote everything that stood there: what was inserted may have been meant for that."""
    inserts = all(change.start == change.stop for change in one)
    rewritten = sum(change.stop - change.start for change in other if change.new)
    return inserts and rewritten == len(base)
