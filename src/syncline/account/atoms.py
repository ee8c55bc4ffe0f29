"""Changes that no line shows: modes, empty files, links, submodules, binary and very large files. One hunk a side, by object alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from syncline.account.states import PathState
from syncline.core.hunk import Span
from syncline.core.ledger import Change, Fate, Part, Record, Region, Unanalysed
from syncline.core.merge import ABSENT, Absent, Side
from syncline.core.names import RepoPath
from syncline.core.tree import Version

# Records by the path and the side whose work they overrule.
Recorded: TypeAlias = Mapping[tuple[RepoPath, Side], list[Record]]


def known_as(state: PathState, side: Side) -> RepoPath:
    """The path a side knows the file by."""
    version = state.versions.side(side)
    return version.path if isinstance(version, Version) else state.path


def entry_of(version: Version | Absent) -> object:
    """The entry of a version, or ``ABSENT``: what two versions must share to be the same file."""
    return version.entry if isinstance(version, Version) else ABSENT


# git's name of the empty blob, by hash function; an empty file has no lines to tell of its coming and going.
_EMPTY = frozenset(("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"))


def has_atom(state: PathState, side: Side) -> bool:
    """A change that no line shows: another mode, or an empty file that came or went."""
    base, own = state.versions.base, state.versions.side(side)
    if isinstance(base, Version) and isinstance(own, Version):
        return base.entry.mode != own.entry.mode
    only = base if isinstance(base, Version) else own
    return isinstance(only, Version) and only.entry.oid in _EMPTY


def line_less(state: PathState, recorded: Recorded) -> list[Part]:
    """The atoms of a text file: one part for each side that has one."""
    atoms = []
    for side in Side:
        if has_atom(state, side):
            own, merged = state.versions.side(side), state.merged
            if isinstance(own, Version) and isinstance(state.versions.base, Version):
                kept = isinstance(merged, Version) and merged.entry.mode == own.entry.mode
            else:
                kept = isinstance(own, Version) == isinstance(merged, Version)
            atoms.append(_atom(state, side, Fate.PRESENT if kept else _overruled(state, side, recorded) or Fate.LOST, recorded))
    return atoms


def whole_file(state: PathState, recorded: Recorded) -> tuple[list[Part], list[Unanalysed]]:
    """Account for a file that has no lines (binary, link, submodule, too large): one hunk a side, by its object alone."""
    parts, unknown = [], []
    merged = entry_of(state.merged)
    base, source, target = (entry_of(v) for v in (state.versions.base, state.versions.source, state.versions.target))
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


def _atom(state: PathState, side: Side, fate: Fate, recorded: Recorded) -> Part:
    record = next(iter(recorded.get((state.path, side), ())), None) if fate is Fate.OVERRULED else None
    region = Region.ONE_SIDE if state.conflicted else Region.CLEAN
    why, asks = (record.rule, not record.proven) if record is not None else ("", False)
    return Part(side, known_as(state, side), Change.ADDED, Span(0, 0), (), fate, state.path, 0, why, region, asks)


def _overruled(state: PathState, side: Side, recorded: Recorded) -> Fate | None:
    return Fate.OVERRULED if any(r.lines is None and r.base is None for r in recorded.get((state.path, side), ())) else None
