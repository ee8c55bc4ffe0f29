"""Source and target as remote-tracking names: asked where they are now, and nothing of the user's moves."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from building import Commit, Repo, Tree, build, diverged
from proving import Snapshot, added, snapshot
from running import refused, syncline
from syncline.core.errors import UserError, WorldError
from syncline.core.plan import NothingToDo, SyncPlan
from syncline.core.resolution import Preference
from syncline.run.progress import silent
from syncline.run.sync import Night, Request, sync

LINES = "".join(f"line {n}\n" for n in range(40))
BASE: Tree = {"f": LINES}
SOURCE: Tree = {"f": LINES.replace("line 3\n", "source\n")}
TARGET: Tree = {"f": LINES.replace("line 30\n", "target\n")}


@pytest.fixture
def moved(tmp_path: Path) -> tuple[Repo, Repo]:
    """A clone, and its remote whose source has moved since."""
    remote = diverged(tmp_path / "remote", base=BASE, source=SOURCE, target=TARGET)
    subprocess.run(["git", "clone", "--quiet", "--branch=target", f"file://{remote.path}", str(tmp_path / "clone")], check=True)
    blob = remote.git("hash-object", "-w", "--stdin", stdin=b"new\n")
    tree = remote.git("mktree", stdin=remote.raw("ls-tree", "source") + f"100644 blob {blob}\tnew\n".encode())
    remote.git("update-ref", "refs/heads/source", remote.git("commit-tree", tree, "-p", "source", "-m", "moved (#9)"))
    return Repo(tmp_path / "clone"), remote


def night(repo: Repo, **more: object) -> Night:
    request: dict[str, object] = {"source": "origin/source", "target": "origin/target", "branch": "night", "prefer": Preference.TARGET}
    return sync(Request(repo.path, **(request | more)), silent)  # type: ignore[arg-type]


def without_refs(files: set[str]) -> set[str]:
    return {path for path in files if "/refs/heads/night" not in path and "/refs/syncline" not in path}


def test_remote_that_moved(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    before, old = snapshot(clone), clone.commit("origin/source")
    done = night(clone)
    assert isinstance(done.plan, SyncPlan)
    assert done.plan.source.commit == remote.commit("source") != old
    assert clone.commit("origin/source") == old
    assert without_refs(added(before, snapshot(clone))) == set()
    assert clone.git("rev-parse", "night^2") == remote.commit("source")
    clone.git("fsck", "--strict")


def test_dry_run_brings_nothing(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    before = snapshot(clone)
    done = night(clone, dry_run=True)
    assert done.plan.source.commit == remote.commit("source")
    assert snapshot(clone) == before


def test_without_asking(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    remote.path.rename(remote.path.with_name("gone"))
    done = night(clone, fetch=False)
    assert done.plan.source.commit == clone.commit("origin/source")


@pytest.mark.parametrize("name", ["origin/source", "remotes/origin/source", "refs/remotes/origin/source"])
def test_names_of_one_remote_branch(name: str, moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    assert night(clone, source=name, dry_run=True).plan.source.commit == remote.commit("source")


def test_names_that_ask_nobody(moved: tuple[Repo, Repo]) -> None:
    """A local branch, an id, a revision behind a name: as they are here."""
    clone, remote = moved
    old = clone.commit("origin/source")
    clone.git("branch", "source", old)
    remote.path.rename(remote.path.with_name("gone"))
    for name in ("source", old, "origin/source~0", "origin/source^{commit}"):
        assert night(clone, source=name, target="target", dry_run=True).plan.source.commit == old


def test_remote_branch_that_was_never_fetched(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    remote.git("branch", "later", "source")
    before = snapshot(clone)
    assert night(clone, source="origin/later", dry_run=True).plan.source.commit == remote.commit("later")
    with pytest.raises(UserError, match="remote 'origin' has no branch 'latter'"):
        night(clone, source="origin/latter", dry_run=True)
    assert snapshot(clone) == before


def test_remote_branch_that_is_gone(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    remote.git("branch", "-D", "--quiet", "source")
    remote.git("branch", "x/refs/heads/source", "base")
    with pytest.raises(UserError, match="remote 'origin' has no branch 'source'"):
        night(clone)


def test_source_that_went_back(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    remote.git("update-ref", "refs/heads/source", remote.commit("base"))
    assert isinstance(night(clone).plan, NothingToDo)


def test_remote_out_of_reach(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    remote.path.rename(remote.path.with_name("gone"))
    before = snapshot(clone)
    line = refused(syncline("sync", "--source=origin/source", "--target=origin/target", f"--repo={clone.path}"), 4)
    assert "asking remote 'origin'" in line
    assert snapshot(clone) == before


def test_remote_that_fails_while_sending(moved: tuple[Repo, Repo], tmp_path: Path) -> None:
    """It tells where the branch is and then does not send it."""
    clone, _ = moved
    script = tmp_path / "upload-pack"
    again = 'read -r line <"$0.count" 2>/dev/null; [ -n "$line" ] && exit 1; echo x >"$0.count"'
    script.write_text(f'#!/bin/sh\n{again}\nexec git-upload-pack "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    clone.git("config", "remote.origin.uploadpack", str(script))
    before = snapshot(clone)
    with pytest.raises(WorldError):
        night(clone, target="target")
    assert snapshot(clone) == before


def test_user_settings_that_would_change_the_clone(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    settings = {
        "fetch.prune": "true",
        "fetch.writeCommitGraph": "true",
        "gc.auto": "1",
        "gc.autoDetach": "false",
        "remote.origin.tagOpt": "--tags",
    }
    for key, value in settings.items():
        clone.git("config", key, value)
    remote.git("tag", "v1", "source")
    clone.git("update-ref", "refs/remotes/origin/pruned", "HEAD")
    before = snapshot(clone)
    assert night(clone, dry_run=True).plan.source.commit == remote.commit("source")
    assert snapshot(clone) == before


def test_fetch_into_a_shallow_clone(moved: tuple[Repo, Repo], tmp_path: Path) -> None:
    _, remote = moved
    subprocess.run(
        ["git", "clone", "--quiet", "--depth=3", "--no-single-branch", f"file://{remote.path}", str(tmp_path / "shallow")], check=True
    )
    clone = Repo(tmp_path / "shallow")
    tree = remote.git("rev-parse", "source^{tree}")
    remote.git("update-ref", "refs/heads/source", remote.git("commit-tree", tree, "-p", "source", "-m", "again"))
    before: Snapshot = snapshot(clone)
    assert night(clone, dry_run=True).plan.source.commit == remote.commit("source")
    assert snapshot(clone) == before


def test_many_objects_come_as_a_pack(tmp_path: Path) -> None:
    """A whole history that is fetched on the way is not spread out into loose objects."""
    tree: Tree = {f"f{n}": f"{n}\n" for n in range(300)}
    remote = build(
        tmp_path / "remote",
        (Commit("base", (), BASE), Commit("target", ("base",), TARGET), Commit("source", ("base",), {**SOURCE, **tree})),
    )
    subprocess.run(
        ["git", "clone", "--quiet", "--single-branch", "--branch=target", f"file://{remote.path}", str(tmp_path / "clone")], check=True
    )
    clone = Repo(tmp_path / "clone")
    clone.git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
    night(clone)
    assert int(clone.git("count-objects").split()[0]) < 20
    clone.git("fsck", "--strict")


def test_plan_of_a_remote_that_moved(moved: tuple[Repo, Repo]) -> None:
    clone, remote = moved
    before = snapshot(clone)
    found = syncline("plan", "--repo", str(clone.path), "--source", "origin/source", "--target", "origin/target", "--json", "--burden")
    assert found.returncode == 0, found.stderr
    assert remote.commit("source") in found.stdout
    assert snapshot(clone) == before
