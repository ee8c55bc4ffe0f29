"""Conflicts taken over by people: a linked work tree in the middle of the merge, and nothing of the user's own touched."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from building import Commit, File, Repo, Tree, build
from proving import Snapshot, snapshot
from running import counted, refused, signalled, syncline
from syncline.learn.pages import read_memory
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.pushing import read_page
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
from syncline.run.remembering import REF

BASE = "top\nlimit = 1\nmiddle\nmore\nend\n"
SOURCE = BASE.replace("limit = 1", "limit = 2").replace("end", "the end")
TARGET = BASE.replace("limit = 1", "limit = 3")
DECIDED = TARGET.replace("limit = 3", "limit = max(2, 3)").replace("end", "the end")
ENDS = ("--source=source", "--target=target", "--no-fetch")


def repository(folder: Path, *, deleted: bool = False, options: tuple[str, ...] = ()) -> Repo:
    """One content conflict in ``a.txt``; with ``deleted``, one of a deleted and modified file as well."""
    # What a side deleted on purpose is the policy's to settle, unless it is told not to.
    config: Tree = {"syncline.toml": "[files]\nsettle = false\n[tests]\nunion = false\n"} if deleted else {}
    extra: Tree = {"old.txt": "one\ntwo\nthree\n", **config} if deleted else {}
    changed: Tree = {"old.txt": "one\n2\nthree\n", **config} if deleted else {}
    return build(
        folder,
        (
            Commit("base", (), {"a.txt": BASE, "keep.txt": "keep\n", **extra}),
            Commit("source", ("base",), {"a.txt": SOURCE, "keep.txt": "keep\n", "new.txt": "new\n", **config}),
            Commit("target", ("base",), {"a.txt": TARGET, "keep.txt": "keep\n", **changed}),
        ),
        options=options,
    )


def takeover(repo: Repo, *words: str, code: int = 0) -> dict[str, Any]:
    done = syncline("takeover", "--repo", str(repo.path), *words, "--json")
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["schema"] == "syncline.takeover/1"
    return found


def inside(folder: Path) -> Repo:
    return Repo(folder)


def lasting(files: Snapshot) -> Snapshot:
    """Without objects, which git clears away itself, and without kept reports."""
    return {path: what for path, what in files.items() if "/objects/" not in path and "/syncline/reports/" not in path}


def test_it_opens_a_merge_in_a_work_tree_of_its_own(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    before = lasting(snapshot(repo))
    opened = takeover(repo, *ENDS)
    assert opened["state"] == "open"
    assert [(one["path"], one["kind"]) for one in opened["open"]] == [("a.txt", "content")]
    folder = tmp_path / "r-takeover"
    assert opened["path"] == str(folder)
    text = (folder / "a.txt").read_text()
    assert text == "top\n<<<<<<< target\nlimit = 3\n||||||| base " + opened_base(repo) + (
        "\nlimit = 1\n=======\nlimit = 2\n>>>>>>> source\nmiddle\nmore\nthe end\n"
    )
    assert opened["open"][0]["lines"] == [2, 4, 8]
    there = inside(folder)
    assert there.git("rev-parse", "HEAD", "MERGE_HEAD").split() == [repo.commit("target"), repo.commit("source")]
    assert there.git("status", "--porcelain") == "UU a.txt\nA  new.txt"
    stages = {row.split()[2]: there.git("cat-file", "blob", row.split()[1]) for row in there.git("ls-files", "-u").splitlines()}
    assert stages == {"1": BASE.strip(), "2": TARGET.strip(), "3": SOURCE.strip()}
    after = lasting(snapshot(repo))
    assert {path: what for path, what in after.items() if path in before} == before
    assert all("/worktrees/" in path or "/refs/syncline/takeover/" in path for path in after.keys() - before.keys())


def opened_base(repo: Repo) -> str:
    return repo.commit("base")[:10]


def test_abort_leaves_nothing_behind(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    before, refs = lasting(snapshot(repo)), repo.branches()
    takeover(repo, *ENDS)
    folder = tmp_path / "r-takeover"
    (folder / "a.txt").write_text("half\n")
    (folder / "notes").mkdir()
    (folder / "notes" / "todo").write_text("x")
    assert takeover(repo, "--abort", "--dry-run")["state"] == "would withdraw"
    assert folder.exists()
    assert takeover(repo, "--abort")["state"] == "withdrawn"
    assert not folder.exists()
    assert (lasting(snapshot(repo)), repo.branches()) == (before, refs)
    assert repo.git("worktree", "list", "--porcelain").count("worktree ") == 1


def test_abort_leaves_other_work_trees_alone_even_gone_ones(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "other"))
    (tmp_path / "other" / ".git").unlink()
    before = lasting(snapshot(repo))
    takeover(repo, *ENDS)
    takeover(repo, "--abort")
    assert lasting(snapshot(repo)) == before


def test_continue_commits_the_merge_and_remembers_the_decision(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    head = (repo.commit("HEAD"), repo.git("status", "--porcelain"))
    takeover(repo, *ENDS, "--branch=night")
    folder = tmp_path / "r-takeover"
    (folder / "a.txt").write_text(DECIDED)
    done = takeover(repo, "--continue")
    assert done["state"] == "committed"
    assert done["remembered"] == {"new": 1, "total": 1}
    assert repo.git("rev-parse", "night^1", "night^2").split() == [repo.commit("target"), repo.commit("source")]
    assert repo.tree("night") == {"a.txt": File(DECIDED.encode()), "keep.txt": File(b"keep\n"), "new.txt": File(b"new\n")}
    assert [(d["outcome"], d["rule"]) for d in done["night"]["resolve"]["decisions"]] == [("people", "takeover")]
    for side in ("source", "target"):
        account = done["night"]["audit"]["accounting"][side]
        assert account["lost"] == 0
        assert account["overruled"] == 1
    assert "decided by hand (takeover)" in repo.git("log", "-1", "--format=%B", "night")
    assert not folder.exists()
    assert head == (repo.commit("HEAD"), repo.git("status", "--porcelain"))
    # The same conflict is not asked again, and the same merge is not made twice.
    again = syncline("sync", "--repo", str(repo.path), *ENDS, "--branch=night", "--json")
    told = json.loads(again.stdout)
    assert told["effect"]["done"] == "noop"
    assert [d["rule"] for d in told["resolve"]["decisions"]] == ["recorded-decision"]


def test_markers_that_are_left_are_named_and_nothing_happens(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    opened = takeover(repo, *ENDS)
    before = lasting(snapshot(repo))
    done = takeover(repo, "--continue", code=1)
    assert (done["state"], done["open"]) == ("undecided", opened["open"])
    told = syncline("takeover", "--repo", str(repo.path), "--continue")
    assert told.returncode == 1
    assert "open: a.txt (content) lines 2, 4, 8" in told.stdout
    assert lasting(snapshot(repo)) == before
    folder = tmp_path / "r-takeover"
    (folder / "a.txt").write_text((folder / "a.txt").read_text().replace(">>>>>>> source\n", ""))
    assert takeover(repo, "--continue", code=1)["open"][0]["lines"] == [2, 4]


def test_a_loss_outside_of_the_conflict_is_held_back(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    takeover(repo, *ENDS, "--branch=night")
    folder = tmp_path / "r-takeover"
    # The source's other change of the file is thrown away on the way.
    (folder / "a.txt").write_text(DECIDED.replace("the end", "end"))
    done = takeover(repo, "--continue", code=1)
    assert done["state"] == "held"
    assert [(f["severity"], f["path"], f["side"]) for f in done["held"]] == [("blocker", "a.txt", "source")]
    assert folder.exists()
    assert "refs/heads/night" not in repo.branches()
    told = syncline("takeover", "--repo", str(repo.path), "--continue")
    assert "nothing was committed" in told.stdout
    kept = takeover(repo, "--continue", "--anyway", code=1)
    assert kept["state"] == "committed"
    assert "refs/heads/night" in repo.branches()
    assert not folder.exists()


def test_a_path_without_markers_needs_a_word(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r", deleted=True)
    opened = takeover(repo, *ENDS, "--branch=night")
    assert [(one["path"], one["kind"], bool(one["lines"])) for one in opened["open"]] == [
        ("a.txt", "content", True),
        ("old.txt", "modify/delete", False),
    ]
    folder = tmp_path / "r-takeover"
    (folder / "a.txt").write_text(DECIDED)
    waiting = takeover(repo, "--continue", code=1)["open"]
    assert [one["path"] for one in waiting] == ["old.txt"]
    inside(folder).git("rm", "--quiet", "old.txt")
    done = takeover(repo, "--continue")
    assert done["state"] == "committed"
    assert "old.txt" not in repo.tree("night")
    assert done["night"]["audit"]["accounting"]["target"]["overruled"] > 0


def test_a_path_is_also_decided_by_adding_it(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r", deleted=True)
    takeover(repo, *ENDS, "--branch=night")
    folder = tmp_path / "r-takeover"
    (folder / "a.txt").write_text(DECIDED)
    inside(folder).git("add", "old.txt")
    assert takeover(repo, "--continue")["state"] == "committed"
    assert repo.tree("night")["old.txt"].data == b"one\n2\nthree\n"


def test_a_merge_that_people_committed_themselves_counts(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    takeover(repo, *ENDS, "--branch=night")
    folder = tmp_path / "r-takeover"
    (folder / "a.txt").write_text(DECIDED)
    inside(folder).git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "-am", "mine")
    assert takeover(repo, "--continue")["state"] == "committed"
    assert repo.git("rev-list", "--count", "night") == "4"


def test_files_that_git_does_not_know_stop_it(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    takeover(repo, *ENDS, "--branch=night")
    folder = tmp_path / "r-takeover"
    (folder / "a.txt").write_text(DECIDED)
    (folder / "a.txt.orig").write_text("a merge tool's copy\n")
    (folder / "scratch.txt").write_text("mine\n")
    told = refused(syncline("takeover", "--repo", str(repo.path), "--continue"), 2)
    assert "git does not know scratch.txt" in told
    assert "orig" not in told
    inside(folder).git("add", "scratch.txt")
    assert takeover(repo, "--continue")["state"] == "committed"
    assert repo.tree("night")["scratch.txt"].data == b"mine\n"


def test_it_may_be_moved_and_used_from_a_bare_repository(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r.git", options=("--bare",))
    takeover(repo, *ENDS, "--branch=night", f"--path={tmp_path / 'here'}")
    repo.git("worktree", "move", str(tmp_path / "here"), str(tmp_path / "there"))
    (tmp_path / "there" / "a.txt").write_text(DECIDED)
    assert takeover(repo, "--continue")["state"] == "committed"
    assert not (tmp_path / "there").exists()


def test_hooks_and_sparse_checkouts_of_the_user_take_no_part(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    hook = repo.git_dir / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path / 'ran'}\n")
    hook.chmod(0o755)
    repo.git("sparse-checkout", "set", "--no-cone", "/keep.txt")
    (tmp_path / "ran").unlink(missing_ok=True)
    takeover(repo, *ENDS, "--branch=night")
    assert not (tmp_path / "ran").exists()
    (tmp_path / "r-takeover" / "a.txt").write_text(DECIDED)
    assert takeover(repo, "--continue")["state"] == "committed"
    assert repo.tree("night")["a.txt"].data.decode() == DECIDED


def test_bad_input_is_told_in_one_line(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    where = ("takeover", "--repo", str(repo.path))
    assert "no takeover is open" in refused(syncline(*where, "--continue"), 2)
    assert "no takeover is open" in refused(syncline(*where, "--abort"), 2)
    assert "exclude one another" in refused(syncline(*where, "--abort", "--continue"), 2)
    assert "belongs to --continue" in refused(syncline(*where, *ENDS, "--anyway"), 2)
    assert "belongs to opening" in refused(syncline(*where, "--abort", "--path=x"), 2)
    assert "no such folder" in refused(syncline(*where, *ENDS, f"--path={tmp_path / 'no' / 'where'}"), 2)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    assert "there already" in refused(syncline(*where, *ENDS, f"--path={tmp_path / 'full'}"), 2)
    takeover(repo, *ENDS)
    assert "open already" in refused(syncline(*where, *ENDS), 2)
    inside(tmp_path / "r-takeover").git("checkout", "--quiet", "--force", "base")
    assert "something else was checked out" in refused(syncline(*where, "--continue"), 2)


def test_a_work_tree_that_is_gone_can_be_withdrawn_only(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    before = lasting(snapshot(repo))
    where = ("takeover", "--repo", str(repo.path))
    takeover(repo, *ENDS)
    (tmp_path / "r-takeover").rename(tmp_path / "elsewhere")
    assert "is gone" in refused(syncline(*where, "--continue"), 2)
    assert "is gone" in refused(syncline(*where, *ENDS), 2)
    takeover(repo, "--abort")
    assert lasting(snapshot(repo)) == before
    assert (tmp_path / "elsewhere" / "a.txt").exists()


def test_nothing_open_is_no_failure(tmp_path: Path) -> None:
    repo = build(
        tmp_path / "r",
        (
            Commit("base", (), {"a": "a\n"}),
            Commit("source", ("base",), {"a": "b\n"}),
            Commit("target", ("base",), {"b": "b\n", "a": "a\n"}),
        ),
    )
    assert takeover(repo, *ENDS)["state"] == "nothing open"
    assert "nothing is open" in syncline("takeover", "--repo", str(repo.path), *ENDS).stdout
    assert "nothing to do" in syncline("takeover", "--repo", str(repo.path), "--source=base", "--target=target", "--no-fetch").stdout


def test_several_takeovers_are_told_apart(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    repo.git("branch", "also", "source")
    takeover(repo, *ENDS)
    takeover(repo, "--source=also", "--target=target", "--no-fetch", f"--path={tmp_path / 'two'}")
    told = refused(syncline("takeover", "--repo", str(repo.path), "--abort"), 2)
    assert "also into target; source into target" in told or "source into target; also into target" in told
    takeover(repo, "--abort", "--source=also")
    assert not (tmp_path / "two").exists()
    assert (tmp_path / "r-takeover").exists()


def test_killed_at_any_call_it_can_be_withdrawn_or_begun_again(tmp_path: Path) -> None:
    whole = repository(tmp_path / "whole")
    env = {"TMPDIR": str(tmp_path)}
    done, total = counted(tmp_path / "calls", "takeover", f"--repo={whole.path}", *ENDS, f"--path={tmp_path / 'w'}", env=env)
    assert done.returncode == 0
    # Before the note is written nothing of ours is in the repository; from there on there are some twenty calls.
    for at in range(total - 21, total + 1, 3):
        repo = repository(tmp_path / f"r{at}")
        before, refs = lasting(snapshot(repo)), repo.branches()
        done = signalled(tmp_path / f"calls-{at}", at, signal.SIGKILL, "takeover", f"--repo={repo.path}", *ENDS, env=env)
        assert done.returncode == -signal.SIGKILL, at
        held = any(ref.startswith("refs/syncline/takeover/") for ref in repo.branches())
        if at % 2 and held:
            takeover(repo, "--abort")
            assert (lasting(snapshot(repo)), repo.branches()) == (before, refs), at
            assert not (tmp_path / f"r{at}-takeover").exists()
        else:
            done = syncline("takeover", "--repo", str(repo.path), *ENDS, "--json")
            if done.returncode:
                assert "open already" in done.stderr, (at, done.stderr)
            assert "<<<<<<<" in (tmp_path / f"r{at}-takeover" / "a.txt").read_text(), at


@pytest.mark.parametrize("back", [1, 2, 4, 7])
def test_killed_while_it_ends_it_is_ended_by_the_next(tmp_path: Path, back: int) -> None:
    repo = repository(tmp_path / "r")
    twin = repository(tmp_path / "twin")
    for one in (repo, twin):
        takeover(one, *ENDS, "--branch=night")
        (one.path.with_name(f"{one.path.name}-takeover") / "a.txt").write_text(DECIDED)
    env = {"TMPDIR": str(tmp_path)}
    _, total = counted(tmp_path / "counted", "takeover", f"--repo={twin.path}", "--continue", env=env)
    done = signalled(tmp_path / "killed", total - back, signal.SIGKILL, "takeover", f"--repo={repo.path}", "--continue", env=env)
    assert done.returncode == -signal.SIGKILL
    # An orphaned git still does its work: the end may be reached although we were killed.
    if any(ref.startswith("refs/syncline/takeover/") for ref in repo.branches()):
        done = syncline("takeover", "--repo", str(repo.path), "--continue")
        if done.returncode:
            assert "is gone" in done.stderr
            takeover(repo, "--abort")
    with open_workshop(open_repository(repo.path)) as workshop:
        tip = OwnRefs(workshop).refs([REF])[REF]
        assert len(read_memory(read_page(workshop, tip))) == 1
    assert repo.tree("night")["a.txt"].data.decode() == DECIDED
    assert not (tmp_path / "r-takeover").exists()
    assert not [ref for ref in repo.branches() if "takeover" in ref]


def test_continue_from_inside_the_work_tree(tmp_path: Path) -> None:
    """The folder that the command is called from is taken away by it."""
    repo = repository(tmp_path / "r")
    takeover(repo, *ENDS, "--branch=night")
    folder = tmp_path / "r-takeover"
    (folder / "a.txt").write_text(DECIDED)
    done = syncline("takeover", "--continue", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["state"] == "committed"
    assert not folder.exists()
    assert "refs/syncline/takeover/" not in repo.git("for-each-ref", "--format=%(refname)")
