"""The landing guard: each reason to stop, and what is looked at after the landing."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fake_forge.server import TOKEN
from publish.gitstage import BASE, SOURCE, TARGET
from publish.onlinestage import online
from syncline.core.names import CommitId, TreeId
from syncline.core.pull import CheckRun, CheckState, LandingRules, MergeMethod, Pull, PullState
from syncline.publish.frame import framed
from syncline.publish.guard import guards, landed
from syncline.publish.record import Publication, Standing

HEAD, SOURCE_TIP, TARGET_TIP = (CommitId(c * 40) for c in "abc")
RECORD = Publication(
    "main-to-dev", "sync/1", "dev", SOURCE_TIP, TARGET_TIP, HEAD, "", HEAD, HEAD, TreeId("d" * 40), standing=Standing.PUBLISHED, pull=1
)
PULL = Pull(1, "https://forge.example/1", PullState.OPEN, "sync/1", HEAD, "dev", "Sync", framed("x", HEAD), draft=True)
RULES = LandingRules((MergeMethod.MERGE,), ("build",))
PASSED = (CheckRun("build", CheckState.PASSED),)


def stopped(
    record: Publication = RECORD,
    pull: Pull = PULL,
    rules: LandingRules = RULES,
    checks: tuple[CheckRun, ...] = PASSED,
    tip: CommitId | None = TARGET_TIP,
) -> dict[str, str]:
    return {g.name: g.reason for g in guards(record, pull, rules, checks, tip) if not g.passed}


def test_everything_holds() -> None:
    assert stopped() == {}


def test_a_squash_is_stopped() -> None:
    assert "lost" in stopped(pull=replace(PULL, planned_method=MergeMethod.SQUASH))["merge method"]
    assert "lost" in stopped(pull=replace(PULL, planned_method=MergeMethod.REBASE))["merge method"]
    assert "squash only" in stopped(rules=LandingRules((MergeMethod.SQUASH,), ()))["merge method"]
    both = guards(RECORD, PULL, LandingRules((MergeMethod.MERGE, MergeMethod.SQUASH)), (), TARGET_TIP)[0]
    assert (both.passed, "do not choose squash" in both.reason) == (True, True)


def test_a_head_that_was_not_audited_is_stopped() -> None:
    other = CommitId("e" * 40)
    assert "audited head" in stopped(pull=replace(PULL, head=other))
    assert "audited head" in stopped(pull=replace(PULL, body=framed("x", other)))
    assert "audited head" in stopped(record=replace(RECORD, standing=Standing.UNDER_WAY))


def test_a_target_that_moved_is_stopped() -> None:
    assert "moved to eeeeeeeeee" in stopped(tip=CommitId("e" * 40))["target"]
    assert "does not exist" in stopped(tip=None)["target"]


@pytest.mark.parametrize(
    ("checks", "words"),
    [
        ((), "not started: build"),
        ((CheckRun("build", CheckState.PENDING),), "not finished: build"),
        ((CheckRun("build", CheckState.FAILED),), "failed: build"),
        ((CheckRun("build", CheckState.PASSED), CheckRun("build", CheckState.PENDING)), "not finished: build"),
        ((*PASSED, CheckRun("gpu", CheckState.PENDING, required=True)), "not finished: gpu"),
        ((*PASSED, CheckRun("gpu", CheckState.FAILED)), ""),
    ],
)
def test_required_checks_are_waited_for(checks: tuple[CheckRun, ...], words: str) -> None:
    assert stopped(checks=checks).get("required checks", "") == words


def test_the_check_that_asks_does_not_wait_for_itself() -> None:
    rules = LandingRules((MergeMethod.MERGE,), ("build", "landing"))
    waiting = (*PASSED, CheckRun("landing", CheckState.PENDING, required=True))
    assert stopped(rules=rules, checks=waiting)["required checks"] == "not finished: landing"
    assert all(g.passed for g in guards(RECORD, PULL, rules, waiting, TARGET_TIP, "landing"))
    assert not all(g.passed for g in guards(RECORD, PULL, rules, (), TARGET_TIP, "landing"))


def test_after_the_landing() -> None:
    assert landed(RECORD, TARGET_TIP, contains_merge=True, reverted_by=None)[0].passed
    assert "squashed or rebased" in landed(RECORD, TARGET_TIP, contains_merge=False, reverted_by=None)[0].reason
    assert "took its content back" in landed(RECORD, TARGET_TIP, contains_merge=True, reverted_by=HEAD)[0].reason


@pytest.mark.parametrize("kind", ["github", "gitlab"])
def test_the_verb_checks_at_the_forge(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNCLINE_TOKEN", TOKEN)
    with online(kind, tmp_path, (BASE, SOURCE, TARGET)) as there:
        verb = [sys.executable, "-c", "from syncline.cli import main; main()", "publish", "--check", "--json"]
        verb += ["--repo", str(there.theirs.path), "--config", str(there.config)]

        def check() -> tuple[int, dict[str, bool]]:
            done = subprocess.run(verb, capture_output=True, text=True, check=False)
            data = json.loads(done.stdout) if done.stdout else {"guards": []}
            return done.returncode, {g["name"]: g["passed"] for g in data["guards"]}

        assert check()[0] == 2
        there.publish("n1")
        there.fake.state.required = ("build",)
        assert check() == (1, {"merge method": True, "audited head": True, "target": True, "required checks": False})
        there.fake.state.checks[there.tip("n1")] = [CheckRun("build", CheckState.PASSED)]
        assert check() == (0, {"merge method": True, "audited head": True, "target": True, "required checks": True})
        # As the last job of the pipeline, which runs while it asks.
        there.fake.state.required = ("build", "landing")
        there.fake.state.checks[there.tip("n1")].append(CheckRun("landing", CheckState.PENDING))
        assert check()[0] == 1
        verb += ["--own-check", "landing" if kind == "github" else "pipeline"]
        assert check()[0] == 0
        there.fake.state.methods = (MergeMethod.SQUASH,)
        assert check()[1]["merge method"] is False
        there.land(1, "squash")
        assert check() == (1, {"landed": False})
