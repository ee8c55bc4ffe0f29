"""Where a repository can be and what it can be made of: the same small sync, everywhere, and nothing of the user's is touched."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from building import Commit, Repo, Tree, build, diverged
from proving import prove, snapshot
from syncline.core.errors import UserError, WorldError
from syncline.core.plan import SyncPlan
from syncline.core.resolution import Preference
from syncline.ports.git.command import require_version
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent
from syncline.run.sync import Request, sync


def text(**changes: str) -> str:
    return "".join(f"{changes.get(name, name)}\n{name} and more\n" for name in "abcdefghi")


BASE: Tree = {"f": text(), "g": "g\n"}
SOURCE: Tree = {"f": text(b="source", e="source"), "g": "g\n", "s": "s\n"}
TARGET: Tree = {"f": text(h="target", e="target"), "g": "g\n"}
MERGED: Tree = {"f": text(b="source", e="target", h="target"), "g": "g\n", "s": "s\n"}


BY_SOURCE: Tree = {"f": text(b="source", e="source", h="target"), "g": "g\n", "s": "s\n"}


def small(folder: Path, options: Sequence[str] = ("--bare",)) -> Repo:
    return diverged(folder, base=BASE, source=SOURCE, target=TARGET, options=options)


@pytest.mark.parametrize(
    "options",
    [("--bare",), (), ("--bare", "--object-format=sha256"), ("--object-format=sha256",)],
    ids=["bare", "work tree", "sha256 bare", "sha256"],
)
def test_kind(options: Sequence[str], tmp_path: Path) -> None:
    nights = prove(small(tmp_path / "r", options), expected=MERGED, by_source=BY_SOURCE)
    assert nights.conflicts == {("f", "content")}


def test_reftable(tmp_path: Path) -> None:
    if require_version() < (2, 45):
        pytest.skip("git before 2.45 has no reftable")
    prove(small(tmp_path / "r", ("--bare", "--ref-format=reftable")), expected=MERGED, by_source=BY_SOURCE)


@pytest.mark.parametrize(
    "name", ["with space", "co:lon", 'quo"te', "back\\slash", "line\nfeed", "caf\u00e9", "\udce9", "-dash", "a#b", "%41"], ids=ascii
)
def test_path_of_the_repository(name: str, tmp_path: Path) -> None:
    prove(small(tmp_path / name, ()), expected=MERGED, by_source=BY_SOURCE)


def test_temporary_folder_of_an_odd_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = tmp_path / 'a "b":c d'
    odd.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(odd))
    prove(small(tmp_path / "r"), expected=MERGED, by_source=BY_SOURCE)
    assert list(odd.iterdir()) == []


def test_below_a_work_tree(tmp_path: Path) -> None:
    repo = small(tmp_path / "r", ())
    (repo.path / "deep" / "er").mkdir(parents=True)
    prove(Repo(repo.path / "deep" / "er"), expected=MERGED, by_source=BY_SOURCE)


def test_inside_the_git_directory(tmp_path: Path) -> None:
    repo = small(tmp_path / "r", ())
    prove(Repo(repo.path / ".git"), expected=MERGED, by_source=BY_SOURCE)


def test_linked_work_tree(tmp_path: Path) -> None:
    repo = small(tmp_path / "r", ())
    repo.git("worktree", "add", "--quiet", str(tmp_path / "linked"), "source")
    (tmp_path / "linked" / "g").write_text("dirty\n", encoding="utf-8")
    prove(Repo(tmp_path / "linked"), expected=MERGED, by_source=BY_SOURCE)


def test_detached_head(tmp_path: Path) -> None:
    repo = small(tmp_path / "r", ())
    repo.git("checkout", "--quiet", "--detach", "base")
    prove(repo, source="source", target="HEAD", expected=SOURCE)


def test_dirty_work_tree_in_the_middle_of_a_merge(tmp_path: Path) -> None:
    repo = small(tmp_path / "r", ())
    subprocess.run(["git", "-C", str(repo.path), "merge", "--quiet", "source"], capture_output=True, check=False)
    assert (repo.git_dir / "MERGE_HEAD").exists()
    (repo.path / "g").write_text("not staged\n", encoding="utf-8")
    (repo.path / "untracked").write_text("mine\n", encoding="utf-8")
    (repo.path / "staged").write_text("staged\n", encoding="utf-8")
    repo.git("add", "staged")
    repo.git("config", "user.signingKey", "not touched either")
    prove(repo, expected=MERGED, by_source=BY_SOURCE)


def test_packed(tmp_path: Path) -> None:
    repo = small(tmp_path / "r")
    repo.git("gc", "--quiet")
    repo.git("pack-refs", "--all")
    repo.git("commit-graph", "write", "--reachable")
    prove(repo, expected=MERGED, by_source=BY_SOURCE)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("relative", [False, True])
def test_alternates(depth: int, relative: bool, tmp_path: Path) -> None:
    last = small(tmp_path / "r0").path
    for number in range(1, depth + 1):
        new = tmp_path / f"r{number}"
        build(new, (), options=("--bare",))
        objects = os.path.relpath(last / "objects", new / "objects") if relative else str(last / "objects")
        (new / "objects" / "info" / "alternates").write_text(f"# a comment\n{objects}\n", encoding="utf-8")
        (new / "packed-refs").write_text(Repo(last).git("for-each-ref", "--format=%(objectname) %(refname)") + "\n", encoding="utf-8")
        last = new
    before = snapshot(Repo(tmp_path / "r0"))
    prove(Repo(last), expected=MERGED, by_source=BY_SOURCE)
    assert snapshot(Repo(tmp_path / "r0")) == before


def merged(folder: Path) -> Repo:
    """A history with a merge commit in it: root → base → … → merge."""
    return build(
        folder,
        (
            Commit("root", (), {"g": "g\n"}),
            Commit("base", ("root",), BASE),
            Commit("source", ("base",), SOURCE),
            Commit("target", ("base",), TARGET),
            Commit("merge", ("target", "source"), MERGED),
        ),
    )


def forget(repo: Repo, *branches: str) -> Repo:
    """Let commits be reachable as history only: a clone takes the other branches."""
    for name in branches:
        repo.git("update-ref", "-d", f"refs/heads/{name}")
    return repo


def clone(repo: Repo, folder: Path, *options: str) -> Repo:
    subprocess.run(["git", "clone", "--quiet", "--bare", *options, f"file://{repo.path}", str(folder)], check=True, capture_output=True)
    return Repo(folder)


def test_shallow_clone_without_the_base(tmp_path: Path) -> None:
    repo = clone(forget(merged(tmp_path / "r"), "base", "root"), tmp_path / "shallow", "--depth=1", "--no-single-branch")
    before = snapshot(repo)
    with pytest.raises(UserError, match="git fetch --unshallow"):
        sync(Request(repo.path, "source", "target", prefer=Preference.TARGET), silent)
    with pytest.raises(UserError, match="git fetch --unshallow"):
        audit_merge(repo.path, "merge", None, silent)
    assert snapshot(repo) == before


def test_shallow_clone_without_the_base_of_a_merge(tmp_path: Path) -> None:
    """Both parents are there, their base is not: the audit cannot tell what each side did."""
    repo = clone(merged(tmp_path / "r"), tmp_path / "shallow", "--depth=2", "--single-branch", "--branch=merge")
    with pytest.raises(UserError, match="git fetch --unshallow"):
        audit_merge(repo.path, "merge", None, silent)


def test_shallow_clone_with_the_base(tmp_path: Path) -> None:
    repo = clone(forget(merged(tmp_path / "r"), "base", "root"), tmp_path / "shallow", "--depth=2", "--no-single-branch")
    assert (repo.path / "shallow").exists()
    prove(repo, expected=MERGED, by_source=BY_SOURCE)


def test_audit_of_a_partial_clone(tmp_path: Path) -> None:
    """The blobs are fetched on the way, into the workshop: the clone stays as it is."""
    origin = merged(tmp_path / "r")
    origin.git("config", "uploadpack.allowFilter", "true")
    origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo = clone(origin, tmp_path / "partial", "--filter=blob:none")
    before = snapshot(repo)
    report = audit_merge(repo.path, "merge", None, silent)
    assert report == audit_merge(origin.path, "merge", None, silent)
    night = sync(Request(repo.path, "source", "target", prefer=Preference.TARGET, dry_run=True), silent)
    assert isinstance(night.plan, SyncPlan)
    assert snapshot(repo) == before
    prove(repo)


def test_partial_clone_whose_remote_is_gone(tmp_path: Path) -> None:
    origin = merged(tmp_path / "r")
    origin.git("config", "uploadpack.allowFilter", "true")
    repo = clone(origin, tmp_path / "partial", "--filter=blob:none")
    origin.path.rename(tmp_path / "elsewhere")
    with pytest.raises(WorldError):
        audit_merge(repo.path, "merge", None, silent)


def test_repository_without_a_commit(tmp_path: Path) -> None:
    repo = build(tmp_path / "r", ())
    with pytest.raises(UserError, match="unknown revision: 'source'"):
        sync(Request(repo.path, "source", "target"), silent)


def test_missing_object(tmp_path: Path) -> None:
    repo = small(tmp_path / "r")
    repo.raw("gc", "--quiet")
    blob = repo.git("rev-parse", "source:f")
    packs = repo.path / "objects" / "pack"
    (data,) = [pack.read_bytes() for pack in packs.glob("*.pack")]
    for file in packs.iterdir():
        file.unlink()
    repo.raw("unpack-objects", "-q", stdin=data)
    (repo.path / "objects" / blob[:2] / blob[2:]).unlink()
    before = snapshot(repo)
    with pytest.raises(WorldError):
        sync(Request(repo.path, "source", "target", prefer=Preference.TARGET), silent)
    assert snapshot(repo) == before
