"""kill -9 before and after every call that changes something: whoever comes next brings it to the same end."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest

from building import Repo
from publish.gitstage import PAIR, Stage, edited, stage
from publish.killed import start
from syncline.core.pull import PullState
from syncline.publish.frame import described, remark_key

# Every test run takes some moments; `make soak` takes all of them.
STRIDE = 1 if "SYNCLINE_SOAK" in os.environ else 6


def copied(there: Stage, to: Path) -> Stage:
    """The whole stage again, at another place."""
    shutil.copytree(there.root, to, symlinks=True)
    made = Stage(to, Repo(to / "shared.git"), Repo(to / "ours"), Repo(to / "theirs"), to / "syncline.toml", there.clock)
    for clone in (made.ours, made.theirs):
        clone.git("remote", "set-url", "origin", str(made.shared.path))
    return made


def ended(there: Stage) -> tuple[object, ...]:
    """Everything that is to be the same, whatever happened on the way."""
    forge = there.forge()
    pulls = [p for n in range(1, 5) if (p := forge.pull(n)) is not None]
    remarks = [[remark_key(r.body) for r in forge.remarks(p.number)] for p in pulls]
    branches = {k: v for k, v in there.shared.branches().items() if not k.startswith("refs/syncline/")}
    states = [(p.state, p.labels, p.reviewers, described(p.body), p.title) for p in pulls]
    record = there.record()
    return branches, states, remarks, (record.standing, record.head, record.pull, record.carried, sorted(record.done)), _lease(there)


def _lease(there: Stage) -> bool:
    return f"refs/syncline/lease/{PAIR}" in there.shared.branches()


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    made = stage(tmp_path_factory.mktemp("first") / "s")
    made.sync("n1")
    return made


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """The second night, which supersedes the first and carries a person's commit."""
    made = stage(tmp_path_factory.mktemp("second") / "s")
    made.config.write_text(made.config.read_text("utf-8") + 'unlanded = "supersede"\n', "utf-8")
    made.sync("n1")
    made.publish("n1")
    made.push_file("n1", "b.txt", edited((5, "repaired\n")), "Fits")
    made.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    made.sync("n2")
    return made


@pytest.mark.parametrize(("night", "at"), [(n, at) for n in ("first", "second") for at in range(2)])
def test_the_end_is_the_same(night: str, at: int, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    there: Stage = request.getfixturevalue(night)
    branch = "n1" if night == "first" else "n2"
    quiet = copied(there, tmp_path / "quiet")
    code, calls, trouble = start(quiet.ours.path, quiet.config, branch, 0).end()
    assert code == 0, trouble
    expected = ended(quiet)
    assert expected[-1] is False
    for count in range(1 + at, calls + 1, 2 * STRIDE):
        dying = copied(there, tmp_path / f"{night}-{count}")
        assert start(dying.ours.path, dying.config, branch, count).end()[0] == -signal.SIGKILL
        for pull in (dying.forge().pull(1), dying.forge().pull(2)):
            if pull is not None and pull.state is PullState.OPEN and (told := described(pull.body)) is not None:
                tip = dying.tip(pull.branch)
                people = dying.shared.git("rev-list", "--first-parent", f"{told}..{tip}").split()
                assert told == tip or len(people) == 1, "a body describes another tree than its head"
        code, _, trouble = start(dying.ours.path, dying.config, branch, 0).end()
        assert code == 0, trouble
        assert ended(dying) == expected, f"killed at {count} of {calls}"
        shutil.rmtree(dying.root)
