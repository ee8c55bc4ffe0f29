"""Merges that we made before, wherever their branch has gone since."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.names import CommitId, TreeId
from syncline.ports.git.command import demand, git
from syncline.ports.git.repository import Branch, Repository


def made_before(repository: Repository, records: str, parents: Sequence[CommitId], tree: TreeId) -> Branch | None:
    """A merge with these parents and this tree that has records below the ref folder ``records``, and a local branch that contains it.

    The branch may have gone on: a repair on top of the merge does not make it another merge.
    """
    listed = git(["for-each-ref", "--format=%(refname)", records], git_dir=repository.git_dir)
    names = demand(listed, "listing records").decode().split("\n")[:-1]
    if not names:
        return None
    ids = "".join(f"{name.rpartition('/')[2]}\n" for name in names).encode()
    shown = git(["log", "--no-walk=unsorted", "--ignore-missing", "--format=%H %T %P", "--stdin"], git_dir=repository.git_dir, stdin=ids)
    for line in demand(shown, "reading earlier merges").decode().split("\n")[:-1]:
        commit, its_tree, *its_parents = line.split(" ")
        if (its_tree, its_parents) != (tree, list(parents)):
            continue
        holders = git(
            ["for-each-ref", "--count=1", "--format=%(refname:strip=2)", f"--contains={commit}", "refs/heads"], git_dir=repository.git_dir
        )
        name = demand(holders, "looking for its branch").decode("utf-8", "surrogateescape").strip("\n")
        if name:
            return Branch(name, CommitId(commit), its_tree, tuple(parents))
    return None
