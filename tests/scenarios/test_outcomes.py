"""How a run can end, told three ways: exit code, JSON, words."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
from pathlib import Path

import pytest

from building import Repo, Tree, diverged
from running import COMMAND, SMALL, git_in_front, syncline

LINES = "".join(f"line {n}\n" for n in range(40))
BASE: Tree = {"f": LINES, "b": b"\0base"}
SOURCE: Tree = {"f": LINES.replace("line 3\n", "source\n"), "b": b"\0base"}
TARGET: Tree = {"f": LINES.replace("line 3\n", "target\n"), "b": b"\0base"}
BOTH_SAY = ("sync", "--source=source", "--target=target")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return diverged(tmp_path / "r", base=BASE, source=SOURCE, target=TARGET)


@pytest.mark.parametrize(
    ("arguments", "code", "done"),
    [
        (("--prefer=target",), 0, "created"),
        (("--prefer=target", "--dry-run"), 0, "dry run"),
        (("--prefer=stop",), 1, "stopped"),
        ((), 1, "stopped"),
        (("--markers",), 1, "created"),
        (("--prefer=target", "--source=base"), 0, "nothing to do"),
        (("--prefer=target", "--source=target"), 0, "nothing to do"),
    ],
)
def test_sync(arguments: tuple[str, ...], code: int, done: str, repo: Repo) -> None:
    plain = syncline(*BOTH_SAY, *arguments, "--dry-run", f"--repo={repo.path}")
    assert (plain.returncode, plain.stderr) == (code, "")
    told = syncline(*BOTH_SAY, *arguments, "--json", f"--repo={repo.path}")
    assert (told.returncode, told.stderr) == (code, "")
    data = json.loads(told.stdout)
    assert (data["schema"], data["effect"]["done"]) == ("syncline.sync/1", done)
    if done == "created":
        again = json.loads(syncline(*BOTH_SAY, *arguments, "--json", f"--repo={repo.path}").stdout)
        assert (again["effect"]["done"], again["effect"]["commit"]) == ("noop", data["effect"]["commit"])
        audit = json.loads(syncline("audit", data["effect"]["branch"], "--json", f"--repo={repo.path}").stdout)
        assert audit["schema"] == "syncline.audit/1"
        assert audit["accounting"] == data["audit"]["accounting"]


@pytest.mark.parametrize(("source", "target"), [({"b": b"\0s"}, {"b": b"\0t"}), ({"b/in": "s\n"}, {"b": b"\0t"})])
def test_a_conflict_that_leaves_no_marker_is_open_all_the_same(source: Tree, target: Tree, tmp_path: Path) -> None:
    """Committed on request with what git's tree holds there; nobody may take that for done."""
    found = diverged(tmp_path / "r", base={"f": "f\n", "b": b"\0b"}, source={"f": "f\n", **source}, target={"f": "f\n", **target})
    done = syncline(*BOTH_SAY, "--markers", f"--repo={found.path}")
    assert done.returncode == 1
    assert "open: b" in done.stdout


def test_markers_tell_the_three_versions(repo: Repo) -> None:
    syncline(*BOTH_SAY, "--markers", "--branch=night", f"--repo={repo.path}")
    base = repo.commit("base")[:10]
    marked = f"<<<<<<< target\ntarget\n||||||| base {base}\nline 3\n=======\nsource\n>>>>>>> source\n"
    assert repo.tree("night")["f"].data.decode() == LINES.replace("line 3\n", marked)
    assert syncline("audit", "night", f"--repo={repo.path}").returncode == 1


def on_a_terminal(env: dict[str, str], *arguments: str) -> tuple[bytes, bytes, int]:
    """Run with stderr on a terminal and stdout in a pipe; gives stdout, what the terminal saw, and the exit code."""
    master, slave = pty.openpty()
    with subprocess.Popen([*COMMAND, *arguments], stdin=slave, stdout=subprocess.PIPE, stderr=slave, env={**os.environ, **env}) as child:
        os.close(slave)
        assert child.stdout is not None
        seen, out = b"", b""
        streams = {master, child.stdout.fileno()}
        while streams:
            for ready in select.select(list(streams), [], [], 60)[0]:
                try:
                    data = os.read(ready, 65536)
                except OSError:
                    data = b""
                if not data:
                    streams.discard(ready)
                elif ready == master:
                    seen += data
                else:
                    out += data
        status = child.wait()
    os.close(master)
    return out, seen, status


def test_progress_on_a_terminal_once_it_takes_long(repo: Repo, tmp_path: Path) -> None:
    slow = git_in_front(tmp_path / "bin", 'case "$*" in *merge-tree*) sleep 2.5;; esac; exec "$REAL" "$@"')
    out, seen, status = on_a_terminal({**slow, "TERM": "xterm"}, "sync", *SMALL, "--json", f"--repo={repo.path}")
    assert status == 0
    assert json.loads(out)["effect"]["done"] == "created"
    assert b"merging" in seen
    # It goes when the work is done: the line is erased and the cursor is back.
    assert seen.rstrip().endswith((b"\x1b[2K", b"\x1b[?25h"))


def test_no_progress_where_no_cursor_moves(repo: Repo, tmp_path: Path) -> None:
    slow = git_in_front(tmp_path / "bin", 'case "$*" in *merge-tree*) sleep 1.5;; esac; exec "$REAL" "$@"')
    arguments = ("sync", *SMALL, "--dry-run", f"--repo={repo.path}")
    assert on_a_terminal({**slow, "TERM": "dumb"}, *arguments)[1] == b""
    assert syncline(*arguments, env=slow).stderr == ""


def test_an_error_on_a_terminal_is_one_line(repo: Repo) -> None:
    out, seen, status = on_a_terminal({"TERM": "xterm"}, "sync", *SMALL, "--source=sorce", f"--repo={repo.path}")
    assert (out, status) == (b"", 2)
    assert seen.startswith(b"syncline: error: unknown revision: 'sorce'")
    assert seen.count(b"\n") == 1
