"""``audit --accept``: what a person decides is recorded, holds on later nights, and lapses when what it speaks of changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from building import Repo
from proving import added, snapshot
from running import wait_for_orphans
from stories import Story
from syncline.core.errors import UserError
from syncline.core.fingerprint import fingerprint
from syncline.core.report import AuditReport
from syncline.core.resolution import Preference
from syncline.report.data import audit_data
from syncline.report.markdown import audit_markdown
from syncline.run.auditing import audit_merge
from syncline.run.decisions import REF, Order
from syncline.run.progress import silent
from syncline.run.sync import Request, sync

SYNCLINE = Path(sys.executable).with_name("syncline")
TODAY = date(2024, 1, 10)
GAUGE = "".join(f"def f{n}(value):\n    return value + {n}\n\n\n" for n in range(12))
SOURCE = GAUGE.replace("value + 2", "value + 2 * SCALE")
LOG, COUNT = "    LOG.append(value)\n", "    COUNT.append(value)\n"
TARGET = GAUGE.replace("    return value + 9", f"{LOG}{COUNT}    return value + 9")
# What the merge of the night made of it: one line of the target's is gone.
NIGHT = SOURCE.replace("    return value + 9", f"{COUNT}    return value + 9")


@pytest.fixture
def story(tmp_path: Path) -> Story:
    """A merge that lost work of the target, and more to come from the source."""
    story = Story(tmp_path / "r")
    story.commit("main", "Start (#1)", {"gauge.py": GAUGE, "words.txt": "a\n", "more.txt": "a\n"})
    story.branch("dev", "main")
    story.commit("main", "Scale (#2)", {"gauge.py": SOURCE, "words.txt": "a\nb\n"}, author="Bert Source")
    story.commit("dev", "Offset (#3)", {"gauge.py": TARGET, "target.txt": "t\n", "more.txt": "a\nc\n"}, author="Chloe Target")
    story.branch("night", "dev")
    story.merge("night", "main", edits={"gauge.py": NIGHT})
    return story


def look(
    story: Story, merge: str = "night", *accept: str, reason: str = "it stays so", until: str = "", today: date = TODAY
) -> AuditReport:
    order = Order(accept, reason, until) if accept else None
    return audit_merge(story.path, merge, None, silent, order=order, today=today)


def blockers(report: AuditReport) -> list[str]:
    return [fingerprint(f) for f in report.findings if f.severity.value == "blocker"]


def run(story: Story, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([SYNCLINE, "audit", "--repo", story.path, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_decision_is_one_readable_file_and_nothing_else_is_written(story: Story) -> None:
    (name,) = blockers(look(story))
    before = snapshot(Repo(story.path))
    code, out, _ = run(story, "night", "--accept", name[:8], "--reason", "the offset moved\n to hardware", "--until", "2999-12-31")
    assert code == 0
    assert "findings: 0 blocker" in out
    assert "1 accepted: " in out
    assert "(Ada Tester <ada@example.org>: the offset moved to hardware, until 2999-12-31)" in out
    assert {path.rpartition("/refs/")[2] for path in added(before, snapshot(Repo(story.path)))} == {"syncline/decisions"}
    (path,) = story.git("ls-tree", "-r", "--name-only", REF).split("\n")
    assert path.startswith(f"accepted/{name}-")
    text = story.git("show", f"{REF}:{path}")
    assert 'reason = "the offset moved to hardware"' in text
    assert 'path = "gauge.py"' in text
    assert story.git("log", "-1", "--format=%an %s", REF) == "Ada Tester Accept 1 finding: the offset moved to hardware"


def test_an_accepted_finding_is_told_folded_and_by_the_contract(story: Story) -> None:
    (name,) = blockers(look(story))
    report = look(story, "night", name)
    assert not report.blocked
    (row,) = (row for row in audit_data(report)["findings"] if row["fingerprint"] == name)
    assert row["accepted"] == {"by": "Ada Tester <ada@example.org>", "reason": "it stays so", "until": ""}
    text = audit_markdown(report)
    assert "<details><summary>1 accepted</summary>" in text
    assert "blocker (" not in text


def test_it_holds_on_another_night_with_other_commits_and_moved_lines(story: Story) -> None:
    (name,) = blockers(look(story))
    look(story, "night", name)
    story.commit("main", "A head line (#4)", {"gauge.py": "# gauges\n\n" + SOURCE}, author="Bert Source")
    story.branch("again", "dev")
    story.merge("again", "main", edits={"gauge.py": "# gauges\n\n" + NIGHT})
    report = look(story, "again", today=date(2025, 1, 1))
    assert blockers(report) == [name]
    assert not report.blocked


def test_it_lapses_when_more_is_lost(story: Story) -> None:
    (name,) = blockers(look(story))
    look(story, "night", name)
    story.branch("again", "dev")
    story.merge("again", "main", edits={"gauge.py": SOURCE})
    report = look(story, "again")
    assert blockers(report) == [name]
    assert report.blocked
    (note,) = report.notes
    assert note.endswith(f"in gauge.py ({name[:8]}) has lapsed: what it speaks of has changed")


def test_it_runs_out(story: Story) -> None:
    (name,) = blockers(look(story))
    assert not look(story, "night", name, until="2024-01-12").blocked
    assert not look(story, today=date(2024, 1, 12)).blocked
    late = look(story, today=date(2024, 1, 13))
    assert late.blocked
    assert late.notes == (
        f"the decision of Ada Tester <ada@example.org> on half-integrated in gauge.py ({name[:8]}) ran out on 2024-01-12",
    )


def test_a_decision_of_another_night_that_speaks_of_nothing_is_a_note(story: Story) -> None:
    (name,) = blockers(look(story))
    look(story, "night", name)
    story.branch("good", "dev")
    story.merge("good", "main")
    assert look(story, "good").notes == (f"1 recorded decision speaks of nothing in this merge: {name[:8]}",)


def test_the_file_of_the_target_counts_too(story: Story) -> None:
    """What a sync has put into the branch holds for every clone of it; the source has no say."""
    (name,) = blockers(look(story))
    look(story, "night", name)
    path = story.git("ls-tree", "-r", "--name-only", REF)
    text = "[[accept]]\n" + story.git("show", f"{REF}:{path}") + "\n"
    story.git("update-ref", "-d", REF)
    story.commit("main", "Decide for others (#6)", {".syncline/decisions.toml": text})
    story.branch("foreign", "dev")
    story.merge("foreign", "main", edits={"gauge.py": NIGHT})
    assert look(story, "foreign").blocked
    story.commit("dev", "Keep the decision (#7)", {".syncline/decisions.toml": text})
    story.branch("own", "dev")
    story.merge("own", "main", edits={"gauge.py": NIGHT})
    assert not look(story, "own").blocked


def test_a_broken_file_names_itself_and_the_key(story: Story) -> None:
    story.commit("dev", "Break it", {".syncline/decisions.toml": '[[accept]]\nfingerprint = "a"\ncontent = "b"\nby = "c"\nreson = "d"\n'})
    story.branch("own", "dev")
    story.merge("own", "main", edits={"gauge.py": NIGHT})
    code, _, err = run(story, "own")
    assert code == 2, err
    assert (
        f".syncline/decisions.toml at {story.git('rev-parse', 'dev')[:10]}:5: unknown key 'accept[0].reson'; did you mean 'reason'?" in err
    )


def test_the_sync_of_the_same_branches_knows_it(story: Story) -> None:
    """The preference drops a hunk of the source; who accepts that on the audit of the night has accepted it for the next one."""
    clash = GAUGE.replace("value + 2", "value - 2")
    story.commit("dev", "Clash (#8)", {"gauge.py": clash}, author="Chloe Target")
    first = sync(Request(story.path, "main", "dev", branch="one", prefer=Preference.TARGET), silent)
    assert first.report is not None
    costs = [f for f in first.report.findings if f.check == "rule-costs"]
    assert costs
    look(story, "one", *(fingerprint(f) for f in costs))
    story.commit("dev", "Elsewhere (#9)", {"new.txt": "n\n"})
    second = sync(Request(story.path, "main", "dev", branch="two", prefer=Preference.TARGET), silent)
    assert second.report is not None
    assert [bool(f.accepted) for f in second.report.findings if f.check == "rule-costs"] == [True] * len(costs)


def test_a_decision_can_be_taken_back(story: Story) -> None:
    (name,) = blockers(look(story))
    look(story, "night", name)
    code, out, _ = run(story, "night", "--revoke", name[:6])
    assert code == 1
    assert "findings: 1 blocker" in out
    assert "accepted" not in out
    assert story.git("ls-tree", "-r", "--name-only", REF) == ""
    assert story.git("log", "--format=%s", REF).split("\n") == ["Revoke 1 decision", "Accept 1 finding: it stays so"]
    code, _, err = run(story, "night", "--revoke", name)
    assert code == 2
    assert f"no single decision on '{name}' under {REF}; the nearest: none. Those of .syncline/decisions.toml are taken out there" in err


@pytest.mark.parametrize(
    ("accept", "reason", "until", "says"),
    [
        ("123456789", "why", "", r"no finding '123456789' in this audit; the nearest: [0-9a-f]{16} \(half-integrated in gauge.py\)"),
        ("ab", "why", "", r"no finding 'ab' in this audit; at least 4 digits are needed; the nearest: "),
        ("{}", " ", "", "a decision needs a reason; say why with --reason"),
        ("{}", "why", "soon", "--until must be a date as YYYY-MM-DD, not 'soon'"),
        ("{}", "why", "2024-01-09", "--until 2024-01-09 is past"),
    ],
)
def test_what_cannot_be_recorded_is_said_and_nothing_is_written(story: Story, accept: str, reason: str, until: str, says: str) -> None:
    (name,) = blockers(look(story))
    before = snapshot(Repo(story.path))
    with pytest.raises(UserError, match=says):
        look(story, "night", accept.format(name), reason=reason, until=until)
    assert snapshot(Repo(story.path)) == before


def test_a_reason_without_a_decision_is_a_usage_error(story: Story) -> None:
    code, _, err = run(story, "night", "--reason", "why")
    assert code == 2, err
    assert "name the finding with --accept" in err


WRITE = """
import sys
from pathlib import Path
from syncline.ports.git.landing import amend
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
with open_workshop(open_repository(Path(sys.argv[1]))) as workshop:
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(sys.argv[3])):
        amend(workshop, "refs/syncline/decisions", {f"accepted/{sys.argv[2]}-{number}.toml": b"x"}, f"Write {number}")
        print(number, flush=True)
"""


@contextmanager
def writer(story: Story, name: str, count: int) -> Iterator[subprocess.Popen[str]]:
    arguments = [sys.executable, "-c", WRITE, str(story.path), name, str(count)]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "WRITER": f"{story.path} {name}"}
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        yield child


def go(child: subprocess.Popen[str]) -> None:
    assert child.stdin is not None
    child.stdin.write("go\n")
    child.stdin.flush()


def recorded(story: Story) -> set[str]:
    return set(story.git("ls-tree", "-r", "--name-only", REF).split("\n"))


def test_two_racing_writers_lose_nothing(story: Story) -> None:
    count = 12
    with writer(story, "one", count) as one, writer(story, "two", count) as two:
        go(one)
        go(two)
        assert (one.wait(60), two.wait(60)) == (0, 0)
    assert recorded(story) == {f"accepted/{name}-{number}.toml" for name in ("one", "two") for number in range(count)}
    assert len(story.git("rev-list", REF).split()) == 2 * count
    story.git("fsck", "--strict")


@pytest.mark.parametrize("pause", [0.0, 0.03, 0.06, 0.1])
def test_a_writer_that_is_killed_loses_nothing_that_it_had_recorded(story: Story, pause: float) -> None:
    with writer(story, "killed", 1000) as child:
        go(child)
        assert child.stdout is not None
        assert child.stdout.readline() == "0\n"
        time.sleep(pause)
        child.kill()
        told = child.stdout.read().split()
    # A git that was in the middle of it ends a moment later.
    wait_for_orphans("WRITER", f"{story.path} killed")
    assert recorded(story) >= {f"accepted/killed-{number}.toml" for number in ["0", *told]}
    with writer(story, "after", 1) as after:
        go(after)
        assert after.wait(60) == 0
    assert recorded(story) >= {"accepted/after-0.toml", *(f"accepted/killed-{number}.toml" for number in ["0", *told])}
    story.git("fsck", "--strict")


def test_two_people_who_accept_at_once_are_both_heard(story: Story) -> None:
    """By the command itself, on two findings."""
    story.commit("dev", "A tool (#4)", {"tool.py": "def tool():\n    return 1\n", "use.txt": "u\n"}, author="Dai Target")
    story.branch("bad", "dev")
    story.merge("bad", "main", edits={"gauge.py": NIGHT, "tool.py": None})
    names = blockers(look(story, "bad"))
    assert len(names) == 2
    people = []
    for number, name in enumerate(names):
        env = {**os.environ, "GIT_COMMITTER_NAME": f"Person {number}"}
        arguments = [str(SYNCLINE), "audit", "bad", "--repo", str(story.path), "--json", "--accept", name, "--reason", "both"]
        people.append(subprocess.Popen(arguments, env=env, stdout=subprocess.PIPE, text=True))
    for person in people:
        assert json.loads(person.communicate(timeout=60)[0])["schema"] == "syncline.audit/1"
    report = look(story, "bad")
    assert sorted(f.accepted.by for f in report.findings if f.accepted) == [f"Person {n} <ada@example.org>" for n in range(2)]
    assert not report.blocked
