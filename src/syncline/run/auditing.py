"""``audit``: account for an existing merge commit, whoever made it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from syncline.config import Config
from syncline.core.errors import UserError
from syncline.core.ledger import Record
from syncline.core.merge import Merge
from syncline.core.names import CommitId, TreeId
from syncline.core.policy import PolicyFacts
from syncline.core.report import AuditReport
from syncline.ports.forked import meanwhile
from syncline.ports.git.history import MergeCommit, merge_bases, merge_commit
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.repository import open_repository, resolve
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run.audits import Told, audit_key, recall_audit, remember_audit
from syncline.run.configure import load_config
from syncline.run.decisions import Order
from syncline.run.finishing import finished
from syncline.run.lacking import as_settled, lacked_files
from syncline.run.loading import AUDIT, loading
from syncline.run.merging import git_merge
from syncline.run.policy import entries_of, ruled
from syncline.run.progress import Progress
from syncline.run.provenance import Ends
from syncline.run.records import read_records

# Conflicts from which on it takes long enough to ask which files a side lacks.
_MANY = 10


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
    again: bool = True,
) -> Told:
    """Account for both parents of a merge in ``tree``. ``today`` tells which decisions have run out.

    Unless ``again``, an audit of the very same inputs that is kept from earlier is taken, and one that has to be made is kept.
    """
    target, source = found.commit.parents
    bases = merge_bases(workshop, target, source)
    if not bases and workshop.repository.shallow:
        raise UserError("this clone is shallow and the merge base is not in it; run 'git fetch --unshallow'")
    day = today or datetime.now(UTC).date()
    ends = Ends(target, source, tree, bases)
    records = read_records(workshop.repository, CommitId(found.commit.id))
    key = audit_key(ends, records, config, day)
    kept = None if again else recall_audit(key)
    told = kept or _judged(workshop, ends, records, config, progress)
    if not again and kept is None:
        remember_audit(key, told)
    report = replace(told.report, merge=CommitId(found.commit.id))
    return Told(finished(workshop, ends, report, day, order), told.merged)


def _judged(workshop: Workshop, ends: Ends, records: tuple[Record, ...], config: Config, progress: Progress) -> Told:
    progress("merging as git would")
    with loading(AUDIT):
        merge = git_merge(workshop, ends.target, ends.source, bases=ends.bases, unrelated=not ends.bases)
    from syncline.run.judging import judged

    def policy() -> PolicyFacts:
        tips: Merge[TreeId | CommitId] = Merge(virtual_base(workshop, ends.bases), ends.source, ends.target)
        lacked = lacked_files(workshop, tips, ends.bases, merge.merged, config.policy, entries_of(workshop, tips))
        return ruled(workshop, tips, config.policy, lacked=as_settled(workshop, ends.merged, lacked))[1]

    with meanwhile(policy, apart=len(merge.merged.conflicts) >= _MANY) as ruling:
        return Told(judged(workshop, ends, merge, ruling, records, config, progress), merge.merged)
