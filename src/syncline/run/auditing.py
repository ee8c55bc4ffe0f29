"""``audit``: account for an existing merge commit, whoever made it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from syncline.audit.auditor import audit
from syncline.config import Config
from syncline.core.errors import UserError
from syncline.core.merge import Merge
from syncline.core.names import CommitId, TreeId
from syncline.core.report import AuditReport
from syncline.ports.git.history import MergeCommit, merge_bases, merge_commit
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.repository import open_repository, resolve
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run.analysing import analysed
from syncline.run.configure import load_config
from syncline.run.decisions import Order
from syncline.run.finishing import finished
from syncline.run.gather import GitMerge, gather, git_merge
from syncline.run.policy import ruled
from syncline.run.progress import Progress
from syncline.run.provenance import Ends
from syncline.run.records import read_records


@dataclass(frozen=True, slots=True)
class Judged:
    """git's own merge of two parents, and the audit of what really stands there."""

    merge: GitMerge
    report: AuditReport


def audit_merge(
    path: Path,
    name: str,
    config_file: Path | None,
    progress: Progress,
    *,
    tree: str = "",
    order: Order | None = None,
    today: date | None = None,
) -> AuditReport:
    """Audit the merge commit that ``name`` stands for. Writes nothing into the repository but the decisions of an ``order``.

    ``tree`` names a commit whose tree is judged in place of the merge's own: a branch with repairs on top of the merge.
    """
    repository = open_repository(path)
    with open_workshop(repository) as workshop:
        progress("reading the merge")
        found = merge_commit(workshop, resolve(repository, name))
        config = load_config(workshop, found.commit.parents[0], config_file)
        judged = workshop.tree_of(resolve(repository, tree)) if tree else found.tree
        return judge(workshop, found, judged, config, progress, order=order, today=today).report


def judge(
    workshop: Workshop,
    found: MergeCommit,
    tree: TreeId,
    config: Config,
    progress: Progress,
    *,
    order: Order | None = None,
    today: date | None = None,
) -> Judged:
    """Account for both parents of a merge in ``tree``. ``today`` tells which decisions have run out."""
    target, source = found.commit.parents
    bases = merge_bases(workshop, target, source)
    if not bases and workshop.repository.shallow:
        raise UserError("this clone is shallow and the merge base is not in it; run 'git fetch --unshallow'")
    progress("merging as git would")
    merge = git_merge(workshop, target, source, bases=bases, unrelated=not bases)
    progress("accounting for every hunk")
    ends = Ends(target, source, tree, bases)
    records = read_records(workshop.repository, CommitId(found.commit.id))
    base = virtual_base(workshop, bases)
    _, policy = ruled(workshop, Merge(base, source, target), config.policy)
    subject = analysed(workshop, gather(workshop, ends, merge, policy, records), config.analysers)
    progress("looking for what is broken")
    report = audit(subject, merge=found.commit.id, bases=bases)
    return Judged(merge, finished(workshop, ends, report, today or datetime.now(UTC).date(), order))
