"""``stack``: merge the source in portions, each on a branch on top of the one before. Run again, it looks what stands, and goes on from there.

Where the target or a lower portion has moved, what lies above is merged anew on new branches, and people's repairs are carried onto them. No
branch is ever moved or deleted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from syncline.config import Config
from syncline.core.finding import Severity
from syncline.core.names import CommitId
from syncline.core.plan import NothingToDo, Revision, SyncPlan
from syncline.core.provenance import Commit
from syncline.core.report import AuditReport
from syncline.core.resolution import Preference
from syncline.core.stack import Laid, Layer, Stack
from syncline.plan.branch import branch_pattern
from syncline.plan.slicing import cut_at, cut_at_hard
from syncline.plan.stacking import Standing, kept_cuts, newest
from syncline.ports.git.history import commits, is_ancestor, merge_commit
from syncline.ports.git.landing import land, write_commit
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.picking import Picked, Unfit, chain, pick
from syncline.ports.git.repository import branches, open_repository, require_identity
from syncline.ports.git.tips import tagged
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.report.message import commit_message
from syncline.run.auditing import judge
from syncline.run.colliding import colliding_commits, until_last_sync
from syncline.run.commit import free_name
from syncline.run.configure import load_config
from syncline.run.forecasting import until
from syncline.run.merging import git_merge
from syncline.run.planning import Revisions, make_plan, settle_revisions
from syncline.run.portions import source_order
from syncline.run.progress import Progress
from syncline.run.rebased import refuse_rebased
from syncline.run.records import records_ref, records_text
from syncline.run.resolving import resolve_all
from syncline.run.sync import accounted, undecided


@dataclass(frozen=True, slots=True)
class StackRequest:
    """What the user asked for. ``cut`` is ``auto`` or ``tags``; ``longest`` caps a portion's commits (0: no cap)."""

    path: Path
    source: str = ""
    target: str = ""
    branch: str = ""
    cut: str = "auto"
    longest: int = 0
    until: str = ""
    prefer: Preference | None = None
    config: Path | None = None
    fetch: bool = True
    dry_run: bool = False
    now: datetime | None = None


def stack(request: StackRequest, progress: Progress) -> Stack | NothingToDo:
    """Lay every portion, from the lowest on, until one has an open conflict or a repair does not fit."""
    repository = open_repository(request.path)
    with open_workshop(repository) as workshop:
        progress("looking at both branches")
        found = settle_revisions(workshop, request.source, request.target, request.config, fetch=request.fetch)
        config = load_config(workshop, found.target.commit, request.config)
        source = until(workshop, found.source, request.until) if request.until else found.source
        plan = make_plan(workshop, Revisions(source, found.target), config, request.branch, request.now)
        if isinstance(plan, NothingToDo):
            return plan
        refuse_rebased(workshop, plan, config)
        if not request.dry_run:
            require_identity(repository, config.identity.name, config.identity.email)
        progress("looking for portions that stand")
        standing = newest(_standing(workshop, plan, request.branch or config.branch))
        cuts = kept_cuts(source_order(workshop, plan), standing, _cuts(workshop, plan, request, progress))
        return Stack(plan.source.name, plan.target.name, tuple(_lay_all(workshop, plan, config, request, cuts, standing, progress)))


def _standing(workshop: Workshop, plan: SyncPlan, template: str) -> list[Standing]:
    """Portions of this pair on branches of ours: the newest merge of the source on each, and what people put on top."""
    found = []
    pattern = branch_pattern(template, source=plan.source.name, target=plan.target.name)
    for branch in branches(workshop.repository, f"{pattern}-p[0-9]*"):
        line = commits(workshop, ["--first-parent", branch.commit, f"^{plan.target.commit}"])
        merge = next((c for c in line if len(c.parents) == 2 and is_ancestor(workshop, c.parents[1], plan.source.commit)), None)
        repairs = chain(workshop, merge.id, branch.commit) if merge is not None else None
        if merge is not None and repairs is not None:
            found.append(Standing(branch.name, branch.commit, merge, repairs))
    return found


def _cuts(workshop: Workshop, plan: SyncPlan, request: StackRequest, progress: Progress) -> tuple[CommitId, ...]:
    order = source_order(workshop, plan)
    if request.cut == "tags":
        cuts = cut_at(order, tagged(workshop.repository), request.longest)
    else:
        progress("looking for the commits that collide")
        conflicts = git_merge(workshop, plan.target.commit, plan.source.commit, bases=plan.bases).merged.conflicts
        pairs = colliding_commits(workshop, plan, virtual_base(workshop, plan.bases), conflicts, until_last_sync(workshop, plan))
        cuts = cut_at_hard(order, {pair.source.id for found in pairs.values() for pair in found}, request.longest)
    return tuple(order[cut.stop - 1] for cut in cuts)


def _lay_all(
    workshop: Workshop,
    plan: SyncPlan,
    config: Config,
    request: StackRequest,
    cuts: tuple[CommitId, ...],
    standing: dict[CommitId, Standing],
    progress: Progress,
) -> list[Layer]:
    below = plan.target
    known = {c.id: c for c in commits(workshop, ["--no-walk", *cuts])} if cuts else {}
    layers: list[Layer] = []
    stopped = False
    for number, cut in enumerate(cuts, 1):
        before = standing.get(cut)
        if stopped:
            layers.append(Layer(known[cut], Laid.WAITING, before.branch if before else ""))
            continue
        if is_ancestor(workshop, cut, below.commit):
            layers.append(Layer(known[cut], Laid.LANDED))
            continue
        if before is not None and before.merge.parents == (below.commit, cut):
            # What blocked when it was built blocks until somebody repairs or accepts it.
            told = judge(workshop, merge_commit(workshop, before.merge.id), workshop.tree_of(before.tip), config, progress, again=False)
            layer = Layer(known[cut], Laid.KEPT, before.branch, before.tip, before.repairs, _blockers(told.report))
        else:
            progress(f"merging portion {number} of {len(cuts)}")
            layer = _lay(workshop, plan, config, request, known[cut], below, before, number, progress)
        layers.append(layer)
        stopped = layer.tip is None
        below = Revision(layer.branch, layer.tip) if layer.tip is not None else below
    return layers


def _blockers(report: AuditReport) -> int:
    return sum(1 for f in report.open_findings if f.severity is Severity.BLOCKER)


def _lay(
    workshop: Workshop,
    whole: SyncPlan,
    config: Config,
    request: StackRequest,
    last: Commit,
    below: Revision,
    before: Standing | None,
    number: int,
    progress: Progress,
) -> Layer:
    """Merge one portion, and put the repairs on top that its earlier round had. Written only when all of it fits."""
    wanted = f"{whole.branch}-p{number:02d}"
    plan = make_plan(workshop, Revisions(Revision(whole.source.name, last.id), below), config, wanted, request.now)
    if isinstance(plan, NothingToDo):
        return Layer(last, Laid.LANDED)
    merge = git_merge(workshop, below.commit, last.id, bases=plan.bases)
    resolved = resolve_all(workshop, plan, merge.merged, config, request.prefer or config.prefer, safe_only=False, markers=False)
    if not resolved.complete:
        return Layer(last, Laid.STOPPED, wanted, reason=undecided(resolved))
    report = accounted(workshop, plan, merge, resolved, config, request.now, progress)
    blockers = _blockers(report)
    if request.dry_run:
        return Layer(last, Laid.DRY_RUN, wanted, None, before.repairs if before else (), blockers)
    who = require_identity(workshop.repository, config.identity.name, config.identity.email)
    message = commit_message(plan, merge.merged, resolved, signed_off_by=who if config.identity.sign_off else "")
    name, email = config.identity.name, config.identity.email
    parents = (below.commit, last.id)
    commit = write_commit(
        workshop, resolved.tree, parents, message, name=name, email=email, date=request.now.isoformat() if request.now else ""
    )
    tip = commit
    carried: list[Commit] = []
    for repair in before.repairs if before is not None else ():
        found = pick(workshop, repair, tip, name=name, email=email)
        if isinstance(found, Unfit):
            told = f"the repair {repair.short} ({repair.subject}) by {repair.author} does not fit any more at {', '.join(found.paths[:3])}"
            return Layer(
                last, Laid.STOPPED, wanted, carried=tuple(carried), reason=f"{told}; it stays on {before.branch if before else ''}"
            )
        if isinstance(found, Picked):
            tip = found.commit
            carried.append(repair)
    branch = free_name(workshop, wanted)
    records = workshop.write_blob(records_text(resolved.records, resolved.decisions))
    land(workshop, {f"refs/heads/{branch}": tip, records_ref(commit): records}, parents)
    return Layer(last, Laid.REBUILT if before is not None else Laid.BUILT, branch, tip, tuple(carried), blockers)
