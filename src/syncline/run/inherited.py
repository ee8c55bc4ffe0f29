"""Trace losses of earlier merges, from git's history to values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from syncline.account.inherited import Inherited, Suspect, blamed, traced
from syncline.account.linelog import LineLog, parse_line_log
from syncline.core.names import BlobId, CommitId, RepoPath
from syncline.core.provenance import Commit
from syncline.core.text import encode
from syncline.ports.git.history import commits
from syncline.ports.git.linehistory import merge_versions
from syncline.ports.git.workshop import Workshop
from syncline.run.patch_store import line_history

# Merges that are looked at, the newest ones; beyond them a loss is older than anybody remembers.
_MERGES = 400
# Versions in memory at a time.
_PORTION = 64
_WHITE = b" \t\r\v\f"


def lacked(workshop: Workshop, merges: Sequence[Commit], found: Sequence[Suspect]) -> tuple[tuple[Commit, LineLog], ...]:
    """What each merge has not of the suspects' lines, at their paths, though one of its parents has it: as removed lines; only such merges.

    Told by what stands in the versions, and not by their differences: a line that a merge moved is there.
    """
    wanted: dict[RepoPath, set[str]] = {}
    for one in found:
        for path in (one.path, one.base_path):
            wanted.setdefault(path, set()).update(one.telling)
    pairs = merge_versions(workshop, [merge.id for merge in merges], sorted(wanted))
    # Squeezed lines by version and path, read where they are first asked for.
    known: dict[tuple[BlobId, RepoPath], frozenset[str]] = {}
    asked: dict[BlobId, set[RepoPath]] = {}
    for pair in pairs:
        for oid in (pair.parent, pair.merge):
            if oid is not None:
                asked.setdefault(oid, set()).add(pair.path)
    oids = list(asked)
    for at in range(0, len(oids), _PORTION):
        for oid, data in workshop.read_all(oids[at : at + _PORTION]).items():
            rows = data.translate(None, _WHITE).split(b"\n")
            known.update(((oid, path), _among(rows, wanted[path])) for path in asked[oid])
    gone: dict[CommitId, dict[tuple[RepoPath, str], tuple[Commit, ...]]] = {}
    by_id = {merge.id: merge for merge in merges}
    for pair in pairs:
        had = known[pair.parent, pair.path] if pair.parent is not None else frozenset()
        has = known[pair.merge, pair.path] if pair.merge is not None else frozenset()
        for text in had - has:
            gone.setdefault(pair.id, {})[pair.path, text] = (by_id[pair.id],)
    return tuple((merge, LineLog(removed=gone[merge.id])) for merge in merges if merge.id in gone)


def _among(rows: list[bytes], wanted: Iterable[str]) -> frozenset[str]:
    texts = {encode(text): text for text in wanted}
    return frozenset(texts[row] for row in texts.keys() & rows)


def trace(workshop: Workshop, target: CommitId, bases: Sequence[CommitId], found: Sequence[Suspect]) -> tuple[Inherited, ...]:
    """Which merge in the target's history lost each suspect, and whose work it was.

    Merges beside the first-parent line count too: a sync is often made on a branch of its own and lands by a second merge.
    """
    if not found:
        return ()
    lines = frozenset(text for s in found for text in s.telling)
    merges = commits(workshop, ["--merges", "--topo-order", f"-{_MERGES}", target, *(f"^{base}" for base in bases)])[::-1]
    lacking = lacked(workshop, [merge for merge in merges if len(merge.parents) == 2], found)
    suspected: dict[CommitId, tuple[Commit, set[RepoPath]]] = {}
    for merge, suspect in blamed(found, lacking):
        suspected.setdefault(merge.id, (merge, set()))[1].update((suspect.path, suspect.base_path))
    writers: dict[CommitId, LineLog] = {}
    for merge, there in suspected.values():
        brought = line_history(workshop, (merge.parents[1],), (merge.parents[0],), sorted(there))
        writers[merge.id] = parse_line_log(brought, lines)
    return traced(found, lacking, writers)
