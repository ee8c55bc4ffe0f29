"""Merge bases that went wrong: each history gives the right proposal, and no commit is taken for absorbed that is not there."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from stories import START, Story, lines
from syncline.core.effect import Done
from syncline.core.errors import UserError
from syncline.core.forecast import Forecast
from syncline.core.plan import NothingToDo
from syncline.run.forecasting import Wishes, make_forecast
from syncline.run.progress import silent
from syncline.run.sync import Request, sync


def look(story: Story, *, repair: bool = False, target: str = "dev") -> Forecast:
    found = make_forecast(story.path, "main", target, None, silent, Wishes(repair_base=repair), fetch=False)
    assert isinstance(found, Forecast)
    return found


@pytest.fixture
def story(tmp_path: Path) -> Story:
    """Night one: main made three commits, dev two of its own."""
    told = Story(tmp_path / "repo")
    told.commit("main", "base", {"a.txt": lines(), "b.txt": lines(word="b"), "c.txt": lines(word="c"), "d.txt": lines(word="d")})
    told.branch("dev", "main")
    told.commit("dev", "dev own", {"d.txt": lines((20, "d"), word="d"), "own.txt": "x\n"})
    told.commit("main", "one", {"a.txt": lines((5, "one"))})
    told.commit("main", "two", {"b.txt": lines((5, "two"), word="b"), "new.txt": lines(word="new")})
    told.commit("main", "three", {"a.txt": lines((5, "one"), (6, "three"))})
    return told


def night_two(story: Story) -> str:
    """Main goes on at the same lines: with a lost base each of them conflicts."""
    return story.commit("main", "four", {"a.txt": lines((5, "one again"), (6, "three")), "new.txt": lines((3, "four"), word="new")})


def test_a_squashed_night_is_recognised_and_repaired(story: Story) -> None:
    story.squash("dev", "main", "night one (#1)")
    night_two(story)
    found = look(story)
    lost = found.health.lost
    assert lost is not None
    assert (lost.landed.subject, lost.contained.subject, lost.commits) == ("night one (#1)", "three", 3)
    assert (lost.conflicts, lost.real, lost.false) == (2, 0, 2)
    repaired = look(story, repair=True).repair
    assert repaired is not None
    assert repaired.branch is not None
    assert story.git("rev-parse", f"{repaired.branch}^{{tree}}") == story.git("rev-parse", "dev^{tree}")
    assert story.git("log", "-1", "--format=%P", repaired.branch).split() == [
        story.git("rev-parse", "dev"),
        story.git("rev-parse", "main~1"),
    ]
    after = look(story, target=repaired.branch)
    assert after.health.sound
    assert after.conflicts == ()
    assert [c.subject for c in after.plan.commits] == ["four"]
    again = look(story, repair=True).repair
    assert again is not None
    assert again.done is Done.NOOP


def test_a_squash_that_settled_conflicts_by_hand_counts_as_well(story: Story) -> None:
    story.commit("dev", "dev collides", {"a.txt": lines((5, "dev's"))})
    story.squash("dev", "main", "night one", {"a.txt": lines((5, "both one and dev's"), (6, "three"))})
    story.commit("main", "four", {"new.txt": lines((3, "four"), word="new")})
    lost = look(story).health.lost
    assert lost is not None
    assert lost.contained.subject == "three"


def test_a_partly_squashed_night_is_taken_for_no_more_than_it_holds(story: Story) -> None:
    """Dev took one and three, and left two out."""
    story.commit("dev", "part of night one", {"a.txt": lines((5, "one"), (6, "three"))})
    night_two(story)
    lost = look(story).health.lost
    assert lost is None or lost.contained.subject == "one"
    if lost is None:
        with pytest.raises(UserError, match="nothing to repair"):
            look(story, repair=True)


def test_a_squash_of_the_first_part_repairs_up_to_there(story: Story) -> None:
    story.squash("dev", "main~1", "first part")
    night_two(story)
    lost = look(story).health.lost
    assert lost is not None
    assert (lost.contained.subject, lost.commits) == ("two", 2)


def test_a_rebased_night_is_recognised(story: Story) -> None:
    for commit in ("main~2", "main~1", "main"):
        story.pick("dev", commit)
    night_two(story)
    lost = look(story).health.lost
    assert lost is not None
    assert (lost.contained.subject, lost.real) == ("three", 0)


def squashed(story: Story) -> None:
    story.squash("dev", "main", "night one")


def squashed_in_part(story: Story) -> None:
    story.squash("dev", "main~1", "first part")


def rebased(story: Story) -> None:
    for commit in ("main~2", "main~1", "main"):
        story.pick("dev", commit)


@pytest.mark.parametrize("landed", [squashed, squashed_in_part, rebased])
def test_no_false_conflict_is_left_after_the_repair(story: Story, landed: Callable[[Story], None]) -> None:
    landed(story)
    night_two(story)
    assert look(story).conflicts, "without the repair there are some"
    repaired = look(story, repair=True).repair
    assert repaired is not None
    assert repaired.branch is not None
    after = look(story, target=repaired.branch)
    assert after.health.lost is None
    assert after.conflicts == ()


def test_a_reverted_merge_is_never_nothing_to_do(story: Story) -> None:
    story.merge("dev", "main", "night one")
    revert = story.revert("dev", "dev")
    found = make_forecast(story.path, "main", "dev", None, silent, fetch=False)
    assert isinstance(found, NothingToDo)
    assert found.gone
    assert f"git revert {revert[:10]}" in found.reason
    night = sync(Request(story.path, "main", "dev", dry_run=True), silent)
    assert (night.effect.done, night.exit_code) == (Done.STOPPED, 1)
    assert f"git revert {revert[:10]}" in night.effect.reason


def test_a_reverted_merge_is_said_when_more_comes(story: Story) -> None:
    story.merge("dev", "main", "night one")
    story.revert("dev", "dev")
    story.commit("main", "four", {"c.txt": lines((3, "four"), word="c")})
    health = look(story).health
    assert [(one.landed.subject, one.ancestors) for one in health.taken_back] == [("night one", True)]
    assert not health.sound
    assert health.lost is None


def test_a_re_landed_merge_is_sound(story: Story) -> None:
    story.merge("dev", "main", "night one")
    story.revert("dev", "dev")
    story.revert("dev", "dev")
    assert isinstance(make_forecast(story.path, "main", "dev", None, silent, fetch=False), NothingToDo)
    story.commit("main", "four", {"c.txt": lines((3, "four"), word="c")})
    assert look(story).health.sound


def test_a_squash_that_was_reverted_is_not_taken_for_landed(story: Story) -> None:
    story.squash("dev", "main", "night one")
    story.revert("dev", "dev")
    night_two(story)
    assert look(story).health.lost is None


def test_a_healthy_base_is_left_alone(story: Story) -> None:
    story.merge("dev", "main", "night one")
    night_two(story)
    found = look(story)
    assert found.health.sound
    with pytest.raises(UserError, match="nothing to repair"):
        look(story, repair=True)


def test_the_targets_own_reverts_are_its_own_business(story: Story) -> None:
    story.commit("dev", "an idea", {"own.txt": "y\n"})
    story.revert("dev", "dev")
    assert look(story).health.sound


def test_what_a_squash_left_out_is_not_absorbed_even_where_it_conflicted(story: Story) -> None:
    """Dev took two whole and nothing of a.txt, where main and dev collide."""
    story.commit("dev", "dev collides", {"a.txt": lines((5, "dev's"))})
    story.commit("dev", "part of night one", {"b.txt": lines((5, "two"), word="b"), "new.txt": lines(word="new")})
    night_two(story)
    assert look(story).health.lost is None


def rebased_fork(story: Story, *, times: int = 1) -> None:
    """``fork`` holds own commits that were written long ago and put on top of main's tip again, so many times."""
    for n in range(times):
        story.commit("main", f"upstream {n}", {"a.txt": lines((30, f"up {n}"))})
        tip = story.git("rev-parse", "main")
        for at in range(4):
            story.now += 60
            dates = {"GIT_AUTHOR_DATE": f"{START + at} +0000", "GIT_COMMITTER_DATE": f"{story.now} +0000"}
            tip = _commit(story, tip, f"own {at}", f"own{at}.txt", dates)
        story.git("update-ref", "refs/heads/fork", tip)
        story.git("update-ref", "--create-reflog", "-m", "fetch: forced-update", "refs/remotes/origin/fork", tip)


def _commit(story: Story, parent: str, subject: str, path: str, dates: dict[str, str]) -> str:
    blob = story.git("hash-object", "-w", "--stdin", stdin=subject)
    listed = story.git("ls-tree", parent) + f"\n100644 blob {blob}\t{path}\n"
    made = story.git("mktree", stdin=listed)
    who = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))}
    done = subprocess.run(
        ["git", "-C", str(story.path), "commit-tree", made, "-p", parent, "-m", subject],
        env={**os.environ, **who, **dates},
        capture_output=True,
        check=True,
    )
    return done.stdout.decode().strip()


def test_a_fork_that_is_rebased_is_said_to_be_unsupported_and_left_alone(story: Story) -> None:
    rebased_fork(story)
    story.commit("main", "more", {"b.txt": lines((9, "more"), word="b")})
    found = look(story, target="fork")
    assert found.health.rebasing is not None
    assert (found.health.rebasing.commits, found.health.rebasing.older) == (4, 4)
    before = story.git("for-each-ref")
    with pytest.raises(UserError, match="maintained by rebasing: 4 of its 4 own commits"):
        sync(Request(story.path, "main", "fork", branch="night"), silent)
    assert story.git("for-each-ref") == before


def test_whoever_goes_over_to_merging_says_so(story: Story, tmp_path: Path) -> None:
    rebased_fork(story)
    story.commit("main", "more", {"b.txt": lines((9, "more"), word="b")})
    config = tmp_path / "merging.toml"
    config.write_text('merge-rebased = true\nbranch = "night"\n', "utf-8")
    assert sync(Request(story.path, "main", "fork", config=config), silent).effect.done is Done.CREATED
    # Once a sync has landed its merge tells that the branch is not rebased any more.
    story.git("update-ref", "refs/heads/fork", "night")
    story.commit("main", "and more", {"b.txt": lines((9, "and more"), word="b")})
    assert sync(Request(story.path, "main", "fork", branch="night2"), silent).effect.done is Done.CREATED


def test_a_branch_that_was_seen_to_be_rewritten_counts_its_rewrites(story: Story) -> None:
    story.git("config", "core.logAllRefUpdates", "always")
    rebased_fork(story, times=3)
    story.commit("main", "more", {"b.txt": lines((9, "more"), word="b")})
    found = make_forecast(story.path, "main", "refs/remotes/origin/fork", None, silent, fetch=False)
    assert isinstance(found, Forecast)
    assert found.health.rebasing is not None
    assert found.health.rebasing.forced == 2


def test_a_fork_with_commits_of_its_own_time_is_no_rebased_one(story: Story) -> None:
    night_two(story)
    for n in range(4):
        story.commit("dev", f"own {n}", {f"own{n}.txt": "x\n"})
    assert look(story).health.rebasing is None


def test_a_rebased_night_is_not_a_rebased_fork(story: Story) -> None:
    for commit in ("main~2", "main~1", "main"):
        story.pick("dev", commit)
    night_two(story)
    assert look(story).health.rebasing is None
