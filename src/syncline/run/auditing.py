"""``audit``: account for an existing merge commit, whoever made it."""

from __future__ import annotations

from pathlib import Path

from syncline.audit.auditor import audit
from syncline.core.names import CommitId
from syncline.core.report import AuditReport
from syncline.ports.git.history import merge_bases, merge_commit
from syncline.ports.git.repository import open_repository, resolve
from syncline.ports.git.workshop import open_workshop
from syncline.run.configure import load_config
from syncline.run.gather import Ends, gather, git_merge, matcher
from syncline.run.progress import Progress
from syncline.run.provenance import attributed
from syncline.run.records import read_records


def audit_merge(path: Path, name: str, config_file: Path | None, progress: Progress) -> AuditReport:
    """Audit the merge commit that ``name`` stands for. Writes nothing into the repository."""
    repository = open_repository(path)
    with open_workshop(repository) as workshop:
        progress("reading the merge")
        found = merge_commit(workshop, resolve(repository, name))
        target, source = found.commit.parents
        config = load_config(workshop, target, config_file)
        bases = merge_bases(workshop, target, source)
        progress("merging as git would")
        merge = git_merge(workshop, target, source, unrelated=not bases)
        progress("accounting for every hunk")
        ends = Ends(target, source, found.tree, bases)
        subject = gather(workshop, ends, merge, matcher(config.protected), read_records(repository, CommitId(found.commit.id)))
        progress("looking for what is broken")
        report = audit(subject, merge=found.commit.id, bases=bases)
        return attributed(workshop, ends, report)
