"""``sync``: the pipeline on one screen. plan → merge → resolve → audit → commit."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from syncline.config import Config
from syncline.core.clearance import Verdict, VerdictState
from syncline.core.effect import Done, Effect
from syncline.core.merge import Side
from syncline.core.plan import NothingToDo, SyncPlan, Volumes
from syncline.core.report import AuditReport
from syncline.core.resolution import Preference, ResolvedTree
from syncline.core.text import counted
from syncline.core.tree import MergedTree
from syncline.ports.git.history import line_counts
from syncline.ports.git.repository import open_repository, require_identity
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run.configure import load_config
from syncline.run.loading import SYNC, loading
from syncline.run.merging import GitMerge, git_merge
from syncline.run.planning import make_plan, settle_revisions
from syncline.run.progress import Progress
from syncline.run.rebased import refuse_rebased

# What comes after the merge is loaded while git merges (``run.loading``), and imported where it is used; so is what few runs need.
if TYPE_CHECKING:
    from syncline.run.histories import Histories


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for. Empty strings and ``None`` leave it to the configuration."""

    path: Path
    source: str = ""
    target: str = ""
    branch: str = ""
    prefer: Preference | None = None
    safe_only: bool = False
    markers: bool = False
    fetch: bool = True
    dry_run: bool = False
    config: Path | None = None
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Night:
    """Everything one run did, room by room. What it did not come to is ``None``."""

    plan: SyncPlan | NothingToDo
    effect: Effect
    config: Config
    merged: MergedTree | None = None
    volumes: Volumes | None = None
    resolved: ResolvedTree | None = None
    report: AuditReport | None = None
    verdict: Verdict | None = None

    @property
    def exit_code(self) -> int:
        """0 done or nothing to do; 1 blocked: an open conflict, an open blocker."""
        # Committed with its markers on request, a conflict is still open, and not all kinds leave a marker to be found.
        undecided = self.effect.done is Done.STOPPED or (self.resolved is not None and not self.resolved.complete)
        return 1 if undecided or (self.report is not None and self.report.blocked) else 0


def sync(request: Request, progress: Progress) -> Night:
    """Run the whole night. Until the commit nothing is written into the repository; with ``dry_run`` nothing at all."""
    repository = open_repository(request.path)
    with open_workshop(repository) as workshop:
        progress("looking at both branches")
        revisions = settle_revisions(workshop, request.source, request.target, request.config, fetch=request.fetch)
        if request.fetch:
            from syncline.run.deciding import bring_decisions_of

            bring_decisions_of(workshop, revisions.target.name)
        config = load_config(workshop, revisions.target.commit, request.config)
        plan = make_plan(workshop, revisions, config, request.branch, request.now)
        if isinstance(plan, NothingToDo):
            from syncline.run.health import still_there

            plan = still_there(workshop, plan)
            return Night(plan, Effect(Done.STOPPED if plan.gone else Done.NOTHING, reason=plan.reason), config)
        refuse_rebased(workshop, plan, config)
        if not request.dry_run:
            # Asked now, so that nobody waits for a merge that cannot be committed.
            require_identity(repository, config.identity.name, config.identity.email)
        return _merge_and_account(workshop, plan, config, request, progress)


def _merge_and_account(workshop: Workshop, plan: SyncPlan, config: Config, request: Request, progress: Progress) -> Night:
    source, target = plan.source.commit, plan.target.commit
    progress("merging")
    with loading(SYNC):
        merge = git_merge(workshop, target, source, bases=plan.bases)
    from syncline.plan.volumes import volumes
    from syncline.run.audits import remember_stakes, stakes_key
    from syncline.run.commit import commit_merge
    from syncline.run.histories import read_meanwhile
    from syncline.run.resolving import resolve_all
    from syncline.run.stakes import Ahead

    progress("resolving conflicts")
    ends = {Side.SOURCE: source, Side.TARGET: target}
    with (
        read_meanwhile(workshop, ends, plan.bases, merge.merged.conflicts) as reading,
        Ahead(workshop, plan, config.lessons, reading.result) as ahead,
    ):
        resolved = resolve_all(
            workshop,
            plan,
            merge.merged,
            config,
            request.prefer or config.prefer,
            safe_only=request.safe_only,
            markers=request.markers,
            leaving=ahead.begin,
        )
        with ThreadPoolExecutor(1) as pool:
            counting = pool.submit(line_counts, workshop, target, resolved.tree)
            stopped = not resolved.complete and not request.markers
            report = None if stopped else accounted(workshop, plan, merge, resolved, config, request.now, progress, reading.result())
            size = volumes(counting.result())
        stakes = resolved.stakes or ahead.stakes(resolved.left)
    resolved = replace(resolved, stakes=stakes)
    if stopped:
        return Night(plan, Effect(Done.STOPPED, reason=undecided(resolved)), config, merge.merged, size, resolved)
    remember_stakes(stakes_key(plan, config), stakes)
    verdict = not_verified(resolved)
    progress("writing the merge")
    effect = commit_merge(workshop, plan, merge.merged, resolved, config, now=request.now, dry_run=request.dry_run)
    return Night(plan, effect, config, merge.merged, size, resolved, report, verdict)


def undecided(resolved: ResolvedTree) -> str:
    """Why a tree is not committed: how many conflicts are open."""
    many = len(resolved.open_conflicts)
    return f"{counted(many, 'conflict')} need{'s' if many == 1 else ''} a decision"


def accounted(
    workshop: Workshop,
    plan: SyncPlan,
    merge: GitMerge,
    resolved: ResolvedTree,
    config: Config,
    now: datetime | None,
    progress: Progress,
    known: Histories | None = None,
) -> AuditReport:
    """The audit of a resolved tree that is not committed yet. What is ``known`` of histories is not read again."""
    from syncline.run.audits import Told, audit_key, remember_audit
    from syncline.run.finishing import finished
    from syncline.run.histories import NOTHING_READ
    from syncline.run.judging import judged
    from syncline.run.provenance import Ends

    ends = Ends(plan.target.commit, plan.source.commit, resolved.tree, plan.bases)
    today = (now or datetime.now(UTC)).date()
    report = judged(workshop, ends, merge, lambda: resolved.policy, resolved.records, config, progress, known or NOTHING_READ)
    told = Told(report, merge.merged)
    remember_audit(audit_key(ends, resolved.records, config, today), told)
    return finished(workshop, ends, told.report, today)


def not_verified(resolved: ResolvedTree) -> Verdict:
    """What is said of a tree that nothing was run on."""
    return Verdict(VerdictState.NOT_VERIFIED, resolved.tree, "no verification is built in yet")
