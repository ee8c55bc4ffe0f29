"""Histories that are read beside other work say the same as those that are read when they are needed."""

from __future__ import annotations

from pathlib import Path

from building import Commit, Repo, Tree, build
from syncline.core.merge import Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath
from syncline.core.tree import Conflict, ConflictKind, Entry, Version
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
from syncline.run.histories import NOTHING_READ, completed, read_meanwhile

A, B, LOCK = RepoPath("a.py"), RepoPath("b.py"), RepoPath("uv.lock")


def history(folder: Path) -> Repo:
    """The target writes a.py and b.py; a branch's work in a.py was thrown away where it came in."""
    base: Tree = {"a.py": "one\n", "b.py": "two\n", "uv.lock": "lock\n"}
    return build(
        folder,
        [
            Commit("base", (), base),
            Commit("source", ("base",), {**base, "a.py": "one\nof the source\n", "uv.lock": "locked\n"}),
            Commit("early", ("base",), {**base, "a.py": "one\nthrown away\n"}),
            Commit("later", ("base",), {**base, "b.py": "two\nof the target\n"}),
            Commit("merged", ("later", "early"), {**base, "b.py": "two\nof the target\n"}),
            Commit("target", ("merged",), {**base, "a.py": "one\nof the target\n", "b.py": "two\nof the target\n"}),
        ],
    )


def conflict(path: RepoPath) -> Conflict:
    version = Version(path, Entry("100644", BlobId("0" * 40)))
    return Conflict(path, ConflictKind.CONTENT, Merge(version, version, version))


def test_what_is_read_beside_other_work_is_what_is_read_afterwards(tmp_path: Path) -> None:
    repo = history(tmp_path / "repo")
    tips = {side: CommitId(repo.commit(side.value)) for side in Side}
    bases = [CommitId(repo.commit("base"))]
    lines = frozenset({"ofthesource", "ofthetarget", "thrownaway", "locked"})
    asked = {Side.SOURCE: [A, LOCK], Side.TARGET: [A, B]}
    with open_workshop(open_repository(repo.path)) as workshop:
        with read_meanwhile(workshop, tips, bases, [conflict(A), conflict(LOCK)]) as reading:
            pass
        early = reading.result()
        # A lock file's patches can be larger than all others together.
        assert early.paths(Side.SOURCE) == early.paths(Side.TARGET) == {A}
        found = completed(workshop, early, tips, bases, asked)
        fresh = completed(workshop, NOTHING_READ, tips, bases, asked)
        for side in Side:
            log, other = found.log(side, lines), fresh.log(side, lines)
            assert (log.added, log.removed) == (other.added, other.removed)
            assert {path: set(commits) for path, commits in log.touched.items()} == {p: set(c) for p, c in other.touched.items()}
        assert [c.id for c in found.log(Side.TARGET, lines).added[A, "thrownaway"]] == [repo.commit("early")]
        # What is known of other files than those asked for is not told.
        alone = completed(workshop, found, tips, bases, {Side.SOURCE: [LOCK], Side.TARGET: [B]})
        assert set(alone.log(Side.SOURCE, lines).touched) == {LOCK}
        assert set(alone.log(Side.TARGET, lines).touched) == {B}


def test_without_conflicts_nothing_is_read(tmp_path: Path) -> None:
    repo = history(tmp_path / "repo")
    tips = {side: CommitId(repo.commit(side.value)) for side in Side}
    with open_workshop(open_repository(repo.path)) as workshop, read_meanwhile(workshop, tips, [], []) as reading:
        assert reading.result() == NOTHING_READ
