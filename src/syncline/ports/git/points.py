"""Merges of single files at many points of two histories, by git itself: small synthetic trees, one process for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from syncline.core.errors import WorldError
from syncline.core.names import CommitId, RepoPath, path_bytes
from syncline.core.tree import Entry
from syncline.ports.git.command import last_line, require_version
from syncline.ports.git.history import RENAME_LIMIT
from syncline.ports.git.merging import merge_trees
from syncline.ports.git.workshop import Workshop

Files = Mapping[RepoPath, Entry]
# The first version whose merge-tree takes many merges on its standard input.
_MANY = (2, 39)


def plant(workshop: Workshop, families: Sequence[tuple[Files, Sequence[Files]]]) -> list[list[CommitId]]:
    """Commits that hold a few files each: for each family a root, and its members as children of it. They exist only in the workshop.

    Gives the members' ids, family by family. Blobs must exist; the same input gives the same ids.
    """
    stream: list[bytes] = []
    mark = 0
    sizes = []
    for root, members in families:
        mark += 1
        own = mark
        stream.append(_commit(mark, root, None))
        for member in members:
            mark += 1
            stream.append(_commit(mark, member, own))
        sizes.append(len(members))
    stream.extend(b"get-mark :%d\n" % number for number in range(1, mark + 1))
    out = workshop.git(["fast-import", "--quiet", "--force", "--done"], stdin=b"".join(stream) + b"done\n")
    ids = [CommitId(line) for line in out.decode().split()]
    found, at = [], 0
    for size in sizes:
        found.append(ids[at + 1 : at + 1 + size])
        at += 1 + size
    return found


def _commit(mark: int, files: Files, parent: int | None) -> bytes:
    head = b"commit refs/heads/point\nmark :%d\ncommitter syncline <syncline> 0 +0000\ndata 0\n" % mark
    origin = b"from :%d\n" % parent if parent is not None else b""
    rows = [b"M %s %s %s\n" % (entry.mode.encode(), entry.oid.encode(), _quoted(path)) for path, entry in sorted(files.items())]
    # A root would otherwise follow on from the branch as the last commit left it.
    reset = b"reset refs/heads/point\n" if parent is None else b""
    return reset + head + origin + b"deleteall\n" + b"".join(rows) + b"\n"


def _quoted(path: RepoPath) -> bytes:
    raw = path_bytes(path)
    return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'


def conflicting(workshop: Workshop, pairs: Sequence[tuple[CommitId, CommitId]]) -> list[bool]:
    """For each pair (target, source): does git's merge of the two leave a conflict?"""
    if not pairs:
        return []
    if require_version() < _MANY:
        return [bool(merge_trees(workshop, target, source).stages) for target, source in pairs]
    command = ["-c", f"merge.renameLimit={RENAME_LIMIT}", "merge-tree", "--write-tree", "-z", "--no-messages", "--stdin"]
    status, out, err = workshop.status(command, stdin="".join(f"{target} {source}\n" for target, source in pairs).encode())
    fields = out.split(b"\0")
    found, at = [], 0
    while at + 1 < len(fields) and fields[at]:
        # "1" clean or "0" not, the tree, the unmerged entries, an empty field.
        found.append(fields[at] == b"0")
        at += 2
        while at < len(fields) and fields[at]:
            at += 1
        at += 1
    if len(found) != len(pairs):
        raise WorldError(f"git failed while merging single files: {last_line(err) or f'exit status {status}'}")
    return found
