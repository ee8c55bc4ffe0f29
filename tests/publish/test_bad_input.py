"""What people and forges do that no plan has: each is said plainly, and nothing of anybody's is touched."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from fake_forge.server import TOKEN
from publish.gitstage import BASE, SOURCE, TARGET, Stage, stage
from publish.onlinestage import online
from syncline.core.errors import UserError
from syncline.core.pull import PullState
from syncline.ports.forge import DeniedError
from syncline.publish.frame import described
from syncline.publish.steps import Halted
from syncline.run.holding import RefusedError

TREES = (BASE, SOURCE, TARGET)


@pytest.fixture(params=["github", "gitlab"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNCLINE_TOKEN", TOKEN)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)


def test_a_protected_branch_refuses(tmp_path: Path) -> None:
    there = stage(tmp_path)
    there.sync("n1")
    hooked(there, 'echo "GH006: Protected branch update failed for $1." >&2; exit 1')
    with pytest.raises(RefusedError, match=r"refused the push to 'n1': .*Protected branch update failed"):
        there.publish("n1")
    assert there.forge().pull(1) is None


def hooked(there: Stage, script: str) -> None:
    hook = there.shared.path / "hooks" / "update"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ncase $1 in refs/heads/*) {script};; esac\n", "utf-8")
    hook.chmod(0o755)
    there.shared.git("config", "core.hooksPath", str(hook.parent))


@pytest.mark.parametrize("status", [403, 404])
def test_a_fork_without_access_is_said_and_what_was_pushed_is_taken_up_later(kind: str, status: int, tmp_path: Path) -> None:
    with online(kind, tmp_path, TREES) as there:
        there.fake.fail("POST", "(pulls|merge_requests)$", status, 9)
        with pytest.raises(DeniedError, match=rf"POST .*(pulls|merge_requests).*{status}"):
            there.publish("n1")
        assert there.fake.state.pulls == {}
        there.fake.failures.clear()
        there.publish("n1")
        assert described(there.fake.state.pulls[1].body) == there.tip("n1")
        assert len(there.fake.state.pulls) == 1


def test_a_project_that_we_may_not_see(kind: str, tmp_path: Path) -> None:
    with online(kind, tmp_path, TREES, project="somebody/else") as there, pytest.raises(DeniedError, match="or the token may not see it"):
        there.publish("n1")


def test_a_renamed_project_is_known_by_its_old_name(kind: str, tmp_path: Path) -> None:
    with online(kind, tmp_path, TREES, project="old/name") as there:
        first = there.publish("n1")
        assert first.published.steps == ("push", "open", "label", "review", "say", "settle")
        there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
        there.sync("n2")
        there.publish("n2")
        assert [p.branch for p in there.fake.state.pulls.values()] == ["n1"]
        assert described(there.fake.state.pulls[1].body) == there.tip("n1")
        assert any("has another name now" in note for note in first.published.notes)


def test_no_default_branch_is_asked_for(tmp_path: Path) -> None:
    """The clone stands on a commit, the remote's default branch does not exist: the target is named, and that is enough."""
    there = stage(tmp_path)
    there.shared.raw("symbolic-ref", "HEAD", "refs/heads/gone")
    there.ours.git("checkout", "--quiet", "--detach", "origin/main")
    there.ours.git("remote", "set-head", "origin", "--delete")
    there.sync("n1")
    there.publish("n1")
    assert described(there.pull().body) == there.tip("n1")
    there.ours.raw("symbolic-ref", "HEAD", "refs/heads/nowhere")
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    assert described(there.pull().body) == there.tip("n1")


def test_a_branch_that_is_no_sync(tmp_path: Path) -> None:
    there = stage(tmp_path)
    there.ours.git("branch", "mine", "origin/dev")
    with pytest.raises(UserError, match="there is no merge at"):
        there.publish("mine")


def test_a_branch_name_that_is_taken(kind: str, tmp_path: Path) -> None:
    with online(kind, tmp_path, TREES) as there:
        there.push_file("main", "x.txt", "x\n", "Another", "Sue Source")
        there.shared.git("update-ref", "refs/heads/n1", there.tip("main"))
        done = there.publish("n1")
        assert done.published.halted is not None
        assert (done.published.halted.why, done.exit_code) == (Halted.TAKEN, 1)
        assert there.fake.state.pulls == {}


def test_a_pull_request_that_somebody_made_from_our_branch_is_taken_up(kind: str, tmp_path: Path) -> None:
    """Killed after its push, a runner leaves a branch; a person opens a pull request from it by hand, ready for review."""
    with online(kind, tmp_path, TREES) as there:
        there.publish("n1")
        there.fake.state.pulls.clear()
        there.fake.state.open("n1", "dev", "Mine", "What I think of it.", draft=False)
        there.publish("n1")
        (pull,) = there.fake.state.pulls.values()
        assert (pull.state, pull.draft) == (PullState.OPEN, False)
        assert pull.body.startswith("What I think of it.\n\n<!-- syncline:body")


def test_subjects_with_markup_and_control_characters_are_only_text(tmp_path: Path) -> None:
    there = stage(tmp_path)
    subject = (
        "Fixes #7 of @ada\x1b[31m <script>alert(1)</script> **bold** [x](https://example.org) \u202etxt.exe | `tick` <!-- syncline:end -->"
    )
    there.push_file("main", "d.txt", "d\n", subject, "Sue | Source <b>")
    there.sync("n1")
    there.publish("n1")
    body = there.pull().body
    lines = [row for row in body.splitlines() if "Fixes" in row]
    assert len(lines) > 1
    for line in lines:
        assert [c for c in line if not c.isprintable() and c != "\u200b"] == []
    # The second stands in the remerge-diff, which is fenced: nothing is markup there.
    for live in ("#7", "@ada", "<script>", "**bold**", "[x]("):
        assert live not in lines[0].replace("\\<", "‹")
    assert body.count("<!-- syncline:end -->") == 1
    # Publishing again finds its own frame, and not the one in the subject.
    assert there.publish("n1").published.steps == ()
