"""The fate of every line of every hunk in one file, by aligning the merged text with what each side expects of it.

For each side the *expected* text is composed from the three-way stretches: the side's own lines wherever it changed something, the
other side's lines where only that one did. Aligned with the merged text, each line that the side added either has its counterpart,
once, or is missing; each line that it removed is gone, or stands again among the merged lines nobody claims at that spot.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from syncline.account.matching import hunks, thorough_blocks
from syncline.account.reordered import undo_crossings
from syncline.account.respacing import respace
from syncline.account.threeway import Stretch, StretchKind
from syncline.core.hunk import Hunk, Span
from syncline.core.ledger import Fate
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.text import all_squeezed
from syncline.syntax import language_of

# Asked of every line of every hunk, often more than once, so what is usual is answered first.
_TELLING = re.compile("[0-9A-Za-z]")


@lru_cache(maxsize=1 << 16)
def trivial(line: str) -> bool:
    """True for lines without a letter or digit: blank lines, brackets, quotes. They follow the fate of their neighbours."""
    if _TELLING.search(line):
        return False
    return line.isascii() or not any(char.isalnum() for char in line)


@dataclass(slots=True)
class HunkFates:
    """Line fates of one hunk while they are worked out; private to ``account``. ``None``: missing, not yet explained.

    ``window`` are the merged lines between its neighbours; ``stretch`` is the number of the stretch it lies in; ``back`` tells for each
    removed line that stands again (by its number in the hunk) in which merged line it does, ``respaced`` for each missing added line which
    merged line is in its place when white space is left out of account; ``undone`` are added lines of a move that the merge has in the old order.
    """

    hunk: Hunk
    added: list[Fate | None]
    removed: list[Fate | None]
    window: Span
    stretch: int
    back: Mapping[int, int]
    respaced: Mapping[int, int]
    undone: frozenset[int]

    @property
    def whole(self) -> bool:
        """True where all of the hunk is there as it is."""
        return all(fate is Fate.PRESENT for fate in self.added) and all(fate is Fate.PRESENT for fate in self.removed)


@dataclass(frozen=True, slots=True)
class SideFates:
    """One side's hunks in one file, which merged lines its expectation did not claim, and which base lines that both sides kept are missing."""

    hunks: tuple[HunkFates, ...]
    unclaimed: frozenset[int]
    dropped: tuple[int, ...]


def side_fates(side: Side, path: RepoPath, lines: Merge[tuple[str, ...]], merged: Sequence[str], cut: tuple[Stretch, ...]) -> SideFates:
    """Work out what became of the hunks of ``side`` in a file. Lines that stay unexplained keep the fate ``None``."""
    own = lines.side(side)
    borders = [stretch.spans.base.start for stretch in cut]
    if own == merged:
        taken = hunks(side, path, lines.base, own)
        return SideFates(tuple(_all_there(hunk, _stretch_of(side, hunk, cut, borders)) for hunk in taken), frozenset(), ())
    expected, where = _expect(side, lines, cut)
    counterpart = [-1] * (len(expected) + 1)
    for start, there, length in thorough_blocks(expected, merged):
        counterpart[start : start + length] = range(there, there + length)
    found_hunks = hunks(side, path, lines.base, own)
    undone = undo_crossings(expected, merged, counterpart, _moved(found_hunks, where))
    written = [where[line] for hunk in found_hunks for line in range(hunk.lines.start, hunk.lines.stop)]
    respaced = respace(expected, merged, counterpart, written)
    unclaimed = set(range(len(merged))) - set(counterpart)
    below, above = _borders(counterpart[:-1], len(merged))
    found = []
    for hunk in found_hunks:
        begin, end = where[hunk.lines.start], where[hunk.lines.stop - 1] + 1 if len(hunk.lines) else where[hunk.lines.start]
        added: list[Fate | None] = [Fate.PRESENT if counterpart[where[i]] >= 0 else None for i in range(hunk.lines.start, hunk.lines.stop)]
        window = Span(below[begin], above[end])
        leftover = [m for m in range(window.start, window.stop) if m in unclaimed]
        removed, again = _removals(hunk.removed, [merged[m] for m in leftover])
        back = {at: leftover[m] for at, m in again.items()}
        places = ((at, respaced.get(where[hunk.lines.start + at], -1)) for at, fate in enumerate(added) if fate is None)
        spaced = {at: there for at, there in places if there >= 0}
        turned = frozenset(at for at in range(len(added)) if where[hunk.lines.start + at] in undone)
        found.append(HunkFates(hunk, added, removed, window, _stretch_of(side, hunk, cut, borders), back, spaced, turned))
    return SideFates(tuple(found), frozenset(unclaimed), tuple(_dropped(side, cut, where, counterpart)))


def _all_there(hunk: Hunk, stretch: int) -> HunkFates:
    """A hunk of a side that was taken whole."""
    added: list[Fate | None] = [Fate.PRESENT] * len(hunk.added)
    removed: list[Fate | None] = [Fate.PRESENT] * len(hunk.removed)
    return HunkFates(hunk, added, removed, hunk.lines, stretch, {}, {}, frozenset())


def _dropped(side: Side, cut: tuple[Stretch, ...], where: Sequence[int], counterpart: Sequence[int]) -> Iterator[int]:
    """The base lines that both sides kept and the merge has not."""
    for stretch in cut:
        if stretch.kind is StretchKind.UNCHANGED:
            # What both kept is in the expected text as one run.
            begin = where[stretch.spans.side(side).start]
            there = counterpart[begin : begin + len(stretch.spans.base)]
            if min(there) < 0:
                yield from (stretch.spans.base.start + offset for offset, at in enumerate(there) if at < 0)


def _moved(found: Sequence[Hunk], where: Sequence[int]) -> frozenset[int]:
    """The expected lines that a side wrote in one place and removed in another: it moved them."""
    removed = {line for hunk in found for line in hunk.removed if line.strip()}
    return (
        frozenset(where[hunk.lines.start + at] for hunk in found for at, line in enumerate(hunk.added) if line in removed)
        if removed
        else frozenset()
    )


def _stretch_of(side: Side, hunk: Hunk, cut: tuple[Stretch, ...], borders: list[int]) -> int:
    """The stretch a hunk lies in: a hunk never crosses a line on which all three agree."""
    at = bisect_right(borders, hunk.base.start) - 1
    for near in range(max(at - 2, 0), min(at + 2, len(cut))):
        spans = cut[near].spans
        own = spans.side(side)
        inside = (
            spans.base.start <= hunk.base.start
            and hunk.base.stop <= spans.base.stop
            and own.start <= hunk.lines.start
            and hunk.lines.stop <= own.stop
        )
        if inside and cut[near].kind is not StretchKind.UNCHANGED:
            return near
    return max(at, 0)


def _expect(side: Side, lines: Merge[tuple[str, ...]], cut: tuple[Stretch, ...]) -> tuple[list[str], list[int]]:
    """The text the side expects, and the place in it of each own line (and of the end)."""
    own, other = lines.side(side), lines.side(side.other)
    mine = StretchKind.SOURCE if side is Side.SOURCE else StretchKind.TARGET
    expected: list[str] = []
    where: list[int] = []
    for stretch in cut:
        span, across = stretch.spans.side(side), stretch.spans.side(side.other)
        if stretch.kind in (StretchKind.UNCHANGED, StretchKind.SAME, StretchKind.CONFLICT, mine):
            where.extend(range(len(expected), len(expected) + len(span)))
            expected.extend(own[span.start : span.stop])
        else:
            # Only the other side changed this: own lines here are base lines, and no hunk of this side speaks of them.
            where.extend([len(expected)] * len(span))
            expected.extend(other[across.start : across.stop])
    where.append(len(expected))
    return expected, where


def _borders(counterpart: list[int], size: int) -> tuple[list[int], list[int]]:
    """For each place between expected lines: the merged line behind the last claimed one before it, and the first claimed one after it."""
    below = [0] * (len(counterpart) + 1)
    for at, there in enumerate(counterpart):
        below[at + 1] = there + 1 if there >= 0 else below[at]
    above = [size] * (len(counterpart) + 1)
    for at in range(len(counterpart) - 1, -1, -1):
        there = counterpart[at]
        above[at] = there if there >= 0 else above[at + 1]
    return below, above


def _removals(removed: tuple[str, ...], leftover: list[str]) -> tuple[list[Fate | None], dict[int, int]]:
    """Removed lines are PRESENT (their removal took effect) unless they stand again, in order, among unclaimed lines at that spot.

    Second comes which of the unclaimed lines each of those is.
    """
    fates: list[Fate | None] = [Fate.PRESENT] * len(removed)
    again: dict[int, int] = {}
    if leftover and removed:
        for start, there, length in thorough_blocks(removed, leftover):
            for offset in range(length):
                again[start + offset] = there + offset
                fates[start + offset] = None
    return fates, again


def settle_back(fates: HunkFates, free: set[int]) -> None:
    """Mark a removed line EQUIVALENT that seems to be back where the merged line is taken: by a line that the side added, laid out otherwise."""
    for at, there in fates.back.items():
        if fates.removed[at] is None and there not in free:
            fates.removed[at] = Fate.EQUIVALENT


def settle_trivial(texts: Sequence[str], fates: list[tuple[Fate, str]]) -> None:
    """Give trivial lines the fate of the line before them that says something (else of the one after), so that runs stay whole.

    A run of blank lines alone is never lost work.
    """
    telling = [at for at, text in enumerate(texts) if not trivial(text)]
    if not telling:
        if all(not text.strip() for text in texts):
            for at, (fate, why) in enumerate(fates):
                fates[at] = (Fate.EQUIVALENT if fate is Fate.LOST else fate, why)
        return
    last = telling[0]
    for at, text in enumerate(texts):
        if trivial(text):
            fates[at] = fates[last]
        else:
            last = at


def claim_respaced(fates: HunkFates, own: Sequence[str], merged: Sequence[str], free: set[int]) -> frozenset[int]:
    """Mark missing added lines EQUIVALENT where the merge has them at that spot with other white space or other line breaks.

    Uses up the merged lines it claims (``free``). Refuses other white space where it puts the line into another block, and gives the merged lines
    that it refused: they are no trace of the side's line. A line re-wrapped over several counts only as a whole, and what stands beside it on the same
    merged lines must stand beside it in the side's file (``own``) too: part of a longer statement is another statement.
    """
    missing = [at for at, fate in enumerate(fates.added) if fate is None and at not in fates.undone]
    spots = [m for m in range(fates.window.start, fates.window.stop) if m in free]
    if not missing or not spots:
        return frozenset()
    language = language_of(fates.hunk.path)
    nests, code = language in _NESTING, language not in _PROSE
    refused: set[int] = set()

    def claim(at: int, spot: int) -> None:
        line = fates.hunk.lines.start + at
        if (nests and _nested_otherwise(own, line, merged, spot)) or (code and _QUOTED.findall(own[line]) != _QUOTED.findall(merged[spot])):
            refused.add(spot)
        elif own[line].strip():
            fates.added[at] = Fate.EQUIVALENT
            free.discard(spot)

    for at, spot in fates.respaced.items():
        if fates.added[at] is None and spot in free and at not in fates.undone:
            claim(at, spot)
    missing = [at for at in missing if fates.added[at] is None]
    spots = [m for m in spots if m in free and m not in refused]
    wanted = all_squeezed([fates.hunk.added[at] for at in missing])
    have = all_squeezed([merged[m] for m in spots])
    for i, j, n in thorough_blocks(wanted, have):
        for offset in range(n):
            claim(missing[i + offset], spots[j + offset])
    spots = [m for m in spots if m in free and m not in refused]
    left = _runs([at for at in missing if fates.added[at] is None])
    texts = [_bare(fates.hunk.path, [fates.hunk.added[at] for at in run]) for run in left]
    there = [merged[m] for m in spots]
    if not any(text and text in _bare(fates.hunk.path, there) for text in texts):
        return frozenset(refused)
    whole, owner = _owned(fates.hunk.path, there)
    begin = 0
    for run, text in zip(left, texts, strict=True):
        found = whole.find(text, begin) if text else -1
        if found >= 0 and not _inside_word(whole, owner, found, found + len(text)):
            lines = whole[owner.index(owner[found]) : len(owner) - owner[::-1].index(owner[found + len(text) - 1])]
            head = whole[owner.index(owner[found]) : found]
            if len(lines) > len(text) and not _goes_on(fates, own, run, head, lines[len(head) + len(text) :]):
                continue
            begin = found + len(text)
            free.difference_update(spots[at] for at in owner[found:begin])
            for at in run:
                fates.added[at] = Fate.EQUIVALENT
    return frozenset(refused)


# White space between quotes is text; in prose the same sign is an apostrophe.
_QUOTED = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
_PROSE = frozenset({None, "html", "markdown", "rst", "xml"})
# Languages in which indentation says what belongs to what.
_NESTING = frozenset({"python", "yaml"})
# After these a line goes on with the one before: there indentation is taste.
_OPEN = (",", "(", "[", "{", "\\")


def _nested_otherwise(own: Sequence[str], at: int, merged: Sequence[str], there: int) -> bool:
    """The same line stands in another block: below the same line deeper in one text and not in the other, or a block further in or out."""
    above, over = _telling_before(own, at), _telling_before(merged, there)
    if above is None or over is None or above.rstrip().endswith(_OPEN) or own[at].lstrip().startswith("-"):
        return False
    same = above.split() == over.split()
    if same and _sign(_indent(own[at]) - _indent(above)) != _sign(_indent(merged[there]) - _indent(over)):
        return True
    roofs, across = _roofs(own, at), _roofs(merged, there)
    if same and _indent(own[at]) < _indent(above) and roofs[:1] != across[:1]:
        return True
    return any(one and other and one[0] != other[0] and one[0] in other for one, other in ((roofs, across), (across, roofs)))


# Lines above in which the blocks around are looked for.
_FAR = 500


def _roofs(lines: Sequence[str], at: int) -> list[list[str]]:
    """The words of the lines that open the blocks around a line, from the inside out; an empty one for the file itself."""
    depth = _indent(lines[at])
    found: list[list[str]] = []
    for near in range(at - 1, max(at - _FAR, -1), -1):
        if not depth:
            break
        # Most lines stand as far in, or further, and that is told first.
        if not lines[near][:depth].isspace() and not trivial(lines[near]) and (indent := _indent(lines[near])) < depth:
            depth = indent
            found.append(lines[near].split())
    return [*found, []] if not depth else found


def _telling_before(lines: Sequence[str], at: int) -> str | None:
    return next((lines[near] for near in range(at - 1, max(at - 20, -1), -1) if not trivial(lines[near])), None)


def _indent(line: str) -> int:
    text = line.expandtabs(8) if "\t" in line else line
    return len(text) - len(text.lstrip())


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# Lines before and after a re-wrapped run that may share its lines in the merge.
_NEAR = 15


def _goes_on(fates: HunkFates, own: Sequence[str], run: Sequence[int], head: str, tail: str) -> bool:
    """What stands before and behind a run on its merged lines is what stands before and behind it in the side's file."""
    first, last = fates.hunk.lines.start + run[0], fates.hunk.lines.start + run[-1] + 1
    before, behind = _bare(fates.hunk.path, own[max(first - _NEAR, 0) : first]), _bare(fates.hunk.path, own[last : last + _NEAR])
    return (before.endswith(head) or before.removesuffix(",").endswith(head)) and behind.startswith(tail)


def _inside_word(text: str, owner: Sequence[int], start: int, stop: int) -> bool:
    """The stretch begins or ends in the middle of a word: what was found is part of something longer."""
    return any(0 < at < len(text) and owner[at - 1] == owner[at] and text[at - 1].isalnum() and text[at].isalnum() for at in (start, stop))


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """Consecutive numbers together."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


# Languages in which both quotes say the same.
_ONE_QUOTE = frozenset({"javascript", "python", "tsx", "typescript"})


# A comma before a bracket that closes.
_TRAILING = re.compile(r",(?=[)\]}])")


def _bare(path: RepoPath, lines: Sequence[str]) -> str:
    """Lines as one text without white space and trailing commas, one sort of quotes where both are the same."""
    text = _TRAILING.sub("", "".join(all_squeezed(lines)))
    return text.replace("'", '"') if language_of(path) in _ONE_QUOTE else text


def _owned(path: RepoPath, lines: Sequence[str]) -> tuple[str, list[int]]:
    """The same text, and for each character the number of its line."""
    text, owner = [], []
    for at, line in enumerate(all_squeezed(lines)):
        text.append(line)
        owner.extend([at] * len(line))
    whole = "".join(text)
    dropped = {found.start() for found in _TRAILING.finditer(whole)}
    return _bare(path, lines), [line for at, line in enumerate(owner) if at not in dropped]
