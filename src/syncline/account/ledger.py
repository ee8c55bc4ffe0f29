"""The accounting: every hunk of both sides over all changed paths, and what became of it.

Where the merge has exactly what git's own clean merge has, both sides' hunks are PRESENT by construction of the three-way merge; they
are counted, not aligned. The work begins where the committed tree differs from git's, or where git left a conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from syncline.account.elsewhere import Pool
from syncline.account.fates import HunkFates, SideFates, claim_respaced, settle_trivial, side_fates
from syncline.account.matching import hunk_count
from syncline.account.states import PathState
from syncline.account.threeway import Stretch, stretches
from syncline.core.hunk import Span
from syncline.core.ledger import Accounting, Change, Fate, Ledger, Part, Record, Unanalysed
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Version

# Beyond this many bytes a file is accounted for as a whole, like a binary one.
LARGE = 4_000_000

Read = Callable[[BlobId], bytes]


@dataclass(frozen=True, slots=True)
class FileAccount:
    """One file that had to be aligned: its texts, its stretches, and the merged lines that neither side claims."""

    state: PathState
    lines: Merge[tuple[str, ...]]
    merged: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    invented: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Books:
    """The ledger and the aligned files behind it."""

    ledger: Ledger
    files: tuple[FileAccount, ...]


@dataclass(slots=True)
class _Open:
    """A file under work: line fates of both sides before they become parts."""

    account: FileAccount
    source: SideFates
    target: SideFates
    explained: dict[int, str]

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
        text = _texts(state, read)
        if state.as_git:
            for side in Side:
                totals[side] = totals[side].plus(_present(_count(state, side, text)))
        elif text is None:
            whole, missing = _whole(state, recorded)
            unanalysed.extend(missing)
            for part in whole:
                totals[part.side] = totals[part.side].plus(_one(part.fate))
                if part.fate is not Fate.PRESENT:
                    parts.append(part)
        else:
            opened.append(_open(state, *text))
            for atom in _atoms(state, recorded):
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
    return Books(ledger, tuple(one.account for one in opened))


def _explain(opened: Sequence[_Open]) -> None:
    """Look for what is missing: other white space at the spot, then anywhere among the lines that nobody claims."""
    pool = Pool()
    for one in opened:
        used: set[int] = set()
        for side in Side:
            # A line that the other side claims may serve: both sides made the same change, spaced differently. Each line serves a side once.
            free = set(one.side(side).unclaimed)
            for fates in one.side(side).hunks:
                claim_respaced(fates, one.account.merged, free)
            used |= one.side(side).unclaimed - free
        free = set(one.account.invented) - used
        path = one.account.state.merged.path if isinstance(one.account.state.merged, Version) else one.account.state.path
        pool.add(path, one.account.merged, free)
    for one in opened:
        for side in Side:
            for fates in one.side(side).hunks:
                spot = pool.claim(fates)
                if spot is not None:
                    one.explained[id(fates)] = f"stands at {spot[0]}:{spot[1] + 1}"


def _open(state: PathState, lines: Merge[tuple[str, ...]], merged: tuple[str, ...]) -> _Open:
    cut = stretches(lines)
    source, target = (side_fates(side, _known_as(state, side), lines, merged, cut) for side in (Side.SOURCE, Side.TARGET))
    invented = tuple(sorted(source.unclaimed & target.unclaimed))
    return _Open(FileAccount(state, lines, merged, cut, invented), source, target, {})


def _known_as(state: PathState, side: Side) -> RepoPath:
    version = state.versions.side(side)
    return version.path if isinstance(version, Version) else state.path


def _texts(state: PathState, read: Read) -> tuple[Merge[tuple[str, ...]], tuple[str, ...]] | None:
    """The lines of all versions, or ``None`` where one of them is not text that can be aligned."""
    contents: dict[BlobId, tuple[str, ...]] = {}
    for version in (*_versions(state), state.merged):
        if isinstance(version, Absent) or version.entry.oid in contents:
            continue
        if not version.entry.is_file:
            return None
        data = read(version.entry.oid)
        if len(data) > LARGE or is_binary(data):
            return None
        contents[version.entry.oid] = split_lines(decode(data))
    lines = state.versions.map(lambda v: contents[v.entry.oid] if isinstance(v, Version) else ())
    return lines, contents[state.merged.entry.oid] if isinstance(state.merged, Version) else ()


def _versions(state: PathState) -> tuple[Version | Absent, ...]:
    return (state.versions.base, state.versions.source, state.versions.target)


def _count(state: PathState, side: Side, text: tuple[Merge[tuple[str, ...]], tuple[str, ...]] | None) -> int:
    base, own = state.versions.base, state.versions.side(side)
    if _entry(base) == _entry(own):
        return 0
    if text is None:
        return 1
    lines = text[0]
    return hunk_count(lines.base, lines.side(side)) + (1 if _has_atom(state, side) else 0)


def _entry(version: Version | Absent) -> object:
    return version.entry if isinstance(version, Version) else ABSENT


# git's name of the empty blob, by hash function; an empty file has no lines to tell of its coming and going.
_EMPTY = frozenset(("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"))


def _has_atom(state: PathState, side: Side) -> bool:
    """A change that no line shows: another mode, or an empty file that came or went."""
    base, own = state.versions.base, state.versions.side(side)
    if isinstance(base, Version) and isinstance(own, Version):
        return base.entry.mode != own.entry.mode
    only = base if isinstance(base, Version) else own
    return isinstance(only, Version) and only.entry.oid in _EMPTY


def _atoms(state: PathState, recorded: Mapping[tuple[RepoPath, Side], list[Record]]) -> list[Part]:
    atoms = []
    for side in Side:
        if _has_atom(state, side):
            own, merged = state.versions.side(side), state.merged
            if isinstance(own, Version) and isinstance(state.versions.base, Version):
                kept = isinstance(merged, Version) and merged.entry.mode == own.entry.mode
            else:
                kept = isinstance(own, Version) == isinstance(merged, Version)
            atoms.append(_atom(state, side, Fate.PRESENT if kept else _overruled(state, side, recorded) or Fate.LOST, recorded))
    return atoms


def _whole(state: PathState, recorded: Mapping[tuple[RepoPath, Side], list[Record]]) -> tuple[list[Part], list[Unanalysed]]:
    """Account for a file that has no lines (binary, link, submodule, too large): one hunk a side, by its object alone."""
    parts, unknown = [], []
    merged = _entry(state.merged)
    base, source, target = (_entry(v) for v in _versions(state))
    for side, own, other in ((Side.SOURCE, source, target), (Side.TARGET, target, source)):
        if own == base:
            continue
        if merged == own:
            fate = Fate.PRESENT
        elif merged in (base, other):
            fate = _overruled(state, side, recorded) or Fate.LOST
        else:
            fate = Fate.UNANALYSED
            unknown.append(Unanalysed(state.path, "binary, link, submodule or larger than the limit, and equal to neither side"))
        parts.append(_atom(state, side, fate, recorded))
    return parts, unknown[:1]


def _atom(state: PathState, side: Side, fate: Fate, recorded: Mapping[tuple[RepoPath, Side], list[Record]]) -> Part:
    why = next((r.rule for r in recorded.get((state.path, side), ()) if fate is Fate.OVERRULED), "")
    return Part(side, _known_as(state, side), Change.ADDED, Span(0, 0), (), fate, state.path, 0, why, state.conflicted)


def _overruled(state: PathState, side: Side, recorded: Mapping[tuple[RepoPath, Side], list[Record]]) -> Fate | None:
    return Fate.OVERRULED if any(r.lines is None and r.base is None for r in recorded.get((state.path, side), ())) else None


def _by_path(records: Iterable[Record]) -> dict[tuple[RepoPath, Side], list[Record]]:
    found: dict[tuple[RepoPath, Side], list[Record]] = {}
    for record in records:
        found.setdefault((record.path, record.side), []).append(record)
    return found


def _parts(one: _Open, side: Side, fates: HunkFates, recorded: Mapping[tuple[RepoPath, Side], list[Record]]) -> list[Part]:
    """Cut a hunk into runs of equal fate. What is still unexplained is OVERRULED where a record says so, and LOST otherwise."""
    state = one.account.state
    records = recorded.get((state.path, side), [])
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
            where = state.merged.path if isinstance(state.merged, Version) else state.path
            path = fates.hunk.path if change is Change.ADDED or isinstance(state.versions.base, Absent) else state.versions.base.path
            found.append(Part(side, path, change, run, tuple(texts[at:end]), fate, where, fates.window.start, why, fates.conflicted))
            at = end
    return _joined(found)


def _joined(parts: list[Part]) -> list[Part]:
    """A hunk whose two halves share a fate is one part, told by its added lines."""
    if len(parts) == 2 and parts[0].fate is parts[1].fate and parts[0].change is not parts[1].change:
        return [parts[0]]
    return parts


def _judge(fate: Fate | None, line: int, change: Change, records: list[Record]) -> tuple[Fate, str]:
    if fate is not None:
        return fate, ""
    for record in records:
        span = record.lines if change is Change.ADDED else record.base
        if (record.lines is None and record.base is None) or (span is not None and span.start <= line < span.stop):
            return Fate.OVERRULED, record.rule
    return Fate.LOST, ""


def _present(count: int) -> Accounting:
    return Accounting(hunks=count, present=count)


def _one(fate: Fate) -> Accounting:
    return replace(Accounting(hunks=1), **{fate.value: 1})
