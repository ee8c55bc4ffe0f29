"""The head of tonight's branch, made in the workshop: the merge, our one fix, people's commits on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.account.classes import APART, classifier
from syncline.config import Config
from syncline.config.decisions import DECISIONS
from syncline.core.errors import UserError
from syncline.core.names import CommitId, shown
from syncline.core.provenance import Commit
from syncline.ports.git.history import commit, commits, deltas
from syncline.ports.git.landing import write_commit
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.picking import Contained, Picked, Unfit, pick
from syncline.ports.git.repository import require_identity
from syncline.ports.git.workshop import Workshop
from syncline.publish.carrying import Bring
from syncline.publish.record import Carried, Outcome, Publication
from syncline.report.fix_message import Family, fix_message
from syncline.run.records import records_ref

# A published branch has a merge, a fix and some commits of people: whoever looks further down looks at history.
_FAR = 200


@dataclass(frozen=True, slots=True)
class Ours:
    """What we put on the branch: the merge, and the fix on it where there is one."""

    merge: Commit
    fix: Commit | None
    # The earlier fix that no longer applies on this merge, with the paths.
    unfit: Carried | None = None

    @property
    def tip(self) -> CommitId:
        """The last commit of ours."""
        return self.fix.id if self.fix is not None else self.merge.id


def find_merge(workshop: Workshop, tip: CommitId) -> tuple[Commit, tuple[Commit, ...]]:
    """The sync merge below ``tip`` and the commits above it, oldest first: the one whose records we keep, else the first merge.

    Raises ``UserError`` where there is none.
    """
    line = commits(workshop, ["--first-parent", f"--max-count={_FAR}", tip])
    known = OwnRefs(workshop).refs([records_ref(one.id) for one in line])
    for at, one in enumerate(line):
        if records_ref(one.id) in known and len(one.parents) == 2:
            return one, line[:at][::-1]
    for at, one in enumerate(line):
        if len(one.parents) == 2:
            return one, line[:at][::-1]
    raise UserError(f"there is no merge at {tip[:10]}: name a branch that 'syncline sync' made")


def our_commits(
    workshop: Workshop,
    merge: Commit,
    above: Sequence[Commit],
    record: Publication | None,
    config: Config,
) -> Ours:
    """The merge and its one fix: the commits that stand above the merge here, as one; else the fix of an earlier round, carried."""
    if above:
        return _folded(workshop, merge, above, record, config)
    if record is None or not record.fix:
        return Ours(merge, None)
    old = commit(workshop, CommitId(record.fix))
    if [d.path for d in deltas(workshop, old.parents[0], old.id, renames=False)] == [DECISIONS]:
        # It only recorded decisions: those in force are written anew.
        return Ours(merge, None)
    found = pick(workshop, old, merge.id, name=config.identity.name, email=config.identity.email)
    match found:
        case Picked(oid):
            return Ours(merge, commit(workshop, oid))
        case Contained():
            return Ours(merge, None)
        case Unfit(paths):
            return Ours(merge, None, Carried(old.id, "", old.author, old.subject, Outcome.UNFIT, paths))


def _folded(
    workshop: Workshop,
    merge: Commit,
    above: Sequence[Commit],
    record: Publication | None,
    config: Config,
) -> Ours:
    tree = workshop.tree_of(above[-1].id)
    if record is not None and record.fix:
        old = CommitId(record.fix)
        if workshop.has(old) and commit(workshop, old).parents == (merge.id,) and workshop.tree_of(old) == tree:
            return Ours(merge, commit(workshop, old))
    classify = classifier(config.classes)
    families, apart, before = [], [], merge.id
    for one in above:
        paths = [d.path for d in deltas(workshop, before, one.id, renames=False)]
        plain = [p for p in paths if classify(p) not in APART]
        apart += [p for p in paths if p not in plain]
        families.append(_family(workshop, one, tuple(shown(p) for p in plain)))
        before = one.id
    identity = config.identity
    who = require_identity(workshop.repository, identity.name, identity.email)
    text = fix_message(tuple(families), tuple(dict.fromkeys(shown(p) for p in apart)), signed_off_by=who if identity.sign_off else "")
    # Dated like the last of them: the same commits give the same fix, whoever folds them.
    date = f"@{above[-1].date} +0000"
    made = write_commit(workshop, tree, (merge.id,), text, name=identity.name, email=identity.email, date=date)
    return Ours(merge, commit(workshop, made))


def _family(workshop: Workshop, one: Commit, paths: tuple[str, ...]) -> Family:
    shape = "%(trailers:key=Cause,valueonly,unfold,separator=%x20)%x00%(trailers:key=Shown-by,valueonly,unfold,separator=%x20)"
    raw = workshop.git(["log", "-1", "--no-walk", f"--format={shape}", "--encoding=UTF-8", one.id])
    cause, _, proof = raw.decode("utf-8", "replace").strip("\n").partition("\0")
    return Family(shown(one.subject), shown(cause.strip()), paths, shown(proof.strip()))


def bring(workshop: Workshop, ours: CommitId, order: Bring, config: Config) -> tuple[CommitId, tuple[Carried, ...]]:
    """Put people's commits on top of ours, one after the other. One that does not apply is listed and the next is tried."""
    head, carried = ours, []
    for oid, original in zip(order.commits, order.original, strict=True):
        first = commit(workshop, original) if workshop.has(original) else commit(workshop, oid)
        found = pick(workshop, commit(workshop, oid), head, name=config.identity.name, email=config.identity.email)
        match found:
            case Picked(now):
                head = now
                carried.append(Carried(original, now, first.author, first.subject, Outcome.CARRIED))
            case Contained():
                carried.append(Carried(original, "", first.author, first.subject, Outcome.CONTAINED))
            case Unfit(paths):
                carried.append(Carried(original, "", first.author, first.subject, Outcome.UNFIT, paths))
    return head, tuple(carried)
