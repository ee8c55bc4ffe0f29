"""Interrupted at any moment, politely or not: the repository is as it was, or the merge is there whole. Never anything between."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from building import Repo, diverged
from proving import Snapshot, snapshot
from running import COMMAND, SMALL, counted, git_in_front, signalled, syncline, wait_for_orphans

LINES = "".join(f"line {n}\n" for n in range(40))
POLITE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def repository(folder: Path) -> Repo:
    return diverged(
        folder,
        base={"f": LINES, "g": "g\n"},
        source={"f": LINES.replace("line 3\n", "source\n"), "g": "g\n", "s": "s\n"},
        target={"f": LINES.replace("line 3\n", "target\n"), "g": "g\n"},
        options=(),
    )


def lasting(files: Snapshot) -> Snapshot:
    """Without objects: loose ones do no harm."""
    return {path: what for path, what in files.items() if "/objects/" not in path}


def whole_or_nothing(repo: Repo, before: Snapshot, status: int) -> bool:
    """Check the repository after an interruption; says whether the merge has landed."""
    after = lasting(snapshot(repo))
    refs = {ref for ref in repo.branches() if ref == "refs/heads/night" or ref.startswith("refs/syncline/")}
    assert not [path for path in after if path.endswith(".lock")]
    assert {path: what for path, what in after.items() if path in before} == before
    new = after.keys() - before.keys()
    if not refs:
        assert not {path for path in new if "/logs/" not in path}
        assert status != 0
        return False
    assert len(refs) == 2, "the branch and its records come together"
    assert repo.git("rev-parse", "night^1", "night^2").split() == [repo.commit("target"), repo.commit("source")]
    repo.git("fsck", "--strict", "--connectivity-only")
    assert not {path for path in new if not ("/refs/" in path or "/syncline/reports/" in path)}
    return True


def forget(repo: Repo) -> None:
    """Take back a merge that has landed, with everything beside it."""
    for ref in repo.branches():
        if ref == "refs/heads/night" or ref.startswith("refs/syncline/"):
            repo.git("update-ref", "-d", ref)


@pytest.mark.parametrize("number", [signal.SIGKILL, *POLITE], ids=lambda s: s.name)
def test_at_a_call_of_git(number: signal.Signals, tmp_path: Path) -> None:
    """One call of git after the other is the last thing that we live to see; none of those that write the merge is left out."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    env = {"TMPDIR": str(temporary)}
    # What is remembered of commits and contents spares calls: those are counted that a later run makes as well.
    syncline("sync", *SMALL, f"--repo={repository(tmp_path / 'known').path}")
    first = repository(tmp_path / "counted")
    done, calls = counted(tmp_path / "calls", "sync", *SMALL, f"--repo={first.path}", env=env)
    assert done.returncode in (0, 1)
    assert calls > 10
    landed = 0
    writing = calls - 10
    moments = [*range(1, writing, 5), *range(writing, calls + 1)] if number is signal.SIGKILL else range(1 + POLITE.index(number), calls, 8)
    for at in moments:
        repo = repository(tmp_path / f"r{at}")
        before = lasting(snapshot(repo))
        done = signalled(tmp_path / f"calls-{at}", at, number, "sync", *SMALL, f"--repo={repo.path}", env=env)
        if number is signal.SIGKILL:
            assert done.returncode == -signal.SIGKILL
        else:
            assert (done.returncode, done.stderr) == (130, "syncline: interrupted\n"), at
            assert list(temporary.iterdir()) == []
        landed += whole_or_nothing(repo, before, done.returncode)
    assert landed < len(moments) / 2
    # What a killed run left in the temporary folder goes with the next run.
    assert syncline("sync", *SMALL, "--dry-run", f"--repo={first.path}", env={"TMPDIR": str(temporary)}).returncode in (0, 1)
    assert list(temporary.iterdir()) == []


def test_at_any_time(tmp_path: Path) -> None:
    """At two dozen moments between the start and the end, by each signal in turn."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    repo = repository(tmp_path / "r")
    env = {**os.environ, "TMPDIR": str(temporary)}
    command = [*COMMAND, "sync", *SMALL, f"--repo={repo.path}"]
    begin = time.perf_counter()
    subprocess.run([*command, "--dry-run"], env=env, capture_output=True, check=False)
    whole = time.perf_counter() - begin
    before = lasting(snapshot(repo))
    draw = random.Random(20_240_102)  # noqa: S311 - moments, no secrets
    for turn in range(24):
        number = (signal.SIGKILL, *POLITE)[turn % 4]
        with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
            try:
                child.wait(timeout=draw.uniform(0, whole * 1.1))
            except subprocess.TimeoutExpired:
                child.send_signal(number)
            _, stderr = child.communicate()
        if number is signal.SIGKILL:
            wait_for_orphans("TMPDIR", str(temporary))
        # Before our own handlers are in place the signal ends the interpreter as it ends any program.
        assert child.returncode in (0, 1, 130, -number), stderr
        assert child.returncode != 130 or stderr == "syncline: interrupted\n"
        if whole_or_nothing(repo, before, child.returncode):
            forget(repo)
            before = lasting(snapshot(repo))
    for folder in temporary.iterdir():
        # Killed in the moment before it is locked, or while it is removed, a workshop goes when it is old enough to be nobody's.
        os.utime(folder, (0, 0))
    assert syncline("sync", *SMALL, "--dry-run", f"--repo={repo.path}", env={"TMPDIR": str(temporary)}).returncode in (0, 1)
    assert list(temporary.iterdir()) == []


def test_the_whole_group_at_once(tmp_path: Path) -> None:
    """Ctrl-C in a terminal reaches git as well as us; a second one while we tidy up changes nothing."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    repo = repository(tmp_path / "r")
    before = lasting(snapshot(repo))
    slow = git_in_front(tmp_path / "bin", 'case "$*" in *merge-tree*) sleep 30;; esac; exec "$REAL" "$@"')
    env = {**os.environ, **slow, "TMPDIR": str(temporary)}
    command = [*COMMAND, "sync", *SMALL, f"--repo={repo.path}"]
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True) as child:
        while not list(temporary.glob("*/git/info/attributes")):
            time.sleep(0.02)
            assert child.poll() is None
        time.sleep(0.1)
        os.killpg(child.pid, signal.SIGINT)
        os.killpg(child.pid, signal.SIGINT)
        _, stderr = child.communicate(timeout=20)
    assert (child.returncode, stderr) == (130, "syncline: interrupted\n")
    assert not whole_or_nothing(repo, before, child.returncode)
    assert list(temporary.iterdir()) == []


def test_a_run_beside_ours_keeps_its_workshop(tmp_path: Path) -> None:
    """Sweeping takes the workshops of the dead alone: a lock tells, so that a process number of another container cannot mislead."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    repo = repository(tmp_path / "r")
    wait = 'case "$*" in *merge-tree*) while [ ! -e "$GO" ]; do sleep 0.1; done;; esac; exec "$REAL" "$@"'
    slow = git_in_front(tmp_path / "bin", wait) | {"GO": str(tmp_path / "go")}
    command = [*COMMAND, "sync", *SMALL, "--dry-run", f"--repo={repo.path}"]
    env = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(command, env={**env, **slow}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
        while not list(temporary.glob("*/git/info/attributes")):
            time.sleep(0.02)
            assert child.poll() is None
        assert syncline(*command[len(COMMAND) :], env={"TMPDIR": str(temporary)}).returncode in (0, 1)
        assert len(list(temporary.iterdir())) == 1
        (tmp_path / "go").touch()
        _, stderr = child.communicate(timeout=60)
    assert (child.returncode in (0, 1), stderr) == (True, "")
    assert list(temporary.iterdir()) == []
