"""The two whole answers to a conflict, accounted for before anybody gives one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from syncline.account.changed import Read, text_lines
from syncline.account.ledger import missing
from syncline.account.linelog import LineLog
from syncline.account.losses import losses
from syncline.account.matching import hunks
from syncline.account.states import PathState
from syncline.account.twins import settled
from syncline.core.ledger import Accounting, Fate, Ledger
from syncline.core.merge import Absent, Merge, Side
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit
from syncline.core.stakes import Feature, Importer, Stake, Stakes
from syncline.core.tree import Conflict, Version
from syncline.core.unit import UnitKind
from syncline.syntax import language_of
from syncline.syntax.testlike import is_test_path, is_test_unit
from syncline.syntax.units import ReadUnits, defines, units

_NAMED = frozenset({UnitKind.FUNCTION, UnitKind.METHOD, UnitKind.CLASS})


def at_stake(conflicts: Sequence[Conflict], read: Read) -> Ledger:
    """What would be lost of each side if the other were taken whole at every one of these paths, as one ledger.

    Nothing is overruled in it: no record speaks. What a side would lose stands elsewhere only where the other side has put it there. A change
    of layout counts: the file taken whole has the other layout.
    """
    taken = {side.other: [_taken(conflict, side) for conflict in conflicts] for side in Side}
    return Ledger(Accounting(), Accounting(), missing(taken, read), ())


def _taken(conflict: Conflict, side: Side) -> PathState:
    return PathState(conflict.path, conflict.versions, conflict.versions.side(side), as_git=False, conflicted=True)


def stakes(
    conflicts: Sequence[Conflict],
    ledger: Ledger,
    logs: Merge[LineLog],
    read: Read,
    importers: Mapping[tuple[Side, RepoPath], tuple[Importer, ...]],
    read_units: ReadUnits = units,
) -> tuple[Stakes, ...]:
    """Tell a ledger of ``at_stake`` by path, once history has answered for its lines. ``importers`` are by side and conflicted path."""
    homes = {(side, path): c.path for c in conflicts for side in Side for path in _known_as(c, side)}
    parts = settled(ledger, logs, frozenset(path for _, path in homes)).parts
    lost: Counter[tuple[Side, RepoPath]] = Counter()
    features: dict[tuple[Side, RepoPath], Counter[Commit]] = {}
    for part in parts:
        home = homes.get((part.side, part.path))
        if home is not None and part.fate is Fate.LOST:
            lost[part.side, home] += 1
    for loss in losses(parts, logs):
        for run in loss.runs:
            home = homes.get((loss.side, run.part.path))
            if home is not None and loss.commit is not None:
                features.setdefault((loss.side, home), Counter())[loss.commit] += len(run.lines)

    def stake(own: Stake, side: Side, path: RepoPath) -> Stake:
        key = (side, path)
        found = tuple(Feature(commit, n) for commit, n in features.get(key, Counter()).most_common())
        return replace(own, lost=lost[key], features=found, importers=importers.get(key, ()))

    told = []
    for conflict in conflicts:
        grown = _growth(conflict, read, read_units)
        source, target = (stake(grown[side], side, conflict.path) for side in (Side.SOURCE, Side.TARGET))
        told.append(Stakes(conflict.path, conflict.kind.value, source, target))
    return tuple(told)


def _known_as(conflict: Conflict, side: Side) -> tuple[RepoPath, ...]:
    """The paths that the parts of a side may name: its own, the base's, and that of the conflict."""
    known = (conflict.versions.side(side), conflict.versions.base)
    return tuple(dict.fromkeys((conflict.path, *(v.path for v in known if isinstance(v, Version)))))


def _growth(conflict: Conflict, read: Read, read_units: ReadUnits) -> dict[Side, Stake]:
    """Lines and names of both sides against the base; nothing of them where a version is no text."""
    texts = conflict.versions.map(lambda version: _text(version, read))
    base, source, target = texts.base, texts.source, texts.target
    if base is None or source is None or target is None:
        return {side: Stake(0, 0, 1, 0) for side in Side}
    lines = Merge(base, source, target)
    language = language_of(conflict.path)
    named = lines.map(lambda own: [u for u in read_units(language, "".join(own)) if u.kind in _NAMED] if defines(language) else [])
    grown = {}
    for side in Side:
        found = hunks(side, conflict.path, base, lines.side(side))
        known = {u.qualified for u in (*named.base, *named.side(side.other))}
        new = [u for u in named.side(side) if u.qualified not in known]
        tests = [u.qualified for u in new if is_test_path(conflict.path) and is_test_unit(u, lines.side(side))]
        names = tuple(dict.fromkeys(u.qualified for u in new if u.qualified not in tests))
        added, removed = sum(len(h.added) for h in found), sum(len(h.removed) for h in found)
        grown[side] = Stake(added, removed, len(found), 0, definitions=names, tests=tuple(dict.fromkeys(tests)))
    return grown


def _text(version: Version | Absent, read: Read) -> tuple[str, ...] | None:
    if isinstance(version, Absent):
        return ()
    if not version.entry.is_file:
        return None
    return text_lines(read, version)
