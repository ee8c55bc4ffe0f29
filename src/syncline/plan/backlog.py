"""How much waits, for how long, and whether that is an alarm; what the target carries on its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from syncline.core.backlog import Backlog, Burden, Load, Waiting
from syncline.core.forecast import ConflictForecast, Digest
from syncline.core.names import CommitId
from syncline.core.policy import Alarm
from syncline.core.provenance import Commit

_DAY = 86_400
_WEEKS = 8


def backlog(
    commits: Sequence[Commit], last: Commit | None, conflicts: int, now: int, alarm: Alarm, nights: Sequence[Waiting] = ()
) -> Backlog:
    """Sum up what waits. ``now`` in seconds since the epoch. A clock that went wrong makes no negative age: such commits count as new.

    ``nights`` are past days, oldest first.
    """
    grown = [*nights, Waiting(now, len(commits), conflicts)]
    growth = len(commits) - max((n for n in grown if n.day <= now - 7 * _DAY), key=lambda n: n.day, default=grown[0]).commits
    waiting = [c.date for c in commits if c.date > 0]
    since = last.date if last is not None else min(waiting, default=now)
    days = max(0, (now - since) // _DAY)
    weeks = Counter(min(_WEEKS - 1, max(0, (now - date) // (7 * _DAY))) for date in waiting)
    passed = [
        (alarm.days, days, f"{days} days since the last sync"),
        (alarm.commits, len(commits), f"{len(commits)} commits waiting"),
        (alarm.conflicts, conflicts, f"{conflicts} conflicted paths waiting"),
        (alarm.growth, growth, f"{growth} commits more than a week ago"),
    ]
    alarms = tuple(f"{told} (alarm at {limit})" for limit, value, told in passed if limit and value >= limit)
    by_age = tuple(weeks.get(week, 0) for week in range(max(weeks, default=-1) + 1))
    return Backlog(last, days, len(commits), conflicts, by_age, alarms, tuple(grown))


def past_days(now: int, count: int) -> tuple[int, ...]:
    """The ends of the last ``count`` days before now, oldest first."""
    return tuple(now - at * _DAY for at in range(count, 0, -1))


def tips_on(line: Sequence[tuple[CommitId, int]], days: Sequence[int]) -> tuple[CommitId | None, ...]:
    """Where a branch stood at the end of each day: ``line`` is its first-parent history, newest first, with the dates of its commits.

    Dates that go backwards (a clock that was wrong) hide nothing: a branch never stands at a later commit on an earlier day.
    """
    found: list[CommitId | None] = []
    at = 0
    for day in reversed(days):
        while at < len(line) and line[at][1] > day:
            at += 1
        found.append(line[at][0] if at < len(line) else None)
    return tuple(reversed(found))


def burden(
    own: Digest,
    conflicts: Sequence[ConflictForecast],
    same: Sequence[tuple[CommitId, CommitId]],
    known: Mapping[CommitId, Commit],
    past: Sequence[Sequence[frozenset[CommitId]]] = (),
    owners: Callable[[Sequence[CommitId]], tuple[str, ...]] = lambda commits: (),
) -> Burden:
    """What the target carries. ``same`` are pairs (of the source, of the target) that make the same change. ``past`` are earlier syncs: for each
    conflicted path the target's own commits that had a part in it. ``owners`` tells who owns what some commits touched.
    """
    part = Counter(oid for conflict in conflicts for oid in {pair.target.id for pair in conflict.collisions})
    loads = []
    for area in own.areas:
        commits = [said.commit for said in area.commits]
        dates = [c.date for c in commits if c.date > 0] or [0]
        authors = Counter(c.author for c in commits)
        mine = {c.id for c in commits}
        earlier = sum(1 for sync in past for path in sync if not mine.isdisjoint(path))
        loads.append(
            Load(
                area,
                min(dates),
                max(dates),
                tuple(authors.most_common(3)),
                sum(part[c.id] for c in commits),
                earlier,
                owners([c.id for c in commits]),
            )
        )
    pairs = dict.fromkeys((target, source) for source, target in same if source in known and target in known)
    gone = tuple((known[target], known[source]) for target, source in pairs)
    return Burden(tuple(loads), sum(len(area.commits) for area in own.areas), gone, len(past), sum(map(len, past)))
