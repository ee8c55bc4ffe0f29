"""The history of lines, as one stream a side: ``git log -p`` over the paths in question, never a blame per hunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.names import BlobId, CommitId, RepoPath, path_bytes, repo_path
from syncline.core.tree import MODE_EXEC, MODE_FILE
from syncline.ports.git.workshop import Workshop


def line_history(
    workshop: Workshop, tips: Sequence[CommitId], without: Sequence[CommitId], paths: Sequence[RepoPath], fields: Sequence[str]
) -> bytes:
    """The patches, newest first, of the non-merge commits reachable from ``tips`` and not from ``without`` that touch ``paths``.

    Each commit is opened by a line of 0x00 and its ``fields`` (git's placeholders) separated by 0x1f. Commits whose work a later merge threw away
    are among them; git would leave them out, and which it leaves out would depend on what else is asked for.
    """
    options = ["--no-merges", "--full-history", *_patches(fields)]
    where = [path_bytes(path) for path in paths]
    revisions = [*tips, *(f"^{oid}" for oid in without)]
    arguments: list[str | bytes] = ["-c", "core.quotepath=off", "--literal-pathspecs", "log", *options, *revisions, "--", *where]
    return workshop.git(arguments) if where else b""


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


def _patches(fields: Sequence[str]) -> list[str]:
    """The options by which git prints patches without context, each opened by its fields, whatever is configured."""
    plain = ["--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--encoding=UTF-8"]
    return ["-p", "-U0", *plain, "--format=%x00" + "%x1f".join(fields)]
