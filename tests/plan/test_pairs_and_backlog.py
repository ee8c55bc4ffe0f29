"""Pairs in the order of the flow, and when a backlog is an alarm."""

from __future__ import annotations

import pytest

from syncline.core.backlog import Waiting
from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.core.policy import Alarm, Pair
from syncline.core.provenance import Commit
from syncline.plan.backlog import backlog, past_days, tips_on
from syncline.plan.pairs import chosen, in_order, pair_name

DAY = 86_400
NOW = 1_800_000_000


def waiting(*ages: int) -> list[Commit]:
    return [Commit(CommitId(f"{n:040x}"), "Ada", "a@b", "s", NOW - age * DAY) for n, age in enumerate(ages)]


def test_stacked_pairs_are_planned_from_the_source_on() -> None:
    pairs = (Pair("dev", "next"), Pair("main", "dev", "first"), Pair("main", "docs"))
    assert [pair_name(p) for p in in_order(pairs)] == ["first", "main-to-docs", "dev-to-next"]
    assert chosen(pairs, "dev-to-next").target == "next"


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ((Pair("a", "b"), Pair("b", "c"), Pair("c", "a")), "the pairs go in a circle: a → b → c → a"),
        ((Pair("a", "a"),), "has the same source and target"),
        ((Pair("a", "b"), Pair("c", "d", "a-to-b")), "two pairs are called 'a-to-b'"),
    ],
)
def test_pairs_that_cannot_be_ordered_are_an_error(pairs: tuple[Pair, ...], told: str) -> None:
    with pytest.raises(UserError, match=told):
        in_order(pairs)


def test_an_unknown_pair_names_the_nearest() -> None:
    with pytest.raises(UserError, match="did you mean 'nightly'"):
        chosen((Pair("a", "b", "nightly"),), "nightl")
    with pytest.raises(UserError, match="has no"):
        chosen((), "x")


def test_the_backlog_counts_days_commits_and_conflicts() -> None:
    last = waiting(20)[0]
    found = backlog(waiting(1, 2, 9, 30), last, 5, NOW, Alarm(days=14, commits=5, conflicts=5))
    assert (found.days, found.commits, found.conflicts, found.weeks) == (20, 4, 5, (2, 1, 0, 0, 1))
    assert [alarm.split(" (")[0] for alarm in found.alarms] == ["20 days since the last sync", "5 conflicted paths waiting"]


def test_no_threshold_no_alarm_and_a_wrong_clock_makes_no_negative_age() -> None:
    found = backlog(waiting(-400, 3), None, 900, NOW, Alarm(0, 0, 0))
    assert (found.days, found.weeks, found.alarms) == (3, (2,), ())
    assert backlog([], None, 0, NOW, Alarm()).weeks == ()


def test_growth_is_told_night_by_night_and_may_be_an_alarm() -> None:
    nights = [Waiting(day, n) for n, day in enumerate(past_days(NOW, 7))]
    found = backlog(waiting(1, 1, 1, 2, 5), None, 5, NOW, Alarm(0, 0, 0, growth=5), nights)
    assert [n.commits for n in found.nights] == [0, 1, 2, 3, 4, 5, 6, 5]
    assert found.nights[-1] == Waiting(NOW, 5, 5)
    assert found.alarms == ("5 commits more than a week ago (alarm at 5)",)
    assert backlog(waiting(1), None, 0, NOW, Alarm(0, 0, 0, growth=5), nights).alarms == ()


def test_where_a_branch_stood_by_the_dates_of_its_line() -> None:
    line = [(CommitId(name), NOW - age * DAY) for name, age in (("d", 1), ("c", 3), ("b", 9))]
    assert tips_on(line, past_days(NOW, 4)) == ("b", "c", "c", "d")
    assert tips_on(line, [NOW - 20 * DAY, NOW]) == (None, "d")
    # A commit from the future hides none before it; a later commit with an earlier date stands for no earlier day.
    skewed = [(CommitId("z"), NOW + 99 * DAY), (CommitId("y"), NOW - 5 * DAY), (CommitId("x"), NOW - 2 * DAY)]
    assert tips_on(skewed, past_days(NOW, 4)) == ("y", "y", "y", "y")
