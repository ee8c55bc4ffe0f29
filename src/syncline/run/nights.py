"""Past nights, told from history alone: where both branches stood then, what waited, what conflicted when it was merged.

Nothing is stored: a runner that starts from a fresh clone counts the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from syncline.core.backlog import Waiting
from syncline.core.names import CommitId, RepoPath
from syncline.core.plan import SyncPlan
from syncline.plan.backlog import tips_on
from syncline.ports.git.history import LineCount, commits
from syncline.ports.git.merging import merge_trees
from syncline.ports.git.workshop import Workshop
from syncline.run.progress import Progress

# Earlier syncs that are merged again for the burden.
_SYNCS = 10
# Commits of a first-parent line that are looked at: a branch has hardly more in a few months.
_LINE = 5000


def past_nights(workshop: Workshop, plan: SyncPlan, days: Sequence[int], conflicts: int, progress: Progress) -> tuple[Waiting, ...]:
    """What waited at the end of each day, oldest first; of the last ``conflicts`` days with conflicted paths. Days before the branches are left out."""
    ends = [tips_on(_line(workshop, tip), days) for tip in (plan.source.commit, plan.target.commit)]
    found = []
    counted: dict[tuple[CommitId, CommitId], int] = {}
    merged: dict[tuple[CommitId, CommitId], int] = {}
    for at, (day, source, target) in enumerate(zip(days, *ends, strict=True)):
        if source is None or target is None:
            continue
        pair = source, target
        if pair not in counted:
            counted[pair] = int(workshop.git(["rev-list", "--count", source, f"^{target}"]).decode())
        if at >= len(days) - conflicts and pair not in merged:
            progress(f"merging as {len(days) - at} nights ago")
            merged[pair] = len(_conflicted(workshop, target, source)) if counted[pair] else 0
        found.append(Waiting(day, counted[pair], merged.get(pair) if at >= len(days) - conflicts else None))
    return tuple(found)


def _line(workshop: Workshop, tip: CommitId) -> list[tuple[CommitId, int]]:
    raw = workshop.git(["log", "--first-parent", f"--max-count={_LINE}", "--format=%H %ct", tip, "--"]).decode()
    rows = (row.split(" ") for row in raw.splitlines())
    return [(CommitId(oid), int(date or 0)) for oid, date in rows]


def _conflicted(workshop: Workshop, target: CommitId, source: CommitId) -> frozenset[RepoPath]:
    return frozenset(stage.path for stage in merge_trees(workshop, target, source).stages)


def past_conflicts(
    workshop: Workshop, plan: SyncPlan, sizes: Mapping[CommitId, Sequence[LineCount]]
) -> tuple[tuple[frozenset[CommitId], ...], ...]:
    """The last syncs that landed, newest first: for each conflicted path the target's own commits before it that had touched the path.

    ``sizes`` are the target's own commits with their paths, newest first.
    """
    found = []
    order = list(sizes)
    for own, brought in _syncs(workshop, plan):
        before = set(workshop.git(["rev-list", "--no-merges", own, f"^{brought}"]).decode().split())
        touching: dict[RepoPath, set[CommitId]] = {}
        for oid in (oid for oid in order if oid in before):
            for count in sizes[oid]:
                touching.setdefault(count.path, set()).add(oid)
        found.append(tuple(frozenset(touching.get(path, ())) for path in sorted(_conflicted(workshop, own, brought))))
    return tuple(found)


def _syncs(workshop: Workshop, plan: SyncPlan) -> list[tuple[CommitId, CommitId]]:
    """The newest merges of history of the source into that of the target: what each merged, the target's side first.

    A sync is often made on a branch of its own, in either direction, and lands by a second merge: all merges count, not the first-parent line alone.
    """
    source, target = plan.source.commit, plan.target.commit
    theirs = frozenset(workshop.git(["rev-list", source]).decode().split())
    found = []
    for one in commits(workshop, ["--merges", "--date-order", target, f"^{source}"]):
        inside = [parent in theirs for parent in one.parents]
        if len(one.parents) == 2 and inside.count(True) == 1:
            own, brought = one.parents if inside[1] else one.parents[::-1]
            found.append((own, brought))
    return found[:_SYNCS]
