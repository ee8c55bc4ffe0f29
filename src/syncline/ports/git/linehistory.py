"""The history of lines, as one stream a side: ``git log -p`` over the paths in question, never a blame per hunk.

What a commit did to a file never changes, so its patch may be kept from night to night; what git is still asked for is which files it touched.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from syncline.core.names import BlobId, CommitId, RepoPath, path_bytes, repo_path
from syncline.core.tree import MODE_EXEC, MODE_FILE
from syncline.ports.blobcache import BlobCache
from syncline.ports.git.patches import by_row, commits_of, packed, path_of, rows_of, unpacked
from syncline.ports.git.workshop import Workshop


def line_history(
    workshop: Workshop,
    tips: Sequence[CommitId],
    without: Sequence[CommitId],
    paths: Sequence[RepoPath],
    fields: Sequence[str],
    store: BlobCache | None = None,
) -> bytes:
    """The patches, newest first, of the non-merge commits reachable from ``tips`` and not from ``without`` that touch ``paths``.

    Each commit is opened by a line of 0x00 and its ``fields`` (git's placeholders, each of one line) separated by 0x1f. Commits whose work a later
    merge threw away are among them; git would leave them out, and which it leaves out would depend on what else is asked for.

    With a ``store`` it says the same: patches are kept there by commit, and only those are asked for that are not there.
    """
    where = [path_bytes(path) for path in paths]
    if not where:
        return b""
    asked = ["--no-merges", "--full-history", *tips, *(f"^{oid}" for oid in without)]
    known = None if store is None else _put_together(workshop, asked, where, fields, store)
    return _log(workshop, [*_PATCHES, _format(fields), *asked], where) if known is None else known


# Bytes of a commit's patches beyond which they are not worth their place.
_LARGE = 1 << 23
# Whatever is configured. Ids are whole: how short git prints them depends on how many objects a repository has.
_PLAIN = ("--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--encoding=UTF-8")
_PATCHES = ("-p", "-U0", "--full-index", *_PLAIN)
_ROWS = ("--raw", "--no-abbrev", *_PLAIN)


def _log(workshop: Workshop, options: Sequence[str], where: Sequence[bytes], stdin: bytes = b"") -> bytes:
    command: list[str | bytes] = ["-c", "core.quotepath=off", "--literal-pathspecs", "log", *options, "--", *where]
    return workshop.git(command, stdin=stdin)


def _format(fields: Sequence[str]) -> str:
    return "--format=%x00" + "%x1f".join(fields)


def _put_together(
    workshop: Workshop, asked: Sequence[str], where: Sequence[bytes], fields: Sequence[str], store: BlobCache
) -> bytes | None:
    """What ``line_history`` gives, with the help of what is kept; ``None`` where git answers as nobody here expects it to."""
    reader = _reader(workshop)
    walk = _walk(workshop, tuple(asked), tuple(fields))
    rows = walk.among(where)
    patches: dict[bytes, bytes] = {}
    lacking: dict[bytes, tuple[list[bytes], dict[bytes, bytes]]] = {}
    for at, touched in rows.items():
        oid, _ = walk.commits[at]
        kept = unpacked(store.recall(_key(oid, reader)))
        if all(row in kept for row in touched):
            patches[oid] = b"".join([kept[row] for row in touched])
        else:
            lacking[oid] = touched, kept
    if lacking:
        missing = {path_of(row) for touched, kept in lacking.values() for row in touched if row not in kept}
        # A path may have been a folder once: then git is asked for all of it.
        within = [path for path in where if path in missing] if missing.issubset(where) else where
        options = [*_PATCHES, _format(("%H",)), "--no-walk=unsorted", "--stdin"]
        for oid, patch in commits_of(_log(workshop, options, within, b"".join(b"%s\n" % oid for oid in lacking))):
            touched, kept = lacking[oid]
            made = by_row(patch, touched)
            known = {**kept, **(made or {})}
            if made is None or any(row not in known for row in touched):
                return None
            patches[oid] = b"".join([known[row] for row in touched])
            if len(data := packed(known)) <= _LARGE:
                store.remember(_key(oid, reader), data)
    return b"".join([b"\0%s\n\n%s" % (head, patches[oid]) for oid, head in (walk.commits[at] for at in rows)])


@dataclass(frozen=True, slots=True)
class _Walk:
    """The commits of a history, each with what is to be said of it, and by path the raw rows of those that changed it: place, order there, row."""

    commits: Sequence[tuple[bytes, bytes]]
    changes: Mapping[bytes, Sequence[tuple[int, int, bytes]]]
    paths: Sequence[bytes]

    def among(self, where: Iterable[bytes]) -> dict[int, list[bytes]]:
        """The raw rows of each commit that touches some paths, or what lies below them; both in git's order."""
        found: set[tuple[int, int, bytes]] = set()
        for path in where:
            found.update(self.changes.get(path, ()))
            for at in range(bisect_left(self.paths, path + b"/"), len(self.paths)):
                if not self.paths[at].startswith(path + b"/"):
                    break
                found.update(self.changes[self.paths[at]])
        rows: dict[int, list[bytes]] = {}
        for at, _, row in sorted(found):
            rows.setdefault(at, []).append(row)
        return rows


@lru_cache(maxsize=16)
def _walk(workshop: Workshop, asked: Sequence[str], fields: Sequence[str]) -> _Walk:
    """All that a history's commits touch: with ten paths to look for git takes longer than without any, and the same history is asked for several times."""
    commits = []
    changes: dict[bytes, list[tuple[int, int, bytes]]] = {}
    for at, (head, raw) in enumerate(commits_of(_log(workshop, [*_ROWS, _format(("%H", *fields)), *asked], ()))):
        oid, _, shown = head.partition(b"\x1f")
        commits.append((oid, shown))
        for order, row in enumerate(rows_of(raw)):
            changes.setdefault(path_of(row), []).append((at, order, row))
    return _Walk(commits, changes, sorted(changes))


def _key(commit: bytes, reader: bytes) -> BlobId:
    return BlobId(hashlib.sha256(commit + reader).hexdigest())


def _reader(workshop: Workshop) -> bytes:
    """What patches depend on beside what they are patches of: the attributes in force in the workshop (see ``set_attributes``), and this git."""
    try:
        attributes = (workshop.git_dir / "info" / "attributes").read_bytes()
    except OSError:
        attributes = b""
    return b"\0%s\0%s" % (workshop.repository.git, attributes)


@dataclass(frozen=True, slots=True)
class MergeVersions:
    """A file that a merge has otherwise than one of its parents; ``None`` where there is none."""

    id: CommitId
    path: RepoPath
    parent: BlobId | None
    merge: BlobId | None


def merge_versions(workshop: Workshop, merges: Sequence[CommitId], paths: Sequence[RepoPath]) -> tuple[MergeVersions, ...]:
    """The files at ``paths`` that merges have otherwise than a parent, each against every one of its parents, in the given order.

    ``git log -- paths`` would drop merges that equal one parent there: exactly those that took one side.
    """
    if not merges or not paths:
        return ()
    options = ["--stdin", "-m", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--format=%H"]
    arguments: list[str | bytes] = ["--literal-pathspecs", "diff-tree", *options, "--", *map(path_bytes, paths)]
    fields = iter(workshop.git(arguments, stdin="".join(f"{oid}\n" for oid in merges).encode()).split(b"\0"))
    found = []
    merge = CommitId("")
    for field in fields:
        row = field.decode("ascii").lstrip("\n")
        if row.startswith(":"):
            old_mode, mode, old, new, _ = row[1:].split(" ")
            found.append(MergeVersions(merge, repo_path(next(fields)), _file(old_mode, old), _file(mode, new)))
        elif row:
            merge = CommitId(row)
    return tuple(found)


def _file(mode: str, oid: str) -> BlobId | None:
    return BlobId(oid) if mode in (MODE_FILE, MODE_EXEC) else None
