"""Work in a forked child: the same values, the same errors, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stories import Story
from syncline.core.errors import Bug, UserError, WorldError
from syncline.core.names import BlobId
from syncline.ports import forked
from syncline.ports.forked import beside, divided, meanwhile
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop

needs_fork = pytest.mark.skipif(sys.platform != "linux", reason="a fork is used on Linux only")


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "cores", lambda: 2)


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for another process, however slow the machine is."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)


class Unreadable(Exception):
    """An error that can be written and not read: its constructor asks for more than it keeps."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


@needs_fork
def test_the_second_piece_is_done_in_a_child() -> None:
    first, second = beside(os.getpid, os.getpid)
    assert first == os.getpid() != second


def test_with_one_processor_both_are_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "cores", lambda: 1)
    assert beside(os.getpid, os.getpid) == (os.getpid(), os.getpid())
    assert divided(lambda n: (n, os.getpid()), [1, 2], [5, 5], least=1) == [(1, os.getpid()), (2, os.getpid())]


@needs_fork
def test_a_patient_child_lets_others_go_first() -> None:
    own = os.nice(0)
    with meanwhile(lambda: os.nice(0), apart=True, patient=True) as patient, meanwhile(lambda: os.nice(0), apart=True) as other:
        assert (other(), patient()) == (own, min(own + 15, 19))
    assert os.nice(0) == own


def test_a_value_larger_than_a_pipe_comes_whole() -> None:
    assert beside(lambda: 1, lambda: "x" * 3_000_000) == (1, "x" * 3_000_000)


@pytest.mark.parametrize("error", [UserError("no such branch"), WorldError("the disk is full"), Bug("it does not add up")])
def test_an_error_of_the_child_is_raised_here(error: Exception) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(type(error), match=str(error)):
        beside(lambda: 1, fail)


@needs_fork
def test_an_error_that_cannot_be_sent_is_a_bug_that_names_it() -> None:
    def fail() -> None:
        raise Unreadable("a", "b")

    with pytest.raises(Bug, match="Unreadable in a process of ours: ab"):
        beside(lambda: 1, fail)


@needs_fork
def test_an_error_that_nobody_expected_says_where_it_happened() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as told:
        beside(lambda: 1, fail)
    assert "in fail" in told.value.__notes__[0]


@needs_fork
def test_an_error_here_ends_the_child() -> None:
    started = time.monotonic()

    def fail() -> None:
        raise WorldError("gone")

    with pytest.raises(WorldError):
        beside(fail, lambda: time.sleep(60))
    assert time.monotonic() - started < 30, "it was not waited for"


@needs_fork
def test_the_work_of_a_killed_child_is_done_here() -> None:
    parent = os.getpid()

    def work() -> int:
        if os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()

    assert beside(lambda: 1, work) == (1, parent)


def test_what_is_divided_comes_back_in_order() -> None:
    items = list(range(40))
    assert divided(lambda n: n * n, items, items, least=1) == [n * n for n in items]
    assert divided(lambda n: n * n, [], [], least=1) == []


def test_more_than_a_pipe_holds_is_divided_and_each_is_done_once(tmp_path: Path) -> None:
    many = list(range(40_000))
    done = tmp_path / "done"

    def note(n: int) -> int:
        with done.open("a") as file:
            file.write(f"{n}\n")
        return n

    assert divided(note, many, [1] * len(many), least=1) == many
    assert sorted(map(int, done.read_text().split())) == many


@needs_fork
def test_who_is_free_takes_the_next(tmp_path: Path) -> None:
    """One long piece does not hold up those that a fixed share would have put behind it."""
    parent = os.getpid()

    def work(n: int) -> int:
        if n == 0:
            # As long as all others together: they have to be done elsewhere.
            wait_until(lambda: len(list(tmp_path.iterdir())) == 39)
        else:
            (tmp_path / str(n)).touch()
        return os.getpid()

    found = divided(work, list(range(40)), [100] + [1] * 39, least=1)
    assert found.count(found[0]) == 1
    assert parent in found


@needs_fork
def test_what_a_killed_child_had_taken_is_done_here() -> None:
    parent = os.getpid()

    def work(n: int) -> tuple[int, int]:
        if os.getpid() != parent and n == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        if os.getpid() == parent:
            time.sleep(0.05)
        return n, os.getpid()

    assert [n for n, _ in divided(work, list(range(9)), [1] * 9, least=1)] == list(range(9))


@needs_fork
def test_work_goes_on_meanwhile_and_is_asked_for_later(tmp_path: Path) -> None:
    def work() -> int:
        (tmp_path / "done").touch()
        return os.getpid()

    with meanwhile(work, apart=True) as answer:
        wait_until((tmp_path / "done").exists)
        assert answer() != os.getpid()


@pytest.mark.parametrize(("many", "apart"), [(1, True), (2, False)])
def test_what_is_not_worth_a_process_is_done_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch, many: int, apart: bool) -> None:
    monkeypatch.setattr(forked, "cores", lambda: many)
    told: list[int] = []

    def work() -> int:
        told.append(1)
        return os.getpid()

    with meanwhile(work, apart=apart) as answer:
        assert told == []
        assert answer() == os.getpid()


@needs_fork
def test_who_is_not_asked_is_not_waited_for() -> None:
    started = time.monotonic()
    with pytest.raises(WorldError), meanwhile(lambda: time.sleep(60), apart=True):
        raise WorldError("gone")
    assert time.monotonic() - started < 30


@needs_fork
def test_little_work_is_not_divided() -> None:
    assert divided(lambda n: os.getpid(), [1, 2], [4, 5], least=10) == [os.getpid()] * 2


@needs_fork
def test_enough_work_is_divided(tmp_path: Path) -> None:
    def work(n: int) -> int:
        (tmp_path / str(n)).touch()
        wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
        return os.getpid()

    assert len(set(divided(work, [1, 2], [10, 10], least=10))) == 2


def test_parent_and_child_both_read_from_git(tmp_path: Path) -> None:
    """Each talks to a git of its own, also while the other does."""
    story = Story(tmp_path / "r")
    files = {f"f{n}.txt": f"text {n}\n" * 200 for n in range(60)}
    story.commit("main", "Start", dict(files))
    oids = [BlobId(line.split()[2]) for line in story.git("ls-tree", "-r", "main").splitlines()]
    with open_workshop(open_repository(story.path)) as workshop:
        expected = workshop.read_all(oids)

        def read() -> dict[BlobId, bytes]:
            return {oid: workshop.read(oid) for _ in range(5) for oid in oids}

        assert beside(read, read) == (expected, expected)
        assert workshop.read_all(oids) == expected


@needs_fork
def test_a_child_dies_with_its_parent(tmp_path: Path) -> None:
    told = tmp_path / "child"
    program = (
        "import os, sys, time, pathlib\n"
        "from syncline.ports import forked\n"
        "forked.cores = lambda: 2\n"
        "def work():\n"
        f"    pathlib.Path({str(told)!r}).write_text(str(os.getpid()))\n"
        "    time.sleep(120)\n"
        "forked.beside(lambda: time.sleep(120), work)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program])
    try:
        wait_until(lambda: told.exists() and bool(told.read_text()))
        child = int(told.read_text())
        parent.kill()
        parent.wait()
        wait_until(lambda: not _runs(child))
    finally:
        parent.kill()


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_threads_take_turns_with_one_git(tmp_path: Path) -> None:
    story = Story(tmp_path / "r")
    files = {f"f{n}.txt": f"text {n}\n" * 300 for n in range(40)}
    story.commit("main", "Start", dict(files))
    oids = [BlobId(line.split()[2]) for line in story.git("ls-tree", "-r", "main").splitlines()]
    with open_workshop(open_repository(story.path)) as workshop, ThreadPoolExecutor(6) as pool:
        expected = workshop.read_all(oids)

        def ask(turn: int) -> bool:
            some = oids[turn % 7 :: 3]
            sizes = [workshop.size(oid) == len(expected[oid]) for oid in some]
            return all(sizes) and all(map(workshop.has, some)) and workshop.read_all(some) == {oid: expected[oid] for oid in some}

        assert all(pool.map(ask, range(60)))
