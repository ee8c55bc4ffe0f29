"""Read from git what the body of a pull request tells: everything about one head, nothing remembered from making it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from syncline import __version__
from syncline.account.classes import Kind, classifier
from syncline.account.patterns import matcher
from syncline.audit.scope import scope_of
from syncline.config import Config
from syncline.core.clearance import Blocked, Clearance, Verdict, VerdictState, clear
from syncline.core.finding import Scope
from syncline.core.merge import Side
from syncline.core.names import BlobId, CommitId, RepoPath
from syncline.core.plan import SyncPlan
from syncline.core.provenance import Commit
from syncline.core.report import AuditReport
from syncline.core.resolution import Outcome
from syncline.core.stakes import Stakes
from syncline.core.tree import Conflict, Entry
from syncline.plan.volumes import volumes
from syncline.ports.git.evidence import digest, remerge_command, remerge_diff, touching
from syncline.ports.git.history import MergeCommit, deltas, line_counts, message
from syncline.ports.git.picking import chain
from syncline.ports.git.workshop import Workshop
from syncline.publish.record import Carried
from syncline.publish.record import Outcome as CarryOutcome
from syncline.publish.settings import Ready
from syncline.report.body.facts import Facts, Kept, RangeDiff, Remerge, Settled
from syncline.report.body.words import shell_path
from syncline.run.auditing import judge
from syncline.run.audits import Told, recall_stakes, remember_stakes, stakes_key
from syncline.run.heads import Ours
from syncline.run.progress import Progress
from syncline.run.reconciling import reconciled
from syncline.run.records import read_ended, read_records
from syncline.run.regions import decided_regions
from syncline.run.signing import sign_off_position
from syncline.run.stakes import stakes_of
from syncline.run.whereabouts import whereabouts

# A remerge-diff of at most this many characters stands in the body itself.
_SHOWN = 6000
_MANIFESTS = re.compile(
    r"(^|/)(pyproject\.toml|setup\.(py|cfg)|requirements[^/]*\.txt|Pipfile|package\.json|Cargo\.toml|go\.mod|composer\.json|Gemfile|pom\.xml"
    r"|build\.gradle(\.kts)?|conanfile\.(py|txt)|CMakeLists\.txt|environment\.ya?ml|Dockerfile[^/]*)$"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is told: the plan that the merge carried out, our commits, the head and what was carried to it."""

    plan: SyncPlan
    ours: Ours
    head: CommitId
    carried: tuple[Carried, ...]
    range_diff: RangeDiff
    config_named: str = ""


def tell(workshop: Workshop, subject: Subject, config: Config, progress: Progress, known: Told | None = None) -> Facts:
    """Gather everything that the body says. ``known`` is an audit of some tree; it is used if that is the tree in question."""
    plan, ours, head = subject.plan, subject.ours, subject.head
    tree = workshop.tree_of(head)
    merge = MergeCommit(ours.merge, workshop.tree_of(ours.merge.id))
    judged = known if known is not None and known.report.tree == tree else judge(workshop, merge, tree, config, progress, again=False)
    progress("describing it")
    # What the sync noted when it made the merge; of a merge that others made nothing is claimed.
    decisions = read_ended(workshop.repository, merge.commit.id)
    verdict = Verdict(VerdictState.NOT_VERIFIED, tree, "no run has built or tested this tree")
    unruled = {d.path for d in decisions if d.outcome is not Outcome.RULE or d.rule.startswith("agent ")}
    return Facts(
        plan=plan,
        volumes=volumes(line_counts(workshop, plan.target.commit, tree), classifier(config.classes)),
        merged=judged.merged,
        decisions=decisions,
        settled=_settled(workshop, plan, judged, head),
        report=judged.report,
        verdict=verdict,
        clearance=_cleared(judged.report, verdict, subject.carried, config),
        merge=ours.merge.id,
        fix=ours.fix,
        fix_message=message(workshop, ours.fix.id) if ours.fix is not None else "",
        people=chain(workshop, ours.tip, head) or (),
        head=head,
        tree=tree,
        carried=subject.carried,
        range_diff=subject.range_diff,
        kept=_kept(workshop, plan, head, config),
        remerge=_remerge(workshop, ours.merge.id),
        position=sign_off_position(workshop, plan, ours, head),
        version=__version__,
        config=subject.config_named,
        agents=tuple(sorted({d.agent for d in decisions if d.agent})),
        regions=decided_regions(workshop, plan, judged.merged.conflicts, decisions),
        dependencies=reconciled(workshop, plan, head),
        files=whereabouts(workshop, plan, ours.merge.id, head, judged.report, read_records(workshop.repository, ours.merge.id)),
        stakes=_stakes(workshop, plan, [c for c in judged.merged.conflicts if c.path in unruled], config),
    )


def _stakes(workshop: Workshop, plan: SyncPlan, conflicts: Sequence[Conflict], config: Config) -> tuple[Stakes, ...]:
    """What the night found to be at stake, else what is found now."""
    key = stakes_key(plan, config)
    kept = recall_stakes(key, [c.path for c in conflicts])
    if kept is None:
        kept = stakes_of(workshop, plan, conflicts, config.lessons)
        remember_stakes(key, kept)
    return kept


def _cleared(report: AuditReport, verdict: Verdict, carried: Sequence[Carried], config: Config) -> Clearance | Blocked:
    """Whether this head may be called ready. A repair of somebody's that no longer applies is an open question, too."""
    if config.publish.ready is Ready.NEVER:
        return Blocked(("'ready' of [publish] leaves it to people",))
    unfit = sum(1 for c in carried if c.outcome is CarryOutcome.UNFIT)
    found = clear(report, verdict, unverified=config.publish.ready is Ready.AUDITED)
    if not unfit:
        return found
    told = f"{unfit} commit{'s' if unfit != 1 else ''} of this branch no longer appl{'y' if unfit != 1 else 'ies'}"
    return Blocked((told, *(found.reasons if isinstance(found, Blocked) else ())))


def workflow_paths(workshop: Workshop, merge: Commit, head: CommitId, *, both: bool = False) -> tuple[RepoPath, ...]:
    """Workflow files that ``head`` has otherwise than the target; with ``both``, otherwise than either side."""

    def changed(side: CommitId) -> set[RepoPath]:
        found = deltas(workshop, side, head, renames=False)
        return {d.path for d in found if d.new is not None and d.path.startswith(".github/workflows/")}

    paths = changed(merge.parents[0])
    return tuple(sorted(paths & changed(merge.parents[1]) if both and paths else paths))


def _settled(workshop: Workshop, plan: SyncPlan, judged: Told, head: CommitId) -> tuple[Settled, ...]:
    kinds: dict[RepoPath, Conflict] = {c.path: c for c in judged.merged.conflicts}
    paths = sorted(kinds)
    here = workshop.entries(head, paths)
    source, target = (workshop.entries(end.commit, paths) for end in (plan.source, plan.target))
    logs = [touching(workshop, end.commit, plan.bases, paths) for end in (plan.source, plan.target)]
    found = []
    for path in paths:
        entry = here.get(path)
        equals = Side.TARGET if _same(entry, target.get(path)) else Side.SOURCE if _same(entry, source.get(path)) else None
        found.append(
            Settled(
                path,
                kinds[path].kind.value,
                scope_of(path) is Scope.TEST,
                equals,
                entry.oid if entry is not None else None,
                tuple(logs[0].get(path, ())),
                tuple(logs[1].get(path, ())),
            )
        )
    return tuple(found)


def _same(one: Entry | None, other: Entry | None) -> bool:
    return one is not None and one == other


def _kept(workshop: Workshop, plan: SyncPlan, head: CommitId, config: Config) -> tuple[Kept, ...]:
    """Protected files, members of groups and dependency manifests that the two sides do not have alike."""
    protected, classify = matcher(config.protected), classifier(config.classes)
    grouped = {RepoPath(path): group.name for group in config.group for path in group.paths}

    def kind(path: RepoPath) -> str:
        if protected(path):
            return "protected"
        if path in grouped:
            return f"group {grouped[path]}"
        return "dependency" if _MANIFESTS.search(path) or classify(path) is Kind.LOCK else ""

    differing = deltas(workshop, plan.target.commit, plan.source.commit, renames=False)
    wanted = {d.path: d for d in differing if kind(d.path)}
    here = workshop.entries(head, sorted(wanted)) if wanted else {}
    return tuple(Kept(path, kind(path), _blob(d.old), _blob(d.new), _blob(here.get(path))) for path, d in sorted(wanted.items()))


def _blob(entry: Entry | None) -> BlobId | None:
    return entry.oid if entry is not None else None


def _remerge(workshop: Workshop, merge: CommitId) -> Remerge:
    data = remerge_diff(workshop, merge)
    text = data.decode("utf-8", "replace") if len(data) <= _SHOWN else ""
    command = "git " + " ".join(shell_path(word) for word in remerge_command(merge))
    return Remerge(command, digest(data), len(data), text)
