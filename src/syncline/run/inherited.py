"""Trace losses of earlier merges, from git's history to values."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.account.inherited import Inherited, Suspect, blamed, traced
from syncline.account.linelog import FIELDS, LineLog, parse_line_log, parse_line_logs
from syncline.core.names import CommitId, RepoPath
from syncline.core.provenance import Commit
from syncline.ports.git.history import commits
from syncline.ports.git.linehistory import line_history, merge_differences
from syncline.ports.git.workshop import Workshop

# Merges that are looked at, the newest ones; beyond them a loss is older than anybody remembers.
_MERGES = 400


def trace(workshop: Workshop, target: CommitId, bases: Sequence[CommitId], found: Sequence[Suspect]) -> tuple[Inherited, ...]:
    """Which merge in the target's history lost each suspect, and whose work it was.

    Merges beside the first-parent line count too: a sync is often made on a branch of its own and lands by a second merge.
    """
    if not found:
        return ()
    paths = sorted({path for s in found for path in (s.path, s.base_path)})
    lines = frozenset(text for s in found for text in s.telling)
    merges = commits(workshop, ["--merges", "--topo-order", f"-{_MERGES}", target, *(f"^{base}" for base in bases)])[::-1]
    two = [merge for merge in merges if len(merge.parents) == 2]
    lacking = parse_line_logs(merge_differences(workshop, [merge.id for merge in two], paths, FIELDS), lines)
    lacking = tuple((merge, log) for merge, log in lacking if log.removed)
    suspected: dict[CommitId, tuple[Commit, set[RepoPath]]] = {}
    for merge, suspect in blamed(found, lacking):
        suspected.setdefault(merge.id, (merge, set()))[1].update((suspect.path, suspect.base_path))
    writers: dict[CommitId, LineLog] = {}
    for merge, there in suspected.values():
        brought = line_history(workshop, (merge.parents[1],), (merge.parents[0],), sorted(there), FIELDS)
        writers[merge.id] = parse_line_log(brought, lines)
    return traced(found, lacking, writers)
