"""Find the colliding commits of every conflicted path: histories become states, merges of states answer the search of the plan room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from syncline.account.threeway import Stretch, stretches
from syncline.core.forecast import Collision
from syncline.core.merge import ABSENT, Absent, Merge
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.plan import SyncPlan
from syncline.core.provenance import Commit
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Conflict, Entry, Version
from syncline.plan.collisions import Pair, Question, Row, border, colliding_file, colliding_hunks, converse
from syncline.ports.git.changes import Touched, first_parent_changes
from syncline.ports.git.history import commits, deltas, is_ancestor, merge_bases
from syncline.ports.git.points import conflicting, plant
from syncline.ports.git.workshop import Workshop

Files = Mapping[RepoPath, Entry]
# Larger files are searched as wholes, by git alone.
_LARGE = 2_000_000


@dataclass(frozen=True, slots=True)
class History:
    """One conflicted path on both sides: the commits behind the states (oldest first) and the files of each state, the base first.

    ``paths`` are all names of the file.
    """

    conflict: Conflict
    paths: tuple[RepoPath, ...]
    row: Row
    commits: Merge[tuple[CommitId, ...]]
    states: Merge[tuple[Files, ...]]


def colliding_commits(
    workshop: Workshop, plan: SyncPlan, base: TreeId, conflicts: Sequence[Conflict], before: tuple[CommitId, ...]
) -> dict[RepoPath, tuple[Collision, ...]]:
    """The collisions of each conflict by its path; none where the file alone does not conflict (a folder renamed on one side).

    ``before`` is the target's history up to its last sync (``until_last_sync``).
    """
    if not conflicts:
        return {}
    histories = _histories(workshop, plan, base, conflicts, before)
    found: dict[RepoPath, list[Pair]] = {h.conflict.path: list(_by_lines(workshop, h)) for h in histories}
    proven = _proven(workshop, histories, found)
    names = {oid for h in histories for p in proven[h.conflict.path] for oid in _ids(h, p)}
    known = {c.id: c for c in commits(workshop, ["--no-walk", *sorted(names)])} if names else {}
    brought = _brought(workshop, plan, histories, proven, known)
    return {h.conflict.path: tuple(_collision(workshop, h, p, known, brought) for p in proven[h.conflict.path]) for h in histories}


def _collision(
    workshop: Workshop, history: History, pair: Pair, known: Mapping[CommitId, Commit], brought: Mapping[CommitId, Files]
) -> Collision:
    source, target = _ids(history, pair)
    stale = False
    if pair.own and target in brought:
        entry = _entry(brought[target], ABSENT, history.paths)
        data = workshop.read(entry.oid) if entry is not None and entry.is_file else b""
        theirs = {line.strip() for line in split_lines(decode(data))}
        stale = len(pair.own & theirs) * 2 > len(pair.own)
    return Collision(known[source], known[target], pair.hunks, pair.carried, stale)


def _brought(
    workshop: Workshop,
    plan: SyncPlan,
    histories: Sequence[History],
    proven: Mapping[RepoPath, Sequence[Pair]],
    known: Mapping[CommitId, Commit],
) -> dict[CommitId, Files]:
    """For each earlier sync among the colliding commits of the target: the files as the source had them then."""
    wanted: dict[CommitId, set[RepoPath]] = {}
    for history in histories:
        for pair in proven[history.conflict.path]:
            if pair.carried:
                wanted.setdefault(_ids(history, pair)[1], set()).update(history.paths)
    found: dict[CommitId, Files] = {}
    for oid, paths in wanted.items():
        # A sync may have come through a branch of its own: what it brought is the newest commit of the source that it contains.
        bases = merge_bases(workshop, oid, plan.source.commit) if len(known[oid].parents) > 1 else ()
        if len(bases) == 1 and not is_ancestor(workshop, bases[0], known[oid].parents[0]):
            found[oid] = workshop.entries(bases[0], sorted(paths))
    return found


def _ids(history: History, pair: Pair) -> tuple[CommitId, CommitId]:
    return history.commits.source[pair.source - 1], history.commits.target[pair.target - 1]


def _histories(
    workshop: Workshop, plan: SyncPlan, base: TreeId, conflicts: Sequence[Conflict], before: tuple[CommitId, ...]
) -> list[History]:
    source, target = plan.source.commit, plan.target.commit
    former = _former_names(workshop, base, (source, target))
    wanted = {c.path: _paths(c, former) for c in conflicts}
    everything = sorted({path for paths in wanted.values() for path in paths})
    ours = first_parent_changes(workshop, [source, f"^{target}"], everything)
    theirs = first_parent_changes(workshop, [target, f"^{source}"], everything)
    entries = workshop.entries(base, everything)
    at_last = workshop.entries(before[-1], everything) if before else {}
    found = []
    for conflict in conflicts:
        paths = wanted[conflict.path]
        start = {path: entries[path] for path in paths if path in entries}
        own_commits, own_states = _states(start, ours, paths)
        their_commits, their_states = _states(start, theirs, paths)
        kept = sum(1 for oid in their_commits if oid in before)
        if before and before[-1] not in their_commits:
            # The last sync left the file as its first parent had it, so its log does not show it; against the base that can be a change.
            state = {path: at_last[path] for path in paths if path in at_last}
            their_commits = (*their_commits[:kept], before[-1], *their_commits[kept:])
            their_states = (*their_states[: kept + 1], state, *their_states[kept + 1 :])
            kept += 1
        row = Row(len(own_commits), len(their_commits), kept)
        found.append(History(conflict, paths, row, Merge((), own_commits, their_commits), Merge((), own_states, their_states)))
    return found


def _former_names(workshop: Workshop, base: TreeId, sides: Sequence[CommitId]) -> dict[RepoPath, RepoPath]:
    return {d.path: d.old_path for side in sides for d in deltas(workshop, base, side, renames=True) if d.path != d.old_path}


def _paths(conflict: Conflict, former: Mapping[RepoPath, RepoPath]) -> tuple[RepoPath, ...]:
    """Every name of the file, the present ones first."""
    versions = (conflict.versions.base, conflict.versions.source, conflict.versions.target)
    names = dict.fromkeys((*(v.path for v in versions if isinstance(v, Version)), conflict.path))
    return tuple(dict.fromkeys((*names, *(former[name] for name in names if name in former))))


def _states(start: Files, touched: Sequence[Touched], paths: Sequence[RepoPath]) -> tuple[tuple[CommitId, ...], tuple[Files, ...]]:
    ids: list[CommitId] = []
    states: list[Files] = [dict(start)]
    for one in reversed(touched):
        mine = [change for change in one.changes if change.path in paths]
        if not mine:
            continue
        files = dict(states[-1])
        for change in mine:
            if change.new is None:
                files.pop(change.path, None)
            else:
                files[change.path] = change.new
        ids.append(one.commit)
        states.append(files)
    return tuple(ids), tuple(states)


def until_last_sync(workshop: Workshop, plan: SyncPlan) -> tuple[CommitId, ...]:
    """The target's first-parent history, oldest first, up to the commit that brought the merge base; empty where all of it builds on the base."""
    source, target = plan.source.commit, plan.target.commit
    chain = workshop.git(["rev-list", "--first-parent", target, f"^{source}"]).decode().split()
    if not chain:
        return ()
    oldest_first = [CommitId(oid) for oid in reversed(chain)]

    def builds_on(at: int) -> bool:
        commit = oldest_first[at] if at >= 0 else CommitId(f"{oldest_first[0]}^1")
        return all(is_ancestor(workshop, base, commit) for base in plan.bases)

    if builds_on(-1):
        return ()
    return tuple(oldest_first[: border(-1, len(oldest_first) - 1, builds_on) + 1])


def _by_lines(workshop: Workshop, history: History) -> tuple[Pair, ...]:
    """Region by region, where the conflict is one of lines."""
    versions = history.conflict.versions
    if isinstance(versions.source, Absent) or isinstance(versions.target, Absent) or not (history.row.sources and history.row.targets):
        return ()
    texts: dict[Entry | None, tuple[str, ...] | None] = {None: ()}
    merges: dict[tuple[int, int], tuple[Stretch, ...]] = {}

    def lines(files: Files, own: Version | Absent) -> tuple[str, ...] | None:
        entry = _entry(files, own, history.paths)
        if entry not in texts:
            data = workshop.read(entry.oid) if entry is not None and entry.is_file else b"\0"
            texts[entry] = None if is_binary(data) or len(data) > _LARGE else split_lines(decode(data))
        return texts[entry]

    base = lines(history.states.target[0], versions.base)
    if base is None or any(
        lines(s[-1], v) is None for s, v in ((history.states.source, versions.source), (history.states.target, versions.target))
    ):
        return ()

    def merge(i: int, j: int) -> tuple[Stretch, ...]:
        if (i, j) not in merges:
            source, target = lines(history.states.source[i], versions.source), lines(history.states.target[j], versions.target)
            merges[i, j] = stretches(Merge(base, source or (), target or ()))
        return merges[i, j]

    return colliding_hunks(history.row, merge, lambda j: lines(history.states.target[j], versions.target) or (), base)


def _entry(files: Files, own: Version | Absent, paths: Sequence[RepoPath]) -> Entry | None:
    """The file in a state: under its present name, else under a former one."""
    first = (own.path,) if isinstance(own, Version) else ()
    return next((files[path] for path in (*first, *paths) if path in files), None)


def _proven(workshop: Workshop, histories: Sequence[History], found: Mapping[RepoPath, Sequence[Pair]]) -> dict[RepoPath, tuple[Pair, ...]]:
    """Let git merge every pair found: those it does not find in conflict are dropped; files left without one are searched by git alone."""
    families = [(h.states.target[0], [*h.states.source[1:], *h.states.target[1:]]) for h in histories]
    planted = plant(workshop, families)
    at = {h.conflict.path: (h, ids) for h, ids in zip(histories, planted, strict=True)}

    def ask(asked: Sequence[tuple[str, Question]]) -> list[bool]:
        points = []
        for name, (i, j) in asked:
            history, ids = at[RepoPath(name)]
            points.append((ids[history.row.sources + j - 1], ids[i - 1]))
        return conflicting(workshop, points)

    flat = [(path, pair) for path, pairs in found.items() for pair in pairs]
    answers = ask([(path, (pair.source, pair.target)) for path, pair in flat])
    proven: dict[RepoPath, list[Pair]] = {h.conflict.path: [] for h in histories}
    for (path, pair), holds in zip(flat, answers, strict=True):
        if holds or pair.carried:
            proven[path].append(pair)
    searches = {h.conflict.path: colliding_file(h.row) for h in histories if not proven[h.conflict.path]}
    by_git = converse({str(path): search for path, search in searches.items()}, ask)
    for name, pair in by_git.items():
        proven[RepoPath(name)].append(pair)
    return {path: tuple(pairs) for path, pairs in proven.items()}
