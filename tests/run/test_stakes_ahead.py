"""What is at stake is the same, whether it was begun early, for more conflicts than are left in the end, or not at all."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from building import Commit, Tree, build
from syncline.core.plan import NothingToDo, SyncPlan
from syncline.core.stakes import Stakes
from syncline.core.tree import Conflict
from syncline.ports import forked
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run import stakes as room
from syncline.run.configure import load_config
from syncline.run.histories import NOTHING_READ, Histories
from syncline.run.merging import git_merge
from syncline.run.planning import make_plan, settle_revisions
from syncline.run.stakes import Ahead, stakes_of


def conflicting(folder: Path) -> Path:
    def tree(value: int) -> Tree:
        return {f"{name}.py": f"def {name}():\n    return {value}\n" for name in ("one", "two", "three")}

    return build(folder, [Commit("base", (), tree(1)), Commit("source", ("base",), tree(2)), Commit("target", ("base",), tree(3))]).path


def planned(workshop: Workshop) -> tuple[SyncPlan, tuple[Conflict, ...]]:
    revisions = settle_revisions(workshop, "source", "target", None, fetch=False)
    plan = make_plan(workshop, revisions, load_config(workshop, revisions.target.commit, None), "night", None)
    assert not isinstance(plan, NothingToDo)
    return plan, git_merge(workshop, plan.target.commit, plan.source.commit, bases=plan.bases).merged.conflicts


@pytest.mark.skipif(sys.platform != "linux", reason="a fork is used on Linux only")
def test_it_is_told_of_those_that_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked, "cores", lambda: 2)
    monkeypatch.setattr(room, "_MANY", 2)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    told_by: list[int] = []
    here = os.getpid()

    def known() -> Histories:
        # It comes of a thread of this process: in another one it would be waited for in vain.
        assert os.getpid() == here
        return NOTHING_READ

    def spied(*arguments: object, **named: object) -> tuple[Stakes, ...]:
        told_by.append(os.getpid())
        found = stakes_of(*arguments, **named)  # type: ignore[arg-type]
        return tuple(replace(one, lessons=(str(os.getpid()),)) for one in found)

    with open_workshop(open_repository(conflicting(tmp_path / "repo"))) as workshop:
        plan, conflicts = planned(workshop)
        assert len(conflicts) == 3
        alone = stakes_of(workshop, plan, conflicts, ())
        monkeypatch.setattr(room, "stakes_of", spied)
        with Ahead(workshop, plan, (), known) as ahead:
            ahead.begin(conflicts)
            found = ahead.stakes(conflicts[1:])
        assert [replace(one, lessons=()) for one in found] == list(alone[1:])
        # In a process of its own, and nowhere else.
        assert told_by == []
        assert {one.lessons for one in found} != {(str(os.getpid()),)}
        with Ahead(workshop, plan, (), lambda: NOTHING_READ) as ahead:
            ahead.begin(conflicts[:2])
            # More than was begun with: asked for anew.
            assert [one.path for one in ahead.stakes(conflicts)] == [c.path for c in conflicts]
        assert told_by == [os.getpid()]


def test_few_are_asked_for_when_they_are_left(tmp_path: Path) -> None:
    with open_workshop(open_repository(conflicting(tmp_path / "repo"))) as workshop:
        plan, conflicts = planned(workshop)
        with Ahead(workshop, plan, (), lambda: NOTHING_READ) as ahead:
            ahead.begin(conflicts)
            assert ahead.stakes(conflicts) == stakes_of(workshop, plan, conflicts, ())
            assert ahead.stakes(()) == ()
