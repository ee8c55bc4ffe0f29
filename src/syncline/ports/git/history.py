"""Questions about history and trees: bases, commits, differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from syncline.core.errors import UserError, WorldError
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId, path_bytes, repo_path
from syncline.core.provenance import Commit
from syncline.core.tree import MODE_EXEC, MODE_FILE, MODE_SUBMODULE, Entry
from syncline.ports.git.command import git, last_line
from syncline.ports.git.promised import promises
from syncline.ports.git.workshop import Workshop

# Above git's default of 1,000: a fork and its upstream differ by more. Beyond it inexact renames are not looked for, and git says so.
RENAME_LIMIT = 7000

# id, parents, author, e-mail, committer date, subject
_SHAPE = "%H%x00%P%x00%aN%x00%aE%x00%ct%x00%s"
_FIELDS = 6


def merge_bases(workshop: Workshop, one: CommitId, two: CommitId) -> tuple[CommitId, ...]:
    """All best common ancestors, in the order in which git merges them; empty where the histories have nothing in common."""
    status, out, err = workshop.status(["merge-base", "--all", one, two])
    if status not in (0, 1):
        raise WorldError(f"git failed while looking for the merge base: {last_line(err) or f'exit status {status}'}")
    return tuple(CommitId(line) for line in reversed(out.decode().split()))


def is_ancestor(workshop: Workshop, old: CommitId, new: CommitId) -> bool:
    """True when ``old`` is reachable from ``new``."""
    status, _, err = workshop.status(["merge-base", "--is-ancestor", old, new])
    if status not in (0, 1):
        raise WorldError(f"git failed while looking at the history: {last_line(err) or f'exit status {status}'}")
    return status == 0


def commits(workshop: Workshop, arguments: Sequence[str]) -> tuple[Commit, ...]:
    """Commits as ``git log`` lists them for ``arguments`` (revisions and options), newest first."""
    raw = workshop.git(["log", "-z", f"--format={_SHAPE}", "--encoding=UTF-8", *arguments])
    fields = raw.decode("utf-8", "surrogateescape").split("\0")
    if fields and fields[-1] == "":
        fields.pop()
    found = []
    for at in range(0, len(fields), _FIELDS):
        oid, parents, author, email, date, subject = fields[at : at + _FIELDS]
        found.append(Commit(CommitId(oid), author, email, subject, int(date or 0), tuple(CommitId(p) for p in parents.split())))
    return tuple(found)


def commit(workshop: Workshop, oid: CommitId) -> Commit:
    """One commit."""
    return commits(workshop, ["-1", "--no-walk", oid])[0]


def message(workshop: Workshop, oid: CommitId) -> str:
    """The whole message of a commit."""
    return workshop.git(["log", "-1", "--no-walk", "--format=%B", "--encoding=UTF-8", oid]).decode("utf-8", "replace")


def messages(workshop: Workshop, arguments: Sequence[str]) -> dict[CommitId, str]:
    """The whole messages of the commits that ``git log`` lists for ``arguments``, in its order."""
    raw = workshop.git(["log", "-z", "--format=%H%n%B", "--encoding=UTF-8", *arguments, "--"]).decode("utf-8", "replace")
    rows = (row.lstrip("\n").partition("\n") for row in raw.split("\0") if row.strip())
    return {CommitId(oid): text for oid, _, text in rows}


def stamps(workshop: Workshop, arguments: Sequence[str]) -> tuple[tuple[CommitId, int, int, int], ...]:
    """For the commits that ``git log`` lists: id, when it was written, when it was put there, and its number of parents."""
    rows = workshop.git(["log", "--format=%H %at %ct %P", *arguments, "--"]).decode().splitlines()
    fields = (row.split(" ") for row in rows)
    return tuple(
        (CommitId(oid), int(written or 0), int(put or 0), len(list(filter(None, parents)))) for oid, written, put, *parents in fields
    )


def rewritten(workshop: Workshop, ref: str, tip: CommitId, look: int = 20) -> int:
    """How often a ref of the user's repository moved to a commit that its former one is no part of, by its reflog and on the way to ``tip``."""
    raw = git(["reflog", "show", "--format=%H", f"--max-count={look}", ref, "--"], git_dir=workshop.repository.git_dir)
    tips = [tip, *(raw.stdout.decode().split() if raw.status == 0 else [])]
    present = [tip for tip in tips if workshop.has(tip)]
    return sum(1 for newer, older in pairwise(present) if not is_ancestor(workshop, CommitId(older), CommitId(newer)))


@dataclass(frozen=True, slots=True)
class Delta:
    """One changed path between two trees. ``old_path`` differs from ``path`` for a rename; entries are ``None`` where there is nothing."""

    path: RepoPath
    old_path: RepoPath
    old: Entry | None
    new: Entry | None


def deltas(workshop: Workshop, old: TreeId | CommitId, new: TreeId | CommitId, *, renames: bool) -> tuple[Delta, ...]:
    """All changed leaves between two trees, with git's own rename detection (50 %, as merge-ort uses) when asked."""
    options = [f"-l{RENAME_LIMIT}", "--find-renames=50%"] if renames else ["--no-renames"]
    fields = workshop.git(["diff-tree", "-r", "-z", "--raw", "--no-abbrev", *options, old, new]).split(b"\0")
    found, at = [], 0
    while at < len(fields) and fields[at]:
        old_mode, new_mode, old_oid, new_oid, kind = fields[at][1:].decode().split(" ")
        old_path = repo_path(fields[at + 1])
        moved = kind[0] in "RC"
        path = repo_path(fields[at + 2]) if moved else old_path
        at += 3 if moved else 2
        before = Entry(old_mode, BlobId(old_oid)) if int(old_mode) else None
        after = Entry(new_mode, BlobId(new_oid)) if int(new_mode) else None
        found.append(Delta(path, old_path, before, after))
    return tuple(found)


def bring_differing(workshop: Workshop, pairs: Sequence[tuple[TreeId | CommitId, TreeId | CommitId]]) -> None:
    """In a partial clone, fetch all blobs in which these pairs of trees differ at once; git would ask for each on its own, or fail."""
    if not promises(workshop.repository):
        return
    found = (delta for old, new in pairs for delta in deltas(workshop, old, new, renames=False))
    entries = (entry for delta in found for entry in (delta.old, delta.new) if entry is not None and entry.mode != MODE_SUBMODULE)
    missing = workshop.absent(entry.oid for entry in entries)
    if missing:
        workshop.bring(missing)


@dataclass(frozen=True, slots=True)
class LineCount:
    """Changed lines of one path; ``None`` for binary files."""

    path: RepoPath
    added: int | None
    removed: int | None


def line_counts(workshop: Workshop, old: TreeId | CommitId, new: TreeId | CommitId) -> tuple[LineCount, ...]:
    """Added and removed lines of every changed path, as ``git diff --numstat`` counts them, without rename detection."""
    raw = workshop.git(["diff-tree", "-r", "-z", "--numstat", "--no-renames", old, new])
    found = []
    for row in raw.split(b"\0")[:-1]:
        added, removed, path = row.split(b"\t", 2)
        found.append(LineCount(repo_path(path), int(added) if added != b"-" else None, int(removed) if removed != b"-" else None))
    return tuple(found)


_NOT_COUNTED = (":(exclude,icase,glob)**/*golden*/**", ":(exclude,icase,glob)**/*golden*")


def commit_counts(workshop: Workshop, oids: Sequence[CommitId]) -> dict[CommitId, tuple[LineCount, ...]]:
    """Added and removed lines by path of each of some non-merge commits. Recorded test results ("golden" values) are left out: they can be
    larger than all the rest, and nobody counts a feature by them.
    """
    if not oids:
        return {}
    command = ["log", "--no-walk=unsorted", "--stdin", "-z", "--numstat", "--no-renames", "--format=%x01%H", "--", ".", *_NOT_COUNTED]
    raw = workshop.git(command, stdin="".join(f"{oid}\n" for oid in oids).encode())
    found: dict[CommitId, tuple[LineCount, ...]] = {}
    for block in raw.split(b"\x01")[1:]:
        head, _, rest = block.partition(b"\0")
        rows = [row.strip(b"\n").split(b"\t", 2) for row in rest.split(b"\0") if row.count(b"\t") >= 2]
        counts = (LineCount(repo_path(p), int(a) if a != b"-" else None, int(r) if r != b"-" else None) for a, r, p in rows)
        found[CommitId(head.decode().strip())] = tuple(counts)
    return found


@dataclass(frozen=True, slots=True)
class MergeCommit:
    """A two-parent merge and its tree."""

    commit: Commit
    tree: TreeId


def merge_commit(workshop: Workshop, oid: CommitId) -> MergeCommit:
    """Read a merge commit. Raises ``UserError`` for a commit with one parent, an octopus or a root."""
    found = commit(workshop, oid)
    count = len(found.parents)
    if count != 2 and oid in workshop.repository.cut_off():
        raise UserError(f"this clone is shallow and ends at {oid[:12]}; run 'git fetch --unshallow'")
    if count != 2:
        what = {0: "has no parent", 1: "has one parent; it is not a merge"}.get(
            count, f"has {count} parents; an octopus merge cannot be accounted for"
        )
        raise UserError(f"commit {oid[:12]} {what}; name a merge commit with two parents")
    return MergeCommit(found, workshop.tree_of(oid))


def descendants(workshop: Workshop, tip: CommitId, bases: Sequence[CommitId]) -> frozenset[CommitId]:
    """The commits of ``tip`` that descend from every one of ``bases``; none where there are no bases.

    A commit that descends from one of them alone may come from before what the others brought.
    """
    found: frozenset[CommitId] | None = None
    for base in bases:
        raw = workshop.git(["rev-list", "--ancestry-path", tip, f"^{base}"])
        own = frozenset(CommitId(line) for line in raw.decode().split())
        found = own if found is None else found & own
    return found or frozenset()


def path_states(
    workshop: Workshop, tip: CommitId, without: Sequence[CommitId], paths: Sequence[RepoPath]
) -> dict[RepoPath, list[tuple[CommitId, BlobId]]]:
    """For each path, the contents it had after each commit that changed it, newest first, among commits of ``tip`` that ``without`` lack."""
    arguments = ["--literal-pathspecs", "log", "--topo-order", "--raw", "--no-abbrev", "--no-renames", "-z", "--format=%x01%H"]
    fields = workshop.git([*arguments, tip, *(f"^{base}" for base in without), "--", *(path_bytes(path) for path in paths)]).split(b"\0")
    found: dict[RepoPath, list[tuple[CommitId, BlobId]]] = {}
    commit = CommitId("")
    at = 0
    while at < len(fields):
        field = fields[at].lstrip(b"\n")
        if field.startswith(b"\x01"):
            commit = CommitId(field[1:].decode())
        elif field.startswith(b":") and at + 1 < len(fields):
            mode, oid = field.split(b" ")[1].decode(), field.split(b" ")[3].decode()
            if mode in (MODE_FILE, MODE_EXEC):
                found.setdefault(repo_path(fields[at + 1]), []).append((commit, BlobId(oid)))
            at += 1
        at += 1
    return found
