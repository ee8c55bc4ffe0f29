"""How each conflicted region ended, with the newest commit of each side behind its lines: read from what the sync noted, and from history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from syncline.account.linelog import LineLog
from syncline.audit.scope import scope_of
from syncline.core.finding import Scope
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.plan import SyncPlan
from syncline.core.provenance import Commit
from syncline.core.resolution import Decision
from syncline.core.text import squeezed
from syncline.core.tree import Conflict, Version
from syncline.ports.git.workshop import Workshop
from syncline.report.body.facts import Decided
from syncline.resolve.cascade import texts_of
from syncline.resolve.regions import cut
from syncline.resolve.view import Region, View
from syncline.run.provenance import side_log
from syncline.run.resolving import contents_of


@dataclass(slots=True)
class _Spot:
    """One decision, where its lines stand, and what each side did there (squeezed lines)."""

    decision: Decision
    paths: Merge[tuple[RepoPath, ...]]
    added: dict[Side, set[str]] = field(default_factory=lambda: {side: set() for side in Side})
    removed: dict[Side, set[str]] = field(default_factory=lambda: {side: set() for side in Side})


def decided_regions(
    workshop: Workshop, plan: SyncPlan, conflicts: Sequence[Conflict], decisions: Sequence[Decision]
) -> tuple[Decided, ...]:
    """Every decision as a value that a sentence can be made of; production files before tests."""
    own: dict[RepoPath, list[Decision]] = {}
    for decision in decisions:
        own.setdefault(decision.path, []).append(decision)
    known = {path: conflict for conflict in conflicts for path in _paths(conflict)}
    spots = [spot for path, some in own.items() for spot in _spots(workshop, known.get(path), some)]
    logs = {side: _log(workshop, plan, side, spots) for side in Side}
    found = [
        Decided(
            path=spot.decision.path,
            line=spot.decision.line,
            outcome=spot.decision.outcome,
            rule=spot.decision.rule,
            reason=spot.decision.reason,
            test=scope_of(spot.decision.path) is Scope.TEST,
            source=_behind(spot, Side.SOURCE, logs[Side.SOURCE]),
            target=_behind(spot, Side.TARGET, logs[Side.TARGET]),
        )
        for spot in spots
    ]
    return tuple(sorted(found, key=lambda d: (d.test, d.path, d.line)))


def _paths(conflict: Conflict) -> set[RepoPath]:
    versions = conflict.versions
    return {conflict.path, *(v.path for v in (versions.base, versions.source, versions.target) if isinstance(v, Version))}


def _spots(workshop: Workshop, conflict: Conflict | None, decisions: list[Decision]) -> list[_Spot]:
    """The decisions of one path with their lines. Where these cannot be told apart, each has the lines of all: the file's own history."""
    if conflict is None:
        return [_Spot(d, Merge((d.path,), (d.path,), (d.path,))) for d in decisions]
    place = conflict.versions.map(lambda v: (v.path,) if isinstance(v, Version) else (conflict.path,))
    spots = [_Spot(d, place) for d in decisions]
    texts = texts_of(conflict, contents_of(workshop, conflict))
    if texts is None:
        return spots
    regions = [piece for piece in cut(View(conflict.path, texts)) if isinstance(piece, Region)]
    apart = len(regions) == len(spots)
    for at, spot in enumerate(spots):
        for region in regions[at : at + 1] if apart else regions:
            base = _telling(region.lines.base)
            for side in Side:
                mine = _telling(region.lines.side(side))
                spot.added[side] |= mine - base
                spot.removed[side] |= base - mine
    return spots


def _telling(lines: Iterable[str]) -> set[str]:
    return {text for text in map(squeezed, lines) if any(char.isalnum() for char in text)}


def _log(workshop: Workshop, plan: SyncPlan, side: Side, spots: Sequence[_Spot]) -> LineLog:
    end = plan.source if side is Side.SOURCE else plan.target
    lines = {text for spot in spots for text in (*spot.added[side], *spot.removed[side])}
    paths = {path for spot in spots for path in spot.paths.side(side)}
    return side_log(workshop, end.commit, plan.bases, paths, lines or {""}) if paths else LineLog()


def _behind(spot: _Spot, side: Side, log: LineLog) -> Commit | None:
    """The newest commit of a side that wrote, else that removed, one of the lines; else the newest that changed the file at all."""
    paths = spot.paths.side(side)
    wrote = [c for text in spot.added[side] if (c := log.writer(paths, text)) is not None]
    removed = [c for text in spot.removed[side] if (c := log.remover(paths, text)) is not None]
    touched = [c for path in paths for c in log.touched.get(path, ())[:1]]
    return max(wrote or removed or touched, key=lambda c: (c.date, c.id), default=None)
