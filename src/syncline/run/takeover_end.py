"""``takeover --continue``: what people made of a handed-over merge is audited, committed, and remembered as their decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from syncline.core.errors import UserError
from syncline.core.finding import Finding, Severity
from syncline.core.hunk import Span
from syncline.core.ledger import Record
from syncline.core.merge import Side
from syncline.core.names import CommitId, RepoPath, shown
from syncline.core.report import AuditReport
from syncline.core.resolution import Decision, Outcome, ResolvedTree
from syncline.core.takeover import Takeover, Undecided
from syncline.core.tree import Conflict, Version
from syncline.plan.volumes import volumes
from syncline.ports.git.history import deltas, line_counts
from syncline.ports.git.linked import Content, Linked, content_of, find, still_merging
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.pushing import RemoteRefs
from syncline.ports.git.repository import require_identity
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.ports.shared import SharedRefs
from syncline.resolve.cascade import texts_of
from syncline.resolve.regions import cut
from syncline.resolve.view import Region, View
from syncline.run.commit import commit_merge
from syncline.run.configure import load_config
from syncline.run.handover import Held, the_one
from syncline.run.learning import keep, lessons_of
from syncline.run.progress import Progress
from syncline.run.resolving import contents_of
from syncline.run.sync import Night, accounted, not_verified
from syncline.run.takeover import TakeoverRequest, close, itself, marked_lines, parents_of, plan_of, remerged

RULE = "takeover"
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Finished:
    """How ``--continue`` ended. ``undecided``: markers are left, and nothing was done. ``held``: blockers in what people edited; the work tree
    stays. Else the merge is committed as ``night`` tells, and ``new`` of ``total`` remembered decisions are from it.
    """

    takeover: Takeover
    path: str
    undecided: tuple[Undecided, ...] = ()
    held: tuple[Finding, ...] = ()
    night: Night | None = None
    report: AuditReport | None = None
    new: int = 0
    total: int = 0

    @property
    def exit_code(self) -> int:
        """0 committed without an open blocker; 1 otherwise."""
        return self.night.exit_code if self.night is not None else 1


def finish(request: TakeoverRequest, progress: Progress) -> Finished:
    """Audit what stands in the work tree; commit it on the sync's branch, remember it, and take the work tree away.

    Killed on the way it can be done again: the same merge is not made twice, and what is remembered is remembered once. Raises ``UserError``
    when no takeover is open, its work tree is gone or holds something else, or files lie in it that git does not know.
    """
    with open_workshop(itself(request.path)) as workshop:
        held = the_one(workshop, request.source, request.target)
        takeover, linked = held.takeover, _standing(workshop, held)
        progress("reading the work tree")
        content = content_of(workshop, linked)
        config = load_config(workshop, takeover.target.commit, request.config or (Path(takeover.config) if takeover.config else None))
        who = require_identity(workshop.repository, config.identity.name, config.identity.email)
        plan = plan_of(workshop, takeover, config, request.now)
        merge, ruled = remerged(workshop, plan, config, progress)
        conflicts = [c for c in merge.merged.conflicts if c.path in takeover.open_paths]
        undecided = tuple(_waiting(workshop, takeover, conflicts, content))
        if undecided:
            return Finished(takeover, str(linked.path), undecided)
        _no_strangers(content, takeover)
        resolved = _by_people(workshop, ruled, conflicts, content, who)
        report = accounted(workshop, plan, merge, resolved, config, request.now, progress)
        broken = _theirs(workshop, takeover, content, report) if not request.anyway else ()
        if broken:
            return Finished(takeover, str(linked.path), held=broken, report=report)
        size = volumes(line_counts(workshop, takeover.target.commit, resolved.tree))
        progress("writing the merge")
        effect = commit_merge(workshop, plan, merge.merged, resolved, config, now=request.now, dry_run=request.dry_run)
        night = Night(plan, effect, config, merge.merged, size, resolved, report, not_verified(resolved))
        if effect.commit is None:
            return Finished(takeover, str(linked.path), night=night, report=report)
        new, total = _remember(workshop, effect.commit, takeover, request.remote)
        progress("removing the work tree")
        close(workshop, held)
        return Finished(takeover, str(linked.path), night=night, report=report, new=new, total=total)


def _standing(workshop: Workshop, held: Held) -> Linked:
    """The work tree of a takeover, in the middle of its merge. Raises ``UserError`` where it is not."""
    linked = find(workshop.repository, held.ref)
    if linked is None or not linked.there:
        where = shown(str(linked.path) if linked is not None else held.takeover.path)
        raise UserError(f"the work tree {where} is gone, and what was not yet committed with it; --abort ends the takeover")
    if not still_merging(linked, parents_of(held.takeover)):
        raise UserError(
            f"{shown(str(linked.path))} is no longer in this merge: something else was checked out there; withdraw it with --abort"
        )
    return linked


def _waiting(workshop: Workshop, takeover: Takeover, conflicts: Iterable[Conflict], content: Content) -> Iterator[Undecided]:
    """Markers that are left, and whole paths that nobody decided: still a conflict of the index, and as we put them there."""
    listed = sorted(conflicts, key=lambda c: c.path)
    spots = {c.path: _spots(c) for c in listed}
    everything = sorted({path for own in spots.values() for path in own})
    now, before = workshop.entries(content.tree, everything), workshop.entries(takeover.tree, everything)
    for conflict in listed:
        lines = next(filter(None, (marked_lines(workshop, conflict, now.get(path)) for path in spots[conflict.path])), ())
        untouched = any(path in content.unmerged for path in spots[conflict.path]) and all(
            now.get(path) == before.get(path) for path in spots[conflict.path]
        )
        if lines or untouched:
            yield Undecided(conflict.path, conflict.kind.value, lines)


def _spots(conflict: Conflict) -> tuple[RepoPath, ...]:
    versions = conflict.versions
    own = [v.path for v in (versions.base, versions.source, versions.target) if isinstance(v, Version)]
    return tuple(dict.fromkeys((conflict.path, *([conflict.aside] if conflict.aside else []), *own)))


def _no_strangers(content: Content, takeover: Takeover) -> None:
    """Refuse where files lie in the work tree that git does not know: they would go with it. A merge tool's copies may."""
    strangers = [path for path in content.untracked if path.removesuffix(".orig") not in takeover.open_paths]
    if strangers:
        some = ", ".join(shown(path) for path in strangers[:_SHOWN]) + (" …" if len(strangers) > _SHOWN else "")
        raise UserError(f"git does not know {some} in the work tree; 'git add' there what belongs to the merge, and delete the rest")


def _by_people(workshop: Workshop, ruled: ResolvedTree, conflicts: Iterable[Conflict], content: Content, who: str) -> ResolvedTree:
    """The resolved tree with what people decided in place of what was open. What they dropped there is overruled, and asks its owner."""
    reason = f"decided by {who.partition(' <')[0]}"
    listed = {conflict.path: conflict for conflict in conflicts}
    ended: dict[RepoPath, list[Decision]] = {}
    for decision in ruled.decisions:
        ended.setdefault(decision.path, []).append(decision)
    records = [record for conflict in listed.values() for record in _records(workshop, conflict, ended.get(conflict.path, []), reason)]
    decisions = tuple(
        replace(d, outcome=Outcome.PEOPLE, rule=RULE, reason=reason, line=0) if d.outcome is Outcome.OPEN and d.path in listed else d
        for d in ruled.decisions
    )
    return ResolvedTree(content.tree, decisions, (*ruled.records, *records), (), ruled.policy)


def _records(workshop: Workshop, conflict: Conflict, ended: list[Decision], reason: str) -> Iterator[Record]:
    paths = dict.fromkeys((*_spots(conflict), *conflict.also))
    texts = texts_of(conflict, contents_of(workshop, conflict))
    if texts is None:
        yield from (Record(path, side, RULE, None, None, False, reason) for path in paths for side in Side)
        return
    regions = [piece for piece in cut(View(conflict.path, texts)) if isinstance(piece, Region)]
    # The cascade tells of the regions in their order; where it told of something else, all of them count as decided by hand.
    known = ended if len(ended) == len(regions) else [None] * len(regions)
    for region, decision in zip(regions, known, strict=True):
        if decision is not None and decision.outcome is not Outcome.OPEN:
            continue
        base = Span(region.starts.base, region.starts.base + len(region.lines.base))
        for side in Side:
            lines = Span(region.starts.side(side), region.stop(side))
            yield from (Record(path, side, RULE, lines, base, False, reason) for path in paths)


def _theirs(workshop: Workshop, takeover: Takeover, content: Content, report: AuditReport) -> tuple[Finding, ...]:
    """The open blockers in what people edited; others were there before them, and stop no merge."""
    edited = {d.path for d in deltas(workshop, takeover.tree, content.tree, renames=False)} | set(takeover.open_paths)
    return tuple(
        f for f in report.open_findings if f.severity is Severity.BLOCKER and ({f.path} | {place.path for place in f.places}) & edited
    )


def _remember(workshop: Workshop, merge: CommitId, takeover: Takeover, remote: str) -> tuple[int, int]:
    """What people decided, into the memory that all runners share."""
    shared: SharedRefs = RemoteRefs(workshop, remote) if remote else OwnRefs(workshop)
    return keep(shared, [entry for entry in lessons_of(workshop, merge) if entry.path in takeover.open_paths])
