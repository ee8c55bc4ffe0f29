"""The sides changed different words of the same lines.

Sees: a region where no word of the base was changed by both sides.
Answers: the base's lines with the changes of both.
Why right: each changed word stands where its side put it, with unchanged words between the changes of the two sides.
Declines when: changes of both sides touch or overlap; the region is too large to compare word by word; a decorator or an annotation would stand
before another definition than on its side.
Safety: safe where each side made one change within a line, five words or more apart; unsafe where there are more, or they are nearer, or one of them
takes lines away or brings some: what a whole line says may speak of what the other side changed;
a suggestion where fewer than three unchanged words stand between them, where both add the same words at different places, or where there are more
than seven changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.merge import Merge
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.core.text import split_lines
from syncline.resolve.leading import strays
from syncline.resolve.view import Region
from syncline.resolve.weave import Change, token_changes, weave
from syncline.resolve.words import telling, words

STATUS = Status.STABLE
SAFETY = Safety.SAFE

# Changes with fewer unchanged words between them often belong together: two spellings of one argument, say.
_APART = 3
# More changes than these are two rewritings that happen to miss each other.
_MANY = 7
# From here on, one change on each side is taken to be unrelated to the other.
_FAR = 5


def run(region: Region) -> Resolution | Declined:
    """Weave the changed words."""
    cut = region.lines.map(words)
    source, target = token_changes(cut.base, cut.source), token_changes(cut.base, cut.target)
    if source is None or target is None:
        return Declined("too large to compare word by word")
    if not source or not target:
        # A change beside a conflict, opened anew because the whole breaks.
        return Declined("one side changed no word here")
    answer = weave(cut.base, Merge((), source, target), touching=False)
    if answer is None:
        return Declined("both sides changed the same words, or words that touch")
    lines = split_lines("".join(answer))
    if name := strays(region, lines):
        return Declined(f"what leads {name} would lead another definition")
    between = min(_between(cut.base, one, other) for one in source for other in target)
    if between < _APART:
        return Resolution(
            lines, Safety.SUGGESTION, f"the sides changed different words, but only {between} unchanged ones stand between them"
        )
    if len(source) + len(target) > _MANY:
        return Resolution(lines, Safety.SUGGESTION, "the sides changed different words, but many of them")
    if any(_same_words_added(one, other) for one in source for other in target):
        return Resolution(lines, Safety.SUGGESTION, "both sides add the same words, at different places")
    alone = len(source) == len(target) == 1 and between >= _FAR
    safety = Safety.SAFE if alone and not any(_breaks(cut.base, change) for change in (*source, *target)) else Safety.UNSAFE
    return Resolution(lines, safety, "the sides changed different words")


def _breaks(base: Sequence[str], change: Change[str]) -> bool:
    """True where a change does not stay within a line."""
    return any("\n" in word for word in (*change.new, *base[change.start : change.stop]))


def _same_words_added(one: Change[str], other: Change[str]) -> bool:
    """True where both sides add the same that says something, each at its place: it may be one thing, put at two."""
    mine = sorted(telling(one.new))
    return bool(mine) and one.start == one.stop and other.start == other.stop and mine == sorted(telling(other.new))


def _between(base: Sequence[str], one: Change[str], other: Change[str]) -> int:
    """How many words that say something stand between two changes."""
    start, stop = (one.stop, other.start) if one.stop <= other.start else (other.stop, one.start)
    return len(telling(base[start:stop]))
