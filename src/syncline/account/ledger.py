"""The accounting: every hunk of both sides over all changed paths, and what became of it.

Where the merge has exactly what git's own clean merge has, both sides' hunks are PRESENT by construction of the three-way merge; they
are counted, not aligned. The work begins where the committed tree differs from git's, or where git left a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from syncline.account.atoms import Recorded, known_as, line_less, whole_file
from syncline.account.carried import Hunks, claim_carried, is_carriable
from syncline.account.changed import Read, text_lines, texts_by
from syncline.account.conflicted import chosen, claim_adapted, dropped_stretches, varied
from syncline.account.counted import present
from syncline.account.elsewhere import Pool
from syncline.account.fates import HunkFates, SideFates, claim_respaced, settle_back, settle_trivial, side_fates
from syncline.account.reformatted import claim_layout, claim_reformatted, laid_out_again
from syncline.account.states import PathState
from syncline.account.threeway import Stretch, StretchKind, stretches
from syncline.account.twins import claim_shared
from syncline.core.hunk import Span
from syncline.core.ledger import Accounting, Change, Fate, Ledger, Part, Record, Region, Unanalysed
from syncline.core.merge import Absent, Merge, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.tree import Version


@dataclass(frozen=True, slots=True)
class FileAccount:
    """One file that had to be aligned: its texts and stretches, the merged lines that neither side claims (``invented``), and the base lines
    that both sides kept and the merge has nowhere (``dropped``).
    """

    state: PathState
    lines: Merge[tuple[str, ...]]
    merged: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    invented: tuple[int, ...]
    dropped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Books:
    """The ledger and the aligned files behind it."""

    ledger: Ledger
    files: tuple[FileAccount, ...]

    def with_present(self, there: Mapping[Side, int]) -> Books:
        """The books with hunks that are ``there`` and stand nowhere else in them."""
        source, target = (self.ledger.side(side).plus(_present(there[side])) for side in (Side.SOURCE, Side.TARGET))
        return replace(self, ledger=replace(self.ledger, source=source, target=target))

    @property
    def conflicted(self) -> frozenset[RepoPath]:
        """Where the merge has the files in which git had left a conflict, or where it should have them."""
        return frozenset(_home(one.state) for one in self.files if one.state.conflicted)


NO_BOOKS = Books(Ledger(Accounting(), Accounting(), (), ()), ())


@dataclass(slots=True)
class _Open:
    """A file under work: line fates of both sides before they become parts."""

    account: FileAccount
    source: SideFates
    target: SideFates
    explained: dict[int, str]
    dropped: dict[Side, frozenset[int]]
    free: set[int]

    def side(self, side: Side) -> SideFates:
        """The fates of one side."""
        return self.source if side is Side.SOURCE else self.target


def account(states: Sequence[PathState], read: Read, records: Iterable[Record] = ()) -> Books:
    """Account for every hunk. ``read`` gives the content of a blob; ``records`` are the overrulings that are known."""
    totals = {side: Accounting() for side in Side}
    unanalysed: list[Unanalysed] = []
    parts: list[Part] = []
    opened: list[_Open] = []
    recorded = _by_path(records)
    for state in states:
        if state.as_git:
            continue
        text = _texts(state, read)
        if text is None:
            whole, missing = whole_file(state, recorded)
            unanalysed.extend(missing)
            for part in whole:
                totals[part.side] = totals[part.side].plus(_one(part.fate))
                if part.fate is not Fate.PRESENT:
                    parts.append(part)
        else:
            opened.append(_open(state, *text, stretches(text[0])))
            for atom in line_less(state, recorded):
                totals[atom.side] = totals[atom.side].plus(_one(atom.fate))
                if atom.fate is not Fate.PRESENT:
                    parts.append(atom)
    _explain(opened)
    for one in opened:
        for side in Side:
            for fates in one.side(side).hunks:
                for part in _parts(one, side, fates, recorded):
                    totals[side] = totals[side].plus(_one(part.fate))
                    if part.fate is not Fate.PRESENT:
                        parts.append(part)
    ledger = Ledger(totals[Side.SOURCE], totals[Side.TARGET], tuple(parts), tuple(unanalysed))
    books = Books(ledger, tuple(replace(one.account, invented=tuple(sorted(one.free))) for one in opened))
    return books.with_present(present(states, texts_by(read)))


def missing(states: Mapping[Side, Sequence[PathState]], read: Read) -> tuple[Part, ...]:
    """The parts of each side that are not there, as ``account`` tells them where no record is known, but for two things.

    ``states`` are by the side that is asked about, and differ in what is merged alone. Nothing is parsed: a change that stands there in another
    layout counts as missing. And the regions of lines are not told: all are CLEAN.
    """
    parts: dict[Side, list[Part]] = {side: [] for side in states}
    opened: dict[Side, list[_Open]] = {side: [] for side in states}
    for same in zip(*states.values(), strict=True):
        cut = None
        for side, state in zip(states, same, strict=True):
            text = _texts(state, read)
            parts[side] += whole_file(state, {})[0] if text is None else line_less(state, {})
            if text is not None:
                cut = cut or stretches(text[0])
                opened[side].append(_open(state, *text, cut))
    for side in states:
        pool = _claimed(opened[side], layout=False)
        for one in opened[side]:
            _look_elsewhere(one, side, pool)
        if is_carriable(_hunks(opened[side]), side):
            for one in opened[side]:
                _look_elsewhere(one, side.other, pool)
            claim_carried(_hunks(opened[side]), side)
        for one in opened[side]:
            for fates in one.side(side).hunks:
                parts[side] += _parts(one, side, fates, {}, regions=False) if not fates.whole else ()
    return tuple(part for side in states for part in parts[side] if part.side is side and part.fate is not Fate.PRESENT)


def _explain(opened: Sequence[_Open]) -> None:
    """Look for what is missing: other white space at the spot, then anywhere among the lines that nobody claims."""
    pool = _claimed(opened, layout=True)
    for one in opened:
        for side in Side:
            _look_elsewhere(one, side, pool)
    for side in Side:
        claim_carried(_hunks(opened), side)
    for one in opened:
        for side in Side:
            one.dropped[side] = dropped_stretches(side, one.side(side).hunks, one.account.lines, one.account.stretches)
    for one in opened:
        one.account = replace(one.account, dropped=_dropped(one.account, pool))
        # A base line that a side had removed and that is back is no invention.
        back = {line for side in Side for fates in one.side(side).hunks for line in fates.back.values()}
        one.free = pool.left(_home(one.account.state), one.free) - back


def _hunks(opened: Sequence[_Open]) -> list[Hunks]:
    return [(one.account.merged, {side: one.side(side).hunks for side in Side}) for one in opened]


def _look_elsewhere(one: _Open, side: Side, pool: Pool) -> None:
    """Let the missing lines of one side claim lines of the pool."""
    for fates in one.side(side).hunks:
        spot = pool.claim(side, fates)
        if spot is not None:
            one.explained[id(fates)] = f"stands at {spot[0]}:{spot[1] + 1}"


def _claimed(opened: Sequence[_Open], *, layout: bool) -> Pool:
    """Look for what is missing at its own spot, and put the lines that are nobody's then into a pool."""
    pool = Pool()
    for one in opened:
        used: set[int] = set()
        refused: set[int] = set()
        adapted: set[int] = set()
        for side in Side:
            # A line that the other side claims may serve: both sides made the same change, spaced differently. Each line serves a side once.
            free = set(one.side(side).unclaimed)
            own = one.account.lines.side(side)
            for fates in one.side(side).hunks:
                refused |= claim_respaced(fates, own, one.account.merged, free)
                settle_back(fates, free)
                if one.account.state.conflicted:
                    before = frozenset(free)
                    claim_adapted(fates, one.account.merged, free)
                    adapted |= before - free
            lines = one.account.lines
            if layout:
                sided = one.side(side)
                home = _home(one.account.state)
                claim_reformatted(home, lines.side(side), lines.base, one.account.merged, sided.hunks, free, sided.unclaimed)
                claim_layout(home, lines.side(side), lines.base, sided.hunks)
            for fates in one.side(side).hunks:
                claim_shared(fates, one.side(side.other).hunks)
            used |= one.side(side).unclaimed - free
        free = set(one.account.invented) - used
        one.free = free
        # What stands for a line of one side, adapted, may be to the letter what the other side has: it carried its change along.
        pool.add(_home(one.account.state), one.account.merged, (free | adapted & set(one.account.invented)) - refused)
    return pool


def _dropped(account: FileAccount, pool: Pool) -> tuple[int, ...]:
    """The base lines that both sides kept and that the merge has neither elsewhere nor in another layout."""
    missing = pool.missing(account.lines.base, account.dropped)
    again = laid_out_again(_home(account.state), account.lines.base, account.merged) if missing else frozenset()
    return tuple(at for at in missing if at not in again)


def _home(state: PathState) -> RepoPath:
    return state.merged.path if isinstance(state.merged, Version) else state.path


def _open(state: PathState, lines: Merge[tuple[str, ...]], merged: tuple[str, ...], cut: tuple[Stretch, ...]) -> _Open:
    source, target = (side_fates(side, known_as(state, side), lines, merged, cut) for side in (Side.SOURCE, Side.TARGET))
    invented = tuple(sorted(source.unclaimed & target.unclaimed))
    also = set(target.dropped)
    dropped = tuple(at for at in source.dropped if at in also)
    return _Open(FileAccount(state, lines, merged, cut, invented, dropped), source, target, {}, {}, set())


def _texts(state: PathState, read: Read) -> tuple[Merge[tuple[str, ...]], tuple[str, ...]] | None:
    """The lines of all versions, or ``None`` where one of them is not text that can be aligned."""
    contents: dict[BlobId, tuple[str, ...]] = {}
    for version in (*_versions(state), state.merged):
        if isinstance(version, Absent) or version.entry.oid in contents:
            continue
        if not version.entry.is_file:
            return None
        found = text_lines(read, version)
        if found is None:
            return None
        contents[version.entry.oid] = found
    lines = state.versions.map(lambda v: contents[v.entry.oid] if isinstance(v, Version) else ())
    return lines, contents[state.merged.entry.oid] if isinstance(state.merged, Version) else ()


def _versions(state: PathState) -> tuple[Version | Absent, ...]:
    return (state.versions.base, state.versions.source, state.versions.target)


def _by_path(records: Iterable[Record]) -> Recorded:
    found: dict[tuple[RepoPath, Side], list[Record]] = {}
    for record in records:
        found.setdefault((record.path, record.side), []).append(record)
    return found


def _parts(one: _Open, side: Side, fates: HunkFates, recorded: Recorded, *, regions: bool = True) -> list[Part]:
    """Cut a hunk into runs of equal fate. What is still unexplained is OVERRULED where a record says so, and LOST otherwise."""
    state = one.account.state
    if fates.whole:
        return [_whole(one, side, fates)]
    region = None if regions else Region.CLEAN
    records = recorded.get((state.path, side), [])
    beside = fates.hunk.added if all(fate is Fate.PRESENT for fate in fates.added) else ()
    found: list[Part] = []
    for change, texts, line_fates, span in (
        (Change.ADDED, fates.hunk.added, fates.added, fates.hunk.lines),
        (Change.REMOVED, fates.hunk.removed, fates.removed, fates.hunk.base),
    ):
        at = 0
        judged = [_judge(fate, span.start + i, change, records) for i, fate in enumerate(line_fates)]
        settle_trivial(texts, judged)
        while at < len(judged):
            end = at + 1
            while end < len(judged) and judged[end] == judged[at]:
                end += 1
            fate, why = judged[at]
            if fate is Fate.ELSEWHERE:
                why = one.explained.get(id(fates), "")
            run = Span(span.start + at, span.start + end)
            where = _home(state)
            path = fates.hunk.path if change is Change.ADDED or isinstance(state.versions.base, Absent) else state.versions.base.path
            # Where all is well, nobody asks for the region.
            region = _region(one, side, fates) if region is None and fate is not Fate.PRESENT else region
            found.append(
                Part(
                    side,
                    path,
                    change,
                    run,
                    tuple(texts[at:end]),
                    fate,
                    where,
                    fates.window.start,
                    why,
                    region or Region.CLEAN,
                    fate is Fate.OVERRULED and _asks(records, why),
                    beside=beside if change is Change.REMOVED else (),
                )
            )
            at = end
    return _joined(found)


def _whole(one: _Open, side: Side, fates: HunkFates) -> Part:
    """A hunk that is there as it is: by far the most, and nobody asks for more than their number."""
    hunk, where = fates.hunk, _home(one.account.state)
    change, span, lines = (Change.ADDED, hunk.lines, hunk.added) if hunk.added else (Change.REMOVED, hunk.base, hunk.removed)
    return Part(side, hunk.path, change, span, lines, Fate.PRESENT, where, fates.window.start, "", Region.CLEAN, False)


def _region(one: _Open, side: Side, fates: HunkFates) -> Region:
    """Whether git had left a conflict at the hunk, and whether the other side's text stands alone there now."""
    if not one.account.state.conflicted or one.account.stretches[fates.stretch].kind is not StretchKind.CONFLICT:
        return Region.CLEAN
    if fates.stretch in one.dropped[side]:
        return Region.ONE_SIDE
    decided = chosen(fates, one.side(side.other).hunks) or varied(fates, one.account.merged, one.side(side).unclaimed)
    return Region.CHOSEN if decided else Region.BLEND


def _joined(parts: list[Part]) -> list[Part]:
    """A hunk whose two halves share a fate is one part, told by its added lines."""
    if len(parts) == 2 and parts[0].fate is parts[1].fate and parts[0].change is not parts[1].change:
        return [replace(parts[0], replaced=parts[1].span, beside=parts[1].lines)]
    return parts


def _judge(fate: Fate | None, line: int, change: Change, records: list[Record]) -> tuple[Fate, str]:
    if fate is not None:
        return fate, ""
    for record in records:
        span = record.lines if change is Change.ADDED else record.base
        if (record.lines is None and record.base is None) or (span is not None and span.start <= line < span.stop):
            return Fate.OVERRULED, record.rule
    return Fate.LOST, ""


def _asks(records: list[Record], rule: str) -> bool:
    """An overruling asks its owner unless the rule proves that nothing is lost."""
    return any(record.rule == rule and not record.proven for record in records)


def _present(count: int) -> Accounting:
    return Accounting(hunks=count, present=count)


def _one(fate: Fate) -> Accounting:
    return replace(Accounting(hunks=1), **{fate.value: 1})
