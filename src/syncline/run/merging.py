"""git's own merge of two commits, under the target's own attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.merge import Merge, Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.text import decode
from syncline.core.tree import Entry, MergedTree
from syncline.merge.attributes import merge_attributes
from syncline.merge.conflicts import conflicted_paths, merged_tree, own_versions
from syncline.ports.git.history import bring_differing
from syncline.ports.git.merging import RawMerge, merge_trees
from syncline.ports.git.workshop import Workshop, set_attributes


@dataclass(frozen=True, slots=True)
class GitMerge:
    """git's own merge of two commits, and every path its conflicts name."""

    merged: MergedTree
    conflicted: frozenset[RepoPath]


def git_merge(
    workshop: Workshop, target: CommitId, source: CommitId, *, bases: Sequence[CommitId] = (), unrelated: bool = False
) -> GitMerge:
    """Merge with git under the target's own merge attributes. ``bases`` serve a partial clone, to fetch at once what git will read."""
    bring_differing(workshop, [(base, end) for base in bases for end in (source, target, *bases[:1])])
    set_attributes(workshop, merge_attributes(_attribute_files(workshop, target)))
    raw: RawMerge = merge_trees(workshop, target, source, unrelated=unrelated)
    ends = Merge(None, source, target)

    def own(side: Side, path: RepoPath) -> Entry | None:
        end = ends.side(side)
        return workshop.entries(end, (path,)).get(path) if end is not None else None

    merged = own_versions(merged_tree(raw.tree, raw.stages, raw.messages), own)
    return GitMerge(merged, conflicted_paths(merged.conflicts, raw.messages))


def _attribute_files(workshop: Workshop, commit: CommitId) -> dict[RepoPath, str]:
    raw = workshop.git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit])
    names = [RepoPath(name.decode("utf-8", "surrogateescape")) for name in raw.split(b"\0") if name.endswith(b".gitattributes")]
    found = {path: entry for path, entry in workshop.entries(commit, names).items() if entry.is_file} if names else {}
    return {path: decode(workshop.read(entry.oid)) for path, entry in found.items() if path.rpartition("/")[2] == ".gitattributes"}
