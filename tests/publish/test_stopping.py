"""Pause, resume, abort, the manual label, a person who closed it or is at work: people come first."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fake_forge.server import TOKEN
from publish.gitstage import BASE, PAIR, SOURCE, TARGET, Stage, edited, stage
from publish.onlinestage import online
from syncline.core.pull import PullState
from syncline.publish.steps import Halted

NIGHT = "n1"


@pytest.fixture
def there(tmp_path: Path) -> Stage:
    made = stage(tmp_path)
    made.sync(NIGHT)
    made.publish(NIGHT)
    return made


def verb(there: Stage, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from syncline.cli import main; main()", *words, "--repo", str(there.ours.path)]
    return subprocess.run([*command, "--config", str(there.config)], capture_output=True, text=True, check=False)


def moved(there: Stage) -> None:
    """A new night is due."""
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")


def halted(there: Stage, branch: str = "n2") -> Halted | None:
    done = there.publish(branch)
    assert done.exit_code == 0
    return done.published.halted.why if done.published.halted else None


def test_a_pause_holds_everywhere_and_is_shown(there: Stage) -> None:
    before = there.tip(NIGHT)
    done = verb(there, "pause", "--reason", "release of <b>@ada</b>", "--until", "2999-01-01")
    assert (done.returncode, done.stdout) == (0, "paused until 2999-01-01: release of <b>@ada</b>\n")
    assert f"refs/syncline/pause/{PAIR}" in there.shared.branches()
    told = there.forge().remarks(1)[-1].body
    assert "Paused by Ada Tester until 2999-01-01: release of ‹b›@\u200bada‹/b›." in told
    moved(there)
    assert halted(there) is Halted.PAUSED
    assert there.tip(NIGHT) == before
    assert verb(there, "resume").stdout.startswith("resumed; it was paused by Ada Tester: release")
    assert "Resumed." in there.forge().remarks(1)[-1].body
    assert halted(there) is None
    assert there.tip(NIGHT) != before
    assert verb(there, "resume").returncode == 2


def test_a_pause_ends_by_itself(there: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    day = datetime.now(UTC).date() + timedelta(days=2)
    assert verb(there, "pause", "--reason", "two days", "--until", day.isoformat()).returncode == 0
    moved(there)
    assert halted(there) is Halted.PAUSED
    monkeypatch.setattr("syncline.run.clock.today", lambda config, now: day.isoformat())
    assert halted(there) is None


@pytest.mark.parametrize("ago", [0, 1, 9_000])
def test_a_pause_that_would_never_hold_is_refused(there: Stage, ago: int) -> None:
    day = datetime.now(UTC).date() - timedelta(days=ago)
    done = verb(there, "pause", "--reason", "over", "--until", day.isoformat())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"syncline: error: --until {day}: publishing goes on on that day, so it has to be after today (")
    assert f"refs/syncline/pause/{PAIR}" not in there.shared.branches()


def test_the_manual_label_keeps_us_away_until_it_is_taken_off(there: Stage) -> None:
    before = there.tip(NIGHT)
    there.forge().label(1, ("sync/manual",))
    moved(there)
    assert halted(there) is Halted.MANUAL
    assert there.tip(NIGHT) == before
    there.forge().unlabel(1, "sync/manual")
    assert halted(there) is None


def test_a_person_at_work_is_not_disturbed(there: Stage) -> None:
    there.config.write_text(there.config.read_text("utf-8").replace("quiet-hours = 0", "quiet-hours = 4"), "utf-8")
    there.clock = int(time.time()) - 600
    theirs = there.push_file(NIGHT, "b.txt", edited((5, "repaired\n")), "At work")
    # The same night only adds them to the description; a new one would rewrite the branch under their hands.
    assert halted(there, NIGHT) is None
    there.push_file(NIGHT, "d.txt", "more\n", "Still at work")
    moved(there)
    assert halted(there) is Halted.QUIET
    there.config.write_text(there.config.read_text("utf-8").replace("quiet-hours = 4", "quiet-hours = 0"), "utf-8")
    assert halted(there) is None
    assert theirs in [c.commit for c in there.record().carried]


def test_abort_withdraws_branch_and_pull_request(there: Stage) -> None:
    head = there.tip(NIGHT)
    done = verb(there, "abort")
    assert (done.returncode, done.stdout) == (0, "withdrawn; branch n1 is gone\n")
    assert f"refs/heads/{NIGHT}" not in there.shared.branches()
    assert there.pull(1).state is PullState.CLOSED
    there.shared.git("gc", "--prune=now", "--quiet")
    assert there.shared.git("cat-file", "-t", head) == "commit"
    assert verb(there, "abort").returncode == 0
    # The next night begins anew, the same day.
    moved(there)
    assert halted(there) is None
    assert there.pull(2).state is PullState.OPEN
    assert there.tip("n2")


def test_abort_keeps_a_branch_with_peoples_commits(there: Stage) -> None:
    theirs = there.push_file(NIGHT, "b.txt", edited((5, "repaired\n")), "Mine")
    done = verb(there, "abort")
    assert done.stdout == "withdrawn; branch n1 stays: 1 commit of people stand on it\n"
    assert there.tip(NIGHT) == theirs
    assert there.pull(1).state is PullState.CLOSED


@pytest.mark.parametrize("kind", ["github", "gitlab"])
def test_closed_by_a_person_is_respected_for_the_day(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNCLINE_TOKEN", TOKEN)
    with online(kind, tmp_path, (BASE, SOURCE, TARGET)) as there:
        there.publish("n1")
        fits = there.push_file("n1", "b.txt", edited((5, "repaired\n")), "Mine")
        there.fake.state.close(1, "tom")
        there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
        there.sync("n2")
        done = there.publish("n2")
        assert done.published.halted is not None
        assert (done.published.halted.why, "by tom" in done.published.halted.reason) == (Halted.CLOSED, True)
        assert len(there.fake.state.pulls) == 1
        # The next day it comes again, with what people had put on the closed one.
        there.fake.state.pulls[1].closed_on = "2000-01-01"
        there.publish("n2")
        assert there.fake.state.pulls[2].state is PullState.OPEN
        assert [c.commit for c in there.record().carried] == [fits]
        assert there.tip("n1") == fits


@pytest.mark.parametrize("kind", ["github", "gitlab"])
def test_a_deleted_pull_request_is_opened_again(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNCLINE_TOKEN", TOKEN)
    with online(kind, tmp_path, (BASE, SOURCE, TARGET)) as there:
        there.publish("n1")
        del there.fake.state.pulls[1]
        there.publish("n1")
        assert list(there.fake.state.pulls) == [2]
        assert there.record().pull == 2
        assert len(there.keys(2)) == 1
