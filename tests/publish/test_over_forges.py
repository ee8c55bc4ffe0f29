"""The whole verb against GitHub and GitLab over real HTTP, with real git beside it, and failures at every call."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from building import Tree
from fake_forge.server import TOKEN
from publish.gitstage import BASE, SOURCE, TARGET, edited
from publish.onlinestage import Online, online
from syncline.core.errors import SynclineError
from syncline.core.pull import PullState
from syncline.ports.forge import DeniedError
from syncline.publish.frame import described, remark_key
from syncline.run.holding import RefusedError

# At which call of a run something goes wrong; ``test_failures`` goes through all of them, without git.
MOMENTS = (2, 9, 16) if "SYNCLINE_FULL" in os.environ else (3,)


@pytest.fixture(params=["github", "gitlab"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for a forge: what a pause is for shows in the calls."""
    monkeypatch.setenv("SYNCLINE_TOKEN", TOKEN)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)


@pytest.fixture
def there(kind: str, tmp_path: Path) -> Iterator[Online]:
    with online(kind, tmp_path, (BASE, SOURCE, TARGET)) as made:
        yield made


def test_a_night_a_push_and_the_next_night(there: Online) -> None:
    first = there.publish("n1")
    assert first.published.steps == ("push", "open", "label", "review", "say", "settle")
    assert first.published.notes == ("could not add the label 'forbidden one'", "could not add the reviewer 'nobody'")
    pull = there.fake.state.pulls[1]
    assert (pull.draft, pull.labels, pull.reviewers, pull.target) == (True, ["sync"], ["ada"], "dev")
    assert described(pull.body) == there.tip("n1")
    fits = there.push_file("n1", "b.txt", edited((5, "repaired\n")), "Fits")
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    second = there.publish("n2")
    assert second.published.steps == ("announce", "push", "describe", "say", "settle")
    assert described(pull.body) == there.tip("n1")
    assert [c.commit for c in there.record().carried] == [fits]
    assert len(there.fake.state.pulls) == 1
    assert there.publish("n2").published.steps == ()


def test_superseding_over_a_forge(there: Online) -> None:
    there.config.write_text(there.config.read_text("utf-8") + 'unlanded = "supersede"\n', "utf-8")
    there.publish("n1")
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    old, new = there.fake.state.pulls[1], there.fake.state.pulls[2]
    assert (old.state, new.state) == (PullState.CLOSED, PullState.OPEN)
    assert there.keys(1)[-1] == "superseded"


# Every call that a first and a second night make, by what it does there.
@pytest.mark.parametrize("status", [401, 403, 404, 409, 422, 429, 500, "hang", "cut", "lost"])
def test_a_failure_at_every_call_is_mended_by_the_next_run(there: Online, status: int | str) -> None:
    """Fail at one call after the other; a run without failures brings everything to the same end."""
    there.publish("n1")
    there.push_file("n1", "b.txt", edited((5, "repaired\n")), "Fits")
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    calls = there.fake.calls
    for at in MOMENTS:
        start = len(calls)
        seen = [0]

        def hits(call: object, seen: list[int] = seen, at: int = at) -> bool:
            del call
            seen[0] += 1
            return seen[0] == at

        there.fake.fail("GET", "", status, 1, **({"Retry_After": "0"} if status == 429 else {}))
        there.fake.failures[-1].hits = hits  # type: ignore[method-assign]
        with contextlib.suppress(SynclineError):
            there.publish("n2")
        there.fake.failures.clear()
        assert len(calls) > start
    there.publish("n2")
    pull = there.fake.state.pulls[1]
    assert described(pull.body) == there.tip("n1") == there.record().head
    assert len(there.fake.state.pulls) == 1
    assert len(there.keys()) == len(set(there.keys()))


def test_a_failure_leaves_one_marker_and_the_next_success_ends_it(there: Online) -> None:
    there.publish("n1")
    hook = there.shared.path / "hooks" / "update"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ncase $1 in refs/heads/*) exit 1;; esac\n", "utf-8")
    hook.chmod(0o755)
    there.shared.git("config", "core.hooksPath", str(hook.parent))
    moved = there.shared.git("commit-tree", f"{there.tip('dev')}^{{tree}}", "-p", there.tip("dev"), "-m", "moves")
    there.shared.git("update-ref", "refs/heads/dev", moved)
    there.sync("n2")
    for _ in range(2):
        with pytest.raises(RefusedError):
            there.publish("n2")
    assert there.keys().count("trouble") == 1
    hook.unlink()
    there.publish("n2")
    marks = [r.body for r in there.fake.state.pulls[1].remarks if remark_key(r.body) == "trouble"]
    assert [m.startswith("The trouble that stood here is over") for m in marks] == [True]


def test_the_verb_ends_with_its_exit_code(there: Online) -> None:
    command = [sys.executable, "-c", "from syncline.cli import main; main()", "publish", "n1", "--repo", str(there.ours.path)]
    command += ["--config", str(there.config), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["schema"], data["pull"]["number"], data["record"]["standing"]) == ("syncline.publish/1", 1, "published")
    assert data["sign_offs"]["ours"] == {"commits": 1, "missing": 0, "not_by_author": 0, "not_by_committer": 0}
    wrong = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "SYNCLINE_TOKEN": "wrong"})
    assert wrong.returncode == 2
    assert "does not accept the token" in wrong.stderr
    assert "wrong" not in wrong.stderr.replace("syncline: error", "")


def test_workflow_files_without_the_scope_are_said_before_anything_is_pushed(tmp_path: Path) -> None:
    flow = ".github/workflows/ci.yml"
    source: Tree = {**SOURCE, flow: edited((3, "source\n"))}
    target: Tree = {**TARGET, flow: edited((30, "target\n"))}
    with online("github", tmp_path, ({**BASE, flow: edited()}, source, target)) as made:
        with pytest.raises(
            DeniedError, match=r"lacks the scope 'workflow', and the branch changes .github/workflows/ci.yml; nothing was pushed"
        ):
            made.publish("n1")
        assert "refs/heads/n1" not in made.shared.branches()
        assert made.fake.state.pulls == {}
