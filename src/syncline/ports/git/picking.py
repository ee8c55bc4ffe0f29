"""Carry single commits onto another head, in the workshop: author, date and message stay, nothing of anybody's is rewritten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from syncline.core.names import CommitId, RepoPath
from syncline.core.provenance import Commit
from syncline.ports.git.command import demand, git
from syncline.ports.git.history import commits, is_ancestor
from syncline.ports.git.landing import borrowing
from syncline.ports.git.merging import merge_trees, merge_with_base
from syncline.ports.git.repository import identity_variables, setting
from syncline.ports.git.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Picked:
    """The commit as it stands on the new head; the very same where it stood there already."""

    commit: CommitId


@dataclass(frozen=True, slots=True)
class Contained:
    """What the commit did is in the new head already."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """The commit collides with the new head at these paths. Nothing was made of it."""

    paths: tuple[RepoPath, ...]


Pick: TypeAlias = Picked | Contained | Unfit


def pick(workshop: Workshop, commit: Commit, onto: CommitId, *, name: str, email: str) -> Pick:
    """Put one commit on top of ``onto``.

    A merge that a person made on the branch is carried by what it did beside git's own merge of its parents, where ``onto`` has the merged
    history already; else by all it brought to the branch. The same input gives the same commit, whoever runs it: the committer's date is
    taken from the commit.
    """
    if commit.parents == (onto,):
        return Picked(commit.id)
    before = workshop.tree_of(commit.parents[0]) if commit.parents else workshop.empty_tree()
    if len(commit.parents) == 2 and is_ancestor(workshop, commit.parents[1], onto):
        before = merge_trees(workshop, commit.parents[0], commit.parents[1], unrelated=True).tree
    raw = merge_with_base(workshop, before, workshop.tree_of(onto), workshop.tree_of(commit.id))
    if raw.stages:
        return Unfit(tuple(dict.fromkeys(stage.path for stage in raw.stages)))
    if raw.tree == workshop.tree_of(onto):
        return Contained()
    return Picked(_same_words(workshop, commit.id, raw.tree, onto, name, email))


def _same_words(workshop: Workshop, old: CommitId, tree: str, parent: CommitId, name: str, email: str) -> CommitId:
    """A commit with the author and message of ``old`` and the configured committer."""
    shape = "%an%x00%ae%x00%ad%x00%cd%x00%B"
    raw = workshop.git(["log", "-1", "--no-walk", f"--format={shape}", "--date=raw", "--encoding=UTF-8", old])
    author, author_email, author_date, date, message = raw.decode("utf-8", "surrogateescape").split("\0", 4)
    repository = workshop.repository
    env = {
        **borrowing(workshop),
        **identity_variables(name, email),
        "GIT_AUTHOR_NAME": author,
        "GIT_AUTHOR_EMAIL": author_email,
        "GIT_AUTHOR_DATE": author_date,
        "GIT_COMMITTER_DATE": date,
    }
    sign = ["-S"] if setting(repository, "commit.gpgSign", kind="bool") == "true" else []
    command = ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", *sign, "-p", parent, "-F", "-", tree]
    output = git(command, git_dir=repository.git_dir, env=env, stdin=message.encode("utf-8", "surrogateescape"))
    return CommitId(demand(output, "carrying a commit").decode().strip())


def chain(workshop: Workshop, bottom: CommitId, tip: CommitId) -> tuple[Commit, ...] | None:
    """The first-parent chain above ``bottom`` up to ``tip``, oldest first; ``None`` when ``bottom`` is not on it."""
    if tip == bottom:
        return ()
    if not workshop.has(bottom) or not is_ancestor(workshop, bottom, tip):
        return None
    found = commits(workshop, ["--first-parent", "--reverse", tip, f"^{bottom}"])
    return found if found and found[0].parents[:1] == (bottom,) else None


def range_diff_command(old: tuple[CommitId, CommitId], new: tuple[CommitId, CommitId]) -> list[str]:
    """The words behind ``git`` that compare two series, each given as (base, tip): one line a commit, without the patches."""
    return ["range-diff", "--no-color", "--no-patch", "--abbrev=10", f"{old[0]}..{old[1]}", f"{new[0]}..{new[1]}"]


def range_diff(workshop: Workshop, old: tuple[CommitId, CommitId], new: tuple[CommitId, CommitId]) -> str:
    """What that prints."""
    return workshop.git(range_diff_command(old, new)).decode("utf-8", "replace")
