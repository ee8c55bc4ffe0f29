"""The history of lines, as one stream a side: ``git log -p`` over the paths in question, never a blame per hunk."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.names import CommitId, RepoPath, path_bytes
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


def merge_differences(workshop: Workshop, merges: Sequence[CommitId], paths: Sequence[RepoPath], fields: Sequence[str]) -> bytes:
    """The patches of merges at ``paths``, each against every one of its parents, in the shape of ``line_history`` and in the given order.

    ``git log -- paths`` would drop merges that equal one parent there: exactly those that took one side.
    """
    options = ["--stdin", "-m", "-r", *_patches(fields)]
    where = [path_bytes(path) for path in paths]
    arguments: list[str | bytes] = ["-c", "core.quotepath=off", "--literal-pathspecs", "diff-tree", *options, "--", *where]
    return workshop.git(arguments, stdin="".join(f"{oid}\n" for oid in merges).encode())


def _patches(fields: Sequence[str]) -> list[str]:
    """The options by which git prints patches without context, each opened by its fields, whatever is configured."""
    plain = ["--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--encoding=UTF-8"]
    return ["-p", "-U0", *plain, "--format=%x00" + "%x1f".join(fields)]
