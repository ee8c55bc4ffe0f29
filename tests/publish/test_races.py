"""Two runners at once on real git, with people who push and runners that die by SIGKILL: in the end everything stands once."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from publish.gitstage import PAIR, edited, stage
from publish.killed import start
from syncline.core.pull import PullState
from syncline.publish.frame import described, remark_key
from syncline.publish.record import Outcome, Standing

SEEDS = 50 if "SYNCLINE_SOAK" in os.environ else 2
# Calls of one publication that change something, before and after; a runner that is given more lives.
MOMENTS = 45


@pytest.mark.parametrize("seed", range(SEEDS))
def test_two_runners_end_with_one_of_everything(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311 - a rehearsal, not a secret
    there = stage(tmp_path)
    pushed = 0
    for night in ("n1", "n2"):
        if night == "n2":
            there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
        there.sync(night)
        for _ in range(2):
            runners = [start(there.ours.path, there.config, night, chance.randrange(1, MOMENTS)) for _ in range(2)]
            if "refs/heads/n1" in there.shared.branches() and pushed < 2:
                there.push_file("n1", f"of-a-person-{pushed}.txt", edited((pushed, "theirs\n")), f"Person {pushed}")
                pushed += 1
            for runner in runners:
                runner.end()
        there.publish(night)
    record = there.record()
    assert (record.standing, record.pull, record.branch) == (Standing.PUBLISHED, 1, "n1")
    assert there.forge().pull(2) is None
    pull = there.pull()
    assert (pull.state, pull.labels, pull.reviewers) == (PullState.OPEN, ("sync",), ("ada",))
    assert described(pull.body) == there.tip("n1") == record.head
    keys = [remark_key(r.body) for r in there.forge().remarks(1)]
    assert len(keys) == len(set(keys))
    wanted = [f"Person {n}" for n in range(pushed)]
    assert sorted(there.subjects("n1", record.merge)) == (wanted or [""])
    assert sorted(c.subject for c in record.carried if c.outcome is Outcome.CARRIED) == wanted
    assert f"refs/syncline/lease/{PAIR}" not in there.shared.branches()
