"""How much a commit brought: counted by git once, and never from where a shallow clone ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from building import Commit, build
from syncline.audit.subject import CommitSize
from syncline.core.names import BlobId, CommitId, RepoPath
from syncline.ports.blobcache import BlobCache, user_cache
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
from syncline.run import volume
from syncline.run.volume import commit_sizes


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def history() -> list[Commit]:
    odd = "odd\n\udce9 name.txt"
    return [Commit("first", (), {"a.txt": "1\n2\n3\n"}), Commit("target", ("first",), {"a.txt": "1\n2\n3\n4\n", odd: "x\ny\n"})]


def test_a_commit_is_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = build(tmp_path / "repo", history())
    commit = CommitId(repo.commit("target"))
    expected = {commit: CommitSize(3, (RepoPath("a.txt"), RepoPath("odd\n\udce9 name.txt")))}
    with open_workshop(open_repository(repo.path)) as workshop:
        assert commit_sizes(workshop, [commit, commit]) == expected
        monkeypatch.setattr(volume, "commit_counts", lambda _, oids: {oid: pytest.fail("counted again") for oid in oids})
        assert commit_sizes(workshop, [commit]) == expected


@pytest.mark.parametrize("kept", [b"", b"3", b"3\0a.t", b"three\0a.txt\0", b"\0\0"])
def test_what_is_no_count_of_ours_is_counted_anew(tmp_path: Path, kept: bytes) -> None:
    repo = build(tmp_path / "repo", history())
    commit = CommitId(repo.commit("first"))
    user_cache("sizes", "1").remember(BlobId(commit), kept)
    with open_workshop(open_repository(repo.path)) as workshop:
        assert commit_sizes(workshop, [commit]) == {commit: CommitSize(3, (RepoPath("a.txt"),))}


def test_nothing_is_kept_of_a_shallow_clone(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo", history())
    repo.git("clone", "--quiet", "--bare", "--depth=1", "--branch=target", f"file://{repo.path}", str(tmp_path / "clone"))
    commit = CommitId(repo.commit("target"))
    with open_workshop(open_repository(tmp_path / "clone")) as workshop:
        assert commit_sizes(workshop, [commit])[commit].added == 6
    with open_workshop(open_repository(repo.path)) as workshop:
        assert commit_sizes(workshop, [commit])[commit].added == 3


def test_what_is_kept_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those kept longest go first; what this night asked for stays."""
    monkeypatch.setattr(BlobCache.tidy, "__defaults__", (2,))
    store = user_cache("sizes", "1")
    for age in range(5):
        name = BlobId(f"{age}" * 40)
        store.remember(name, b"1\0a\0")
        os.utime(store.folder / name[:2] / name[2:], (1_000_000 - age, 1_000_000 - age))
    repo = build(tmp_path / "repo", history())
    commit = CommitId(repo.commit("first"))
    with open_workshop(open_repository(repo.path)) as workshop:
        commit_sizes(workshop, [commit])
    assert [age for age in range(5) if store.holds(BlobId(f"{age}" * 40))] == [0, 1]
    assert store.holds(BlobId(commit))
