"""A careless merge: every conflicted file whole from the source, as ``git checkout --theirs`` does, and a clean file as well."""

from __future__ import annotations

from pathlib import Path

from syncline.core.names import CommitId, RepoPath
from syncline.core.tree import Entry, Version
from syncline.ports.git.landing import land, write_commit
from syncline.ports.git.repository import open_repository, resolve
from syncline.ports.git.workshop import open_workshop
from syncline.run.merging import git_merge

BRANCH = "careless"
# git merges this file without a conflict; taking it whole from the source loses the target's change in it.
_TOO_MUCH = RepoPath("tide/report.py")


def merge_carelessly(folder: Path, *, date: str) -> CommitId:
    """Commit such a merge of ``main`` into ``dev`` on a branch of its own."""
    repository = open_repository(folder)
    with open_workshop(repository) as workshop:
        target, source = resolve(repository, "dev"), resolve(repository, "main")
        merge = git_merge(workshop, target, source)
        edits: dict[RepoPath, Entry | None] = {}
        for conflict in merge.merged.conflicts:
            theirs = conflict.versions.source
            edits[conflict.path] = theirs.entry if isinstance(theirs, Version) else None
        edits.update(workshop.entries(source, (_TOO_MUCH,)))
        tree = workshop.write_tree(merge.merged.tree, edits)
        message = "Merge branch 'main' into dev\n"
        commit = write_commit(workshop, tree, (target, source), message, name="Casey Hurry", email="casey@example.org", date=date)
        land(workshop, {f"refs/heads/{BRANCH}": commit}, (target, source))
        return commit
