"""How much waits, for how long, and whether that is an alarm; what the target carries on its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from syncline.core.backlog import Backlog, Burden, Load
from syncline.core.forecast import ConflictForecast, Digest
from syncline.core.names import CommitId
from syncline.core.policy import Alarm
from syncline.core.provenance import Commit

_DAY = 86_400
_WEEKS = 8


def backlog(commits: Sequence[Commit], last: Commit | None, conflicts: int, now: int, alarm: Alarm) -> Backlog:
    """Sum up what waits. ``now`` in seconds since the epoch. A clock that went wrong makes no negative age: such commits count as new."""
    waiting = [c.date for c in commits if c.date > 0]
    since = last.date if last is not None else min(waiting, default=now)
    days = max(0, (now - since) // _DAY)
    weeks = Counter(min(_WEEKS - 1, max(0, (now - date) // (7 * _DAY))) for date in waiting)
    passed = [
        (alarm.days, days, f"{days} days since the last sync"),
        (alarm.commits, len(commits), f"{len(commits)} commits waiting"),
        (alarm.conflicts, conflicts, f"{conflicts} conflicted paths waiting"),
    ]
    alarms = tuple(f"{told} (alarm at {limit})" for limit, value, told in passed if limit and value >= limit)
    return Backlog(last, days, len(commits), conflicts, tuple(weeks.get(week, 0) for week in range(max(weeks, default=-1) + 1)), alarms)


def burden(
    own: Digest, conflicts: Sequence[ConflictForecast], same: Sequence[tuple[CommitId, CommitId]], known: Mapping[CommitId, Commit]
) -> Burden:
    """What the target carries. ``same`` are pairs (of the source, of the target) that make the same change."""
    part = Counter(oid for conflict in conflicts for oid in {pair.target.id for pair in conflict.collisions})
    loads = []
    for area in own.areas:
        commits = [said.commit for said in area.commits]
        dates = [c.date for c in commits if c.date > 0] or [0]
        authors = Counter(c.author for c in commits)
        loads.append(Load(area, min(dates), max(dates), tuple(authors.most_common(3)), sum(part[c.id] for c in commits)))
    gone = tuple((known[target], known[source]) for source, target in same if source in known and target in known)
    return Burden(tuple(loads), sum(len(area.commits) for area in own.areas), gone)
