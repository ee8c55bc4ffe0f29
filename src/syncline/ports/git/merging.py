"""git's own three-way merge, in the workshop's object database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.errors import WorldError
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId, repo_path
from syncline.core.tree import Entry
from syncline.ports.git.command import last_line
from syncline.ports.git.history import RENAME_LIMIT
from syncline.ports.git.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Stage:
    """One unmerged entry as ``ls-files -u`` shows it: stage 1 base, 2 target, 3 source."""

    path: RepoPath
    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Message:
    """What git says of some paths. ``kind`` is git's stable short name; the free text is not kept: nothing may be decided by it."""

    paths: tuple[RepoPath, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class RawMerge:
    """The output of ``git merge-tree --write-tree`` as data."""

    tree: TreeId
    stages: tuple[Stage, ...]
    messages: tuple[Message, ...]


def merge_trees(workshop: Workshop, target: CommitId, source: CommitId, *, unrelated: bool = False) -> RawMerge:
    """Merge two commits with merge-ort. Criss-cross histories get git's own recursive virtual base."""
    options = ["--allow-unrelated-histories"] if unrelated else []
    command = ["-c", f"merge.renameLimit={RENAME_LIMIT}", "merge-tree", "--write-tree", "-z", "--messages", *options, target, source]
    status, out, err = workshop.status(command)
    if status not in (0, 1):
        raise WorldError(f"git failed while merging: {last_line(err) or f'exit status {status}'}")
    return _parse(out)


def _parse(out: bytes) -> RawMerge:
    fields = out.split(b"\0")
    tree, at, stages, messages = TreeId(fields[0].decode()), 1, [], []
    while at < len(fields) and fields[at]:
        head, _, path = fields[at].partition(b"\t")
        mode, oid, number = head.decode().split(" ")
        stages.append(Stage(repo_path(path), int(number), Entry(mode, BlobId(oid))))
        at += 1
    at += 1
    while at < len(fields) and fields[at].isdigit():
        count = int(fields[at])
        paths = tuple(repo_path(p) for p in fields[at + 1 : at + 1 + count])
        messages.append(Message(paths, fields[at + 1 + count].decode()))
        at += count + 3
    return RawMerge(tree, tuple(stages), tuple(messages))


def merge_with_base(workshop: Workshop, base: TreeId, target: TreeId, source: TreeId) -> RawMerge:
    """Merge two trees on an explicit base tree.

    ``merge-tree --merge-base`` exists only from git 2.40 on, and takes commits: so all three become synthetic commits in the workshop,
    the base as the only parent of the other two.
    """
    root = synthetic_commit(workshop, base, ())
    return merge_trees(workshop, synthetic_commit(workshop, target, (root,)), synthetic_commit(workshop, source, (root,)))


def synthetic_commit(workshop: Workshop, tree: TreeId, parents: Sequence[CommitId]) -> CommitId:
    """A commit that exists only in the workshop; the same input gives the same id."""
    stamp = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "syncline"), ("EMAIL", "syncline"), ("DATE", "@0 +0000"))
    }
    arguments = ["commit-tree", tree, *(word for parent in parents for word in ("-p", parent)), "-m", "synthetic"]
    return CommitId(workshop.git(arguments, env=stamp).decode().strip())


def virtual_base(workshop: Workshop, bases: Sequence[CommitId]) -> TreeId:
    """The tree of the merge base: of the one, or of several merged one after the other as git's recursive strategy does.

    With no base at all it is the empty tree. Where bases conflict with each other, the tree holds their markers, as git's does.
    """
    if not bases:
        return workshop.empty_tree()
    if len(bases) == 1:
        return workshop.tree_of(bases[0])
    merged = bases[0]
    for other in bases[1:]:
        raw = merge_trees(workshop, merged, other, unrelated=True)
        merged = synthetic_commit(workshop, raw.tree, (merged, other))
    return workshop.tree_of(merged)
