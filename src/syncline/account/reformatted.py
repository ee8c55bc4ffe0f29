"""The same statements laid out differently: a merge that was run through a formatter, or imports in another order."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet

from syncline.account.fates import HunkFates, trivial
from syncline.account.matching import blocks, thorough_blocks
from syncline.core.hunk import Span
from syncline.core.ledger import Fate
from syncline.core.names import RepoPath
from syncline.core.text import all_squeezed, squeezed
from syncline.syntax import language_of
from syncline.syntax.statement import Statement
from syncline.syntax.statements import both_statements, spelled


def claim_reformatted(
    path: RepoPath,
    own: Sequence[str],
    base: Sequence[str],
    merged: Sequence[str],
    hunks: Sequence[HunkFates],
    free: set[int],
    unclaimed: AbstractSet[int],
) -> None:
    """Mark missing added lines EQUIVALENT where the merge has every statement on them, in the side's order, each once; imports in any order.

    A removed line that seems to be back is no loss either where the side only laid it out differently, or where what stands there again is
    part of a statement that the side has. Uses up the merged lines it claims (``free``, of those that were ``unclaimed`` at first: pieces of a
    statement may have been claimed as lines).
    """
    if not unclaimed or not any(None in fates.added or None in fates.removed for fates in hunks):
        return
    language = language_of(path)
    if language != "python" or not _conceivable(merged, hunks, unclaimed):
        return
    missing = {fates.hunk.lines.start + at for fates in hunks for at, fate in enumerate(fates.added) if fate is None}

    def open_gap(mine: range, there: range) -> bool:
        return not (missing.isdisjoint(mine) and unclaimed.isdisjoint(there))

    pair = _changed(language, own, merged, missing, unclaimed, open_gap)
    if pair is None:
        return
    mine, yours = pair
    ours, theirs = _pairs(mine, yours)
    kept, claimed = _whole_lines(mine, ours), _whole_lines(yours, theirs)
    anywhere = {line for one in mine if not one.ordered for line in range(one.lines.start, one.lines.stop)}
    for fates in hunks:
        start = fates.hunk.lines.start
        for at, fate in enumerate(fates.added):
            if fate is None and start + at in kept and (at not in fates.undone or start + at in anywhere):
                fates.added[at] = Fate.EQUIVALENT
    back = [fates for fates in hunks if None in fates.removed]
    if back:
        old = {row for fates in back for row in range(fates.hunk.base.start, fates.hunk.base.stop)}

        def back_gap(before: range, _: range) -> bool:
            return not old.isdisjoint(before)

        before, after = _changed(language, base, own, among=back_gap) or ((), ())
        for fates in back:
            # In the same hunk: what stands further on was moved, not laid out anew.
            first = _inside(before, fates.hunk.base)
            only_spaced = _whole_lines(first, _pairs(first, _inside(after, fates.hunk.lines))[0])
            _settle_removed(fates, only_spaced, claimed, merged)
    free.difference_update(claimed)


def claim_layout(path: RepoPath, own: Sequence[str], base: Sequence[str], hunks: Sequence[HunkFates]) -> None:
    """Mark missing added lines EQUIVALENT that say in another layout what the side's hunk replaced: nothing but the layout is missing.

    What stands in the merge instead does not matter: it may be the other side's change of the old layout, or of the new one.
    """
    language = language_of(path)
    if language != "python":
        return
    open_ones = [fates for fates in hunks if _only_laid_out(fates)]
    rows = [row for fates in open_ones for row in range(fates.hunk.lines.start, fates.hunk.lines.stop)]
    before = [row for fates in open_ones for row in range(fates.hunk.base.start, fates.hunk.base.stop)]
    pair = both_statements(language, "".join(own), "".join(base), rows, before) if open_ones else None
    if pair is None:
        return
    for fates in open_ones:
        mine, old = _inside(pair[0], fates.hunk.lines), _inside(pair[1], fates.hunk.base)
        same = _whole_lines(mine, _pairs(mine, old)[0])
        for at, fate in enumerate(fates.added):
            if fate is None and fates.hunk.lines.start + at in same:
                fates.added[at] = Fate.EQUIVALENT


def _only_laid_out(fates: HunkFates) -> bool:
    """Some missing line has all its words among those that its hunk replaced."""
    missing = [line for line, fate in _and_fate(fates.hunk.added, fates.added) if fate is None and not trivial(line)]
    old = _words_of(fates.hunk.removed) if missing else frozenset()
    return any(_all_among(line, old) for line in missing)


def _inside(text: Sequence[Statement], span: Span) -> list[Statement]:
    return [one for one in text if one.lines.start < span.stop and span.start < one.lines.stop]


def _conceivable(merged: Sequence[str], hunks: Sequence[HunkFates], unclaimed: AbstractSet[int]) -> bool:
    """Whether parsing can explain anything, by words alone.

    Some missing line has all its words among the unclaimed merged lines around its place; or, as part of an import, among the merged imports. Or
    some removed line that is back has all its words among those that its side wrote in its place: the same in another layout.
    """
    imported: frozenset[str] | None = None
    for fates in hunks:
        missing = [line for line, fate in _and_fate(fates.hunk.added, fates.added) if fate is None and not trivial(line)]
        back = [line for line, fate in _and_fate(fates.hunk.removed, fates.removed) if fate is None and not trivial(line)]
        if not missing and not back:
            continue
        own = _words_of(fates.hunk.added)
        if any(_all_among(line, own) for line in back):
            return True
        rows = range(max(fates.window.start - _NEAR, 0), min(fates.window.stop + _NEAR, len(merged)))
        near = _words_of(merged[at] for at in rows if at in unclaimed)
        for line in missing:
            if _all_among(line, near):
                return True
        for line in (*missing, *back):
            if _IMPORTING.match(line):
                if imported is None:
                    imported = _words_of(there for there in merged if _IMPORTING.match(there))
                if _all_among(line, imported):
                    return True
    return False


def _and_fate(lines: Sequence[str], fates: Sequence[Fate | None]) -> Iterable[tuple[str, Fate | None]]:
    return zip(lines, fates, strict=True)


def _all_among(line: str, words: frozenset[str]) -> bool:
    """Whether all words of a line are among ``words``; never for brackets alone, which say nothing."""
    own = _WORD.findall(line)
    return bool(own) and words.issuperset(own)


def _words_of(lines: Iterable[str]) -> frozenset[str]:
    return frozenset(word for line in lines for word in _WORD.findall(line))


# Lines around the place of a hunk: a formatter moves nothing further.
_NEAR = 10
# The letters before a quote are not a word: a formatter may drop them.
_WORD = re.compile(r"(?![BFRUbfru]{1,2}['\"])\w+")
# An import, or a line between its brackets.
_IMPORTING = re.compile(r"\s*(import\b|from\b|\w+(\s+as\s+\w+)?\s*[,)\\]?\s*(#.*)?$)")


def laid_out_again(path: RepoPath, lines: Sequence[str], merged: Sequence[str]) -> frozenset[int]:
    """The lines of a text of which the merge has every statement, however it lays them out."""
    language = language_of(path)
    pair = _changed(language, lines, merged)
    return _whole_lines(pair[0], _pairs(*pair)[0]) if pair is not None else frozenset()


def _changed(
    language: str | None,
    one: Sequence[str],
    other: Sequence[str],
    more: Iterable[int] = (),
    there: Iterable[int] = (),
    among: Callable[[range, range], bool] = lambda _, __: True,
) -> tuple[tuple[Statement, ...], tuple[Statement, ...]] | None:
    """The statements of two texts that do not stand on the same lines in both, and those on lines ``more`` and ``there``; ``None`` where a text
    does not parse. Of the gaps between what is the same only those ``among`` which they are wanted.

    Statements on lines that a diff finds in both are the same; to spell out a whole file costs ten times as much.
    """
    rows, others = set(more), set(there)
    same = blocks(one, other)
    a = b = 0
    for i, j, n in (*same, (len(one), len(other), 0)):
        if i > a or j > b:
            # The lines around a gap too: what has an empty line more has no line of its own in the other text.
            gap = range(max(a - 1, 0), min(i + 1, len(one))), range(max(b - 1, 0), min(j + 1, len(other)))
            if among(*gap):
                rows.update(gap[0])
                others.update(gap[1])
        a, b = i + n, j + n
    rows, others = rows | _counterparts(others, [(j, i, n) for i, j, n in same]), others | _counterparts(rows, same)
    return both_statements(language, "".join(one), "".join(other), rows, others)


def _counterparts(rows: Iterable[int], same: Sequence[tuple[int, int, int]]) -> set[int]:
    """Where the lines stand in the other text that both have."""
    found: set[int] = set()
    starts = [i for i, _, _ in same]
    for row in rows:
        at = bisect_right(starts, row) - 1
        if at >= 0:
            i, j, n = same[at]
            if row < i + n:
                found.add(j + row - i)
    return found


def _settle_removed(fates: HunkFates, only_spaced: frozenset[int], claimed: frozenset[int], merged: Sequence[str]) -> None:
    there = all_squeezed(merged[fates.window.start : fates.window.stop]) if None in fates.removed else []
    for at, fate in enumerate(fates.removed):
        if fate is not None or trivial(fates.hunk.removed[at]):
            continue
        text = squeezed(fates.hunk.removed[at])
        back = [fates.window.start + m for m, line in enumerate(there) if line == text]
        # Laid out otherwise, it stands there in place of what the side made of it, not beside it.
        beside = bool(fates.added) and all(fate is Fate.PRESENT for fate in fates.added)
        if (fates.hunk.base.start + at in only_spaced and not beside) or (back and all(m in claimed for m in back)):
            fates.removed[at] = Fate.EQUIVALENT


def _pairs(one: Sequence[Statement], other: Sequence[Statement]) -> tuple[frozenset[int], frozenset[int]]:
    """The numbers of the statements that both have: in the same order, or in any order for imports."""
    first, second = ([at for at, statement in enumerate(text) if statement.ordered] for text in (one, other))
    mine: set[int] = set()
    yours: set[int] = set()
    for i, j, n in thorough_blocks(*spelled([one[at] for at in first], [other[at] for at in second])):
        mine.update(first[i : i + n])
        yours.update(second[j : j + n])
    for text, across, found in ((one, other, mine), (other, one, yours)):
        # To import a name twice is to import it: a set is enough.
        keys = {statement.written for statement in across if not statement.ordered}
        found.update(at for at, statement in enumerate(text) if not statement.ordered and statement.written in keys)
    return frozenset(mine), frozenset(yours)


def _whole_lines(text: Sequence[Statement], found: frozenset[int]) -> frozenset[int]:
    """The lines on which every statement is among ``found``."""
    inside = {line for at in found for line in range(text[at].lines.start, text[at].lines.stop)}
    outside = {line for at, one in enumerate(text) if at not in found for line in range(one.lines.start, one.lines.stop)}
    return frozenset(inside - outside)
