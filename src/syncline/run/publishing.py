"""``publish``: a branch that ``sync`` made becomes one honest pull request, and stays one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date

from syncline.config import Config
from syncline.core.clearance import Clearance
from syncline.core.names import CommitId, shown
from syncline.core.plan import Revision, SyncPlan
from syncline.core.provenance import Commit
from syncline.core.pull import PullState
from syncline.ports.forge import DeniedError, Forge
from syncline.ports.git.history import commit, commits, merge_bases
from syncline.ports.git.own_refs import checked_out
from syncline.ports.git.picking import chain, range_diff, range_diff_command
from syncline.ports.git.workshop import Workshop
from syncline.ports.shared import SharedRefs
from syncline.publish.branches import Place
from syncline.publish.carrying import Bring, OnBranch, Stay, carry
from syncline.publish.frame import framed, merged_body
from syncline.publish.record import Carried, Publication, Standing
from syncline.publish.settings import ForgeKind, Unlanded
from syncline.publish.shape import Misshapen, foreign_branch, shape
from syncline.publish.steps import Halt, Halted, Remarked, Seen, Wanted
from syncline.publish.words import RETIRED, filled
from syncline.report.body import Facts, body
from syncline.report.body.facts import RangeDiff
from syncline.run.audits import Told
from syncline.run.clock import today
from syncline.run.deciding import decided
from syncline.run.heads import Ours, bring, our_commits
from syncline.run.looking import Job
from syncline.run.progress import Progress
from syncline.run.signing import what_ours_lack
from syncline.run.telling import Subject, tell, workflow_paths

# No forge takes more in a body, and no reader either.
_BODY_LIMIT = 65_536


@dataclass(frozen=True, slots=True)
class Names:
    """How the pair is called: in the record, to readers, and at the forge."""

    pair: str
    source: str
    target: str


@dataclass(slots=True)
class Preparation:
    """What a publication is prepared from. Remembers what it told of a head: telling again would cost the same again."""

    workshop: Workshop
    shared: SharedRefs
    forge: Forge
    config: Config
    names: Names
    at_home: bool
    branch: str
    merge: Commit
    above: tuple[Commit, ...]
    config_named: str
    now: Callable[[], int]
    progress: Progress
    known: Told | None = None
    told: dict[tuple[CommitId, tuple[Carried, ...]], Facts] = field(default_factory=dict)

    def job(self) -> Job:
        """The job for the driver."""
        settings = self.config.publish
        if self.at_home:
            # Each night has a branch of its own here, made by ``sync``: yesterday's is not moved under its owner's feet.
            settings = replace(settings, unlanded=Unlanded.SUPERSEDE)
        return Job(self.names.pair, self.branch, self.merge.id, settings, self.prepare, self.hint)

    def prepare(self, spot: Place, seen: Seen) -> Wanted | Halt:
        """Make the head that is wanted at ``spot``, and what is said of it; or say why nothing may be done."""
        settings = self.config.publish
        if pattern := foreign_branch(spot.branch, settings.foreign):
            return Halt(Halted.FOREIGN, f"'{spot.branch}' falls under '{pattern}', branches of another bot; nothing is pushed there")
        record = _living(seen)
        # Here at home the branch is its owner's: what stands above the merge is theirs and stays as it is.
        above = () if self.at_home else self.above
        ours = our_commits(self.workshop, self.merge, above, record, self.config)
        if not self.at_home or self._free(spot, seen, record):
            ours = decided(self.workshop, ours, record, self.config, date.fromisoformat(today(self.config, self.now())))
        elif record is not None and record.branch == spot.branch and record.merge == self.merge.id and record.fix:
            ours = Ours(self.merge, commit(self.workshop, CommitId(record.fix)))
        standing, late = self._standing(spot, seen, record, ours)
        if isinstance(standing, Halt):
            return standing
        order = carry(ours.tip, record, standing, late, since=self.now() - settings.quiet_hours * 3600)
        if isinstance(order, Halt):
            return order
        head, carried = (order.head, order.carried) if isinstance(order, Stay) else bring(self.workshop, ours.tip, order, self.config)
        carried = (*((ours.unfit,) if ours.unfit else ()), *carried)
        if seen.tip != head:
            self._check_scope(head)
        ends = (self.merge.parents[0], self.merge.parents[1])
        line = chain(self.workshop, self.merge.id, head) or ()
        found = shape((self.merge, *line), self.merge.id, ours.fix.id if ours.fix else None, ends)
        if isinstance(found, Misshapen):
            return Halt(Halted.MISSHAPEN, "; ".join(found.reasons))
        if lacking := what_ours_lack(self.workshop, ours, self.config):
            return Halt(Halted.UNSIGNED, lacking)
        former = (record.former_ours, record.former_head) if record is not None and isinstance(order, Stay) else ("", "")
        if isinstance(order, Bring) and record is not None and standing is not None and record.ours != ours.tip:
            former = (record.ours, standing.tip)
        return self._wanted(spot, seen, ours, head, carried, former)

    def hint(self, wanted: Wanted) -> str:
        """Workflow files of a push that was refused: tokens need a right of their own for these."""
        paths = workflow_paths(self.workshop, self.merge, wanted.record.head)
        told = ", ".join(shown(p) for p in paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
        return f". It changes workflow files ({told}); a token needs the right to do that ('workflow' at GitHub)" if paths else ""

    def _check_scope(self, head: CommitId) -> None:
        """Say before anything is pushed that the token may not change workflow files, where that is certain.

        GitHub lets those pass that stand alike on another branch; our source is one, so only what neither side has counts.
        """
        paths = workflow_paths(self.workshop, self.merge, head, both=True)
        scopes = self.forge.scopes() if paths else None
        if scopes is not None and "workflow" not in scopes and self.config.publish.forge is ForgeKind.GITHUB:
            raise DeniedError(
                f"the token lacks the scope 'workflow', and the branch changes {', '.join(shown(p) for p in paths[:5])}; nothing was pushed"
            )

    def _free(self, spot: Place, seen: Seen, record: Publication | None) -> bool:
        """At home: whether our fix may be put into the branch. Not under commits of its owner, nor where it is checked out."""
        mine = record.ours if record is not None and record.branch == spot.branch and record.merge == self.merge.id else self.merge.id
        if seen.tip is not None and seen.tip != mine:
            return False
        return not checked_out(self.workshop.repository, f"refs/heads/{spot.branch}")

    def _standing(
        self, spot: Place, seen: Seen, record: Publication | None, ours: Ours
    ) -> tuple[OnBranch | Halt | None, tuple[Commit, ...]]:
        """What stands on the branch that people last saw, and what they pushed to a superseded one since it was looked at."""
        # At home the bare merge is what ``sync`` left for us: nobody has published it yet.
        untouched = self.at_home and seen.tip == self.merge.id
        if record is None:
            return (None if seen.tip is None or untouched else OnBranch(seen.tip, chain(self.workshop, ours.tip, seen.tip))), ()
        if record.branch == spot.branch:
            tip = seen.tip
        else:
            if seen.tip is not None and not untouched and chain(self.workshop, ours.tip, seen.tip) is None:
                return Halt(Halted.TAKEN, f"'{spot.branch}' exists with other content ({seen.tip[:10]}); delete it, or choose --branch"), ()
            ref = f"refs/heads/{record.branch}"
            tip = seen.previous_tip if record.branch == spot.previous_branch else self.shared.refs([ref]).get(ref)
        late: tuple[Commit, ...] = ()
        if record.branch == spot.branch and record.previous_head and seen.previous_tip is not None:
            late = chain(self.workshop, CommitId(record.previous_head), seen.previous_tip) or ()
        if tip is None:
            return None, late
        line = chain(self.workshop, record.ours, tip)
        if line is not None and record.head not in {record.ours, *(c.id for c in line)}:
            line = None
        return OnBranch(tip, line), late

    def _wanted(self, spot: Place, seen: Seen, ours: Ours, head: CommitId, carried: tuple[Carried, ...], former: tuple[str, str]) -> Wanted:
        plan = self.plan(spot.branch)
        key = (head, carried)
        if key not in self.told:
            self.told[key] = tell(
                self.workshop,
                Subject(plan, ours, head, carried, self._compared(former, ours.tip, head), self.config_named),
                self.config,
                self.progress,
                self.known,
            )
        facts = self.told[key]
        pull = seen.pull if seen.pull is not None and seen.pull.state is PullState.OPEN and seen.pull.branch == spot.branch else None
        words = {
            "source": self.names.source,
            "target": self.names.target,
            "branch": spot.branch,
            "count": str(len(plan.commits)),
            "date": today(self.config, self.now()),
            "sha": head,
        }
        theirs = len(merged_body("", pull.body)) if pull is not None else 0
        limit = min(_BODY_LIMIT, self.forge.body_limit) - theirs - len(framed("", head)) - 100
        publication = Publication(
            pair=self.names.pair,
            branch=spot.branch,
            target_branch=self.names.target,
            source=plan.source.commit,
            target=plan.target.commit,
            merge=self.merge.id,
            fix=ours.fix.id if ours.fix is not None else "",
            ours=ours.tip,
            head=head,
            tree=facts.tree,
            pull=pull.number if pull is not None else 0,
            previous_branch=spot.previous_branch,
            previous_pull=spot.previous_pull,
            previous_head=seen.previous_tip or "",
            carried=carried,
            former_ours=former[0],
            former_head=former[1],
        )
        settings = self.config.publish
        return Wanted(
            record=publication,
            title=filled(settings.title, words),
            body=framed(body(facts, limit), head),
            labels=tuple(filled(t, words) for t in settings.labels),
            reviewers=tuple(filled(t, words) for t in settings.reviewers),
            remarks=tuple(
                Remarked(f"comment-{n}-{head[:12]}" if "{sha}" in t else f"comment-{n}", filled(t, words))
                for n, t in enumerate(settings.comments)
            ),
            retire_with=RETIRED,
            clearance=facts.clearance if isinstance(facts.clearance, Clearance) else None,
        )

    def _compared(self, former: tuple[str, str], ours: CommitId, head: CommitId) -> RangeDiff:
        """The range-diff of people's commits before and after; empty where there were none or are none."""
        before, tip = CommitId(former[0]), CommitId(former[1])
        if not before or before == tip or ours == head or not (self.workshop.has(before) and self.workshop.has(tip)):
            return RangeDiff()
        command = f"git {' '.join(range_diff_command((before, tip), (ours, head)))}"
        return RangeDiff(command, range_diff(self.workshop, (before, tip), (ours, head)))

    def plan(self, branch: str) -> SyncPlan:
        """What the merge brought, read from the merge."""
        target, source = self.merge.parents
        return SyncPlan(
            Revision(self.names.source, source),
            Revision(self.names.target, target),
            merge_bases(self.workshop, target, source),
            commits(self.workshop, [source, f"^{target}"]),
            branch,
        )


def _living(seen: Seen) -> Publication | None:
    """The record, unless what it tells of is over: landed or withdrawn work carries nothing on."""
    record, pull = seen.record, seen.pull
    if record is None or record.standing in (Standing.LANDED, Standing.WITHDRAWN):
        return None
    landed = pull is not None and pull.number == record.pull and pull.state is PullState.MERGED
    return None if landed else record
