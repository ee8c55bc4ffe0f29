"""Runners race, sleep and die, people push in between: in the end everything stands once."""

from __future__ import annotations

import os

import pytest

from fake_forge.memory import is_open
from publish.rehearsal import Stage, rehearse
from syncline.publish.frame import described, remark_key
from syncline.publish.record import Outcome, Standing, from_text, record_ref
from syncline.publish.settings import Settings, Unlanded

# `make soak` asks for a thousand; every test run does some.
SEEDS = int(os.environ.get("SYNCLINE_SOAK", "60"))


# Which nights are cleared: a draft becomes ready, and one that was ready a draft again.
CLEARED: tuple[frozenset[str], ...] = (frozenset(), frozenset({"merge 1"}), frozenset({"merge 2"}), frozenset({"merge 1", "merge 2"}))


def settled(stage: Stage) -> None:
    """One open pull request that describes its head, each comment once, nothing of anybody's lost."""
    pulls = [p for p in stage.state.pulls.values() if is_open(p)]
    assert len(pulls) == 1
    (pull,) = pulls
    tip = stage.refs.heads[f"refs/heads/{pull.branch}"]
    assert described(pull.body) == tip
    for each in stage.state.pulls.values():
        keys = [key for r in each.remarks if (key := remark_key(r.body))]
        assert len(keys) == len(set(keys)), keys
    assert pull.labels == ["sync"]
    assert pull.draft == ("merge 2" not in stage.cleared)
    record = from_text(stage.refs.page(stage.refs.heads[record_ref("main-to-dev")]))
    assert record is not None
    assert (record.standing, record.head, record.pull) == (Standing.PUBLISHED, tip, pull.number)
    patches = stage.graph.patches(tip)
    assert patches[0] == "merge 2"
    people = [p for p in patches if p.startswith("person")]
    assert len(people) == len(set(people))
    written = {p for p in stage.graph.patch.values() if p.startswith("person")}
    assert written == set(people), "a person's commit is lost"
    assert {c.subject for c in record.carried if c.outcome is Outcome.CARRIED} == set(people)


@pytest.mark.parametrize("mode", Unlanded)
def test_every_interleaving_ends_the_same(mode: Unlanded) -> None:
    settings = Settings(unlanded=mode, quiet_hours=0)
    for seed in range(SEEDS // 2):
        stage = rehearse(seed, settings, lag=(0.0, 3.0)[seed % 2], cleared=CLEARED[seed % 4])
        settled(stage)
