"""Look at the merge base: what landed without its ancestry, what was landed and taken back; and repair a lost base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from syncline.config import Config
from syncline.core.effect import Done, Effect
from syncline.core.errors import Bug, UserError
from syncline.core.health import BaseHealth, LostAncestry, TakenBack
from syncline.core.merge import Merge
from syncline.core.names import CommitId, RepoPath, TreeId, shown
from syncline.core.plan import NothingToDo, SyncPlan
from syncline.core.provenance import Commit
from syncline.core.text import decode, split_lines
from syncline.core.tree import Entry
from syncline.plan.collisions import telling
from syncline.plan.health import Undoing, landings, surely_absent, undoings
from syncline.ports.git.changes import Touched, first_parent_changes
from syncline.ports.git.history import commits, deltas, is_ancestor
from syncline.ports.git.landing import land, write_commit
from syncline.ports.git.merging import RawMerge, merge_trees, synthetic_commit
from syncline.ports.git.repository import branches, require_identity
from syncline.ports.git.workshop import Workshop

# So many suspects are put to the proof.
_SUSPECTS = 6
_FURTHER = 10


def still_there(workshop: Workshop, plan: NothingToDo) -> NothingToDo:
    """The same answer, unless what is merged by ancestry was taken back since: then it says so, and how to land it again."""
    health = base_health(workshop, plan, None, 0)
    if health.sound:
        return plan
    told = "; ".join(f"{one.landed.short} was landed and taken back by {one.revert.short}" for one in health.taken_back)
    cure = f"land it again with: git revert {health.taken_back[-1].revert.short}"
    return replace(plan, reason=f"everything is merged, but not there any more: {told}; {cure}", gone=True)


@dataclass(frozen=True, slots=True)
class _Suspect:
    landed: CommitId
    contained: CommitId


def line_of(workshop: Workshop, own: CommitId, other: CommitId) -> tuple[Touched, ...]:
    """What each commit of one side's first-parent history changed, oldest first. Uses a process of its own only."""
    return first_parent_changes(workshop, [own, f"^{other}"])[::-1]


def base_health(
    workshop: Workshop, plan: SyncPlan | NothingToDo, base: TreeId | None, conflicts: int, lines: Merge[tuple[Touched, ...]] | None = None
) -> BaseHealth:
    """Look for lost ancestry (where there is a base and something to bring) and for syncs that were taken back.

    ``lines`` are both sides' first-parent histories (``line_of``), where somebody has them already.
    """
    source, target = plan.source.commit, plan.target.commit
    theirs = lines.target if lines is not None else line_of(workshop, target, source)
    pairs = undoings(theirs)
    back = _taken_back(workshop, source, theirs, pairs)
    if base is None or isinstance(plan, NothingToDo):
        return BaseHealth(None, back)
    ours = lines.source if lines is not None else line_of(workshop, source, target)
    reverted = {theirs[at].commit for pair in pairs for at in (pair.landed, pair.revert)}
    suspect = _proven(workshop, base, ours, [t for t in theirs if t.commit not in reverted])
    if suspect is None:
        return BaseHealth(None, back)
    repaired = synthetic_commit(workshop, workshop.tree_of(target), (target, suspect.contained))
    real = len({stage.path for stage in merge_trees(workshop, repaired, source).stages})
    landed, contained = (commits(workshop, ["-1", "--no-walk", oid])[0] for oid in (suspect.landed, suspect.contained))
    count = int(workshop.git(["rev-list", "--count", suspect.contained, f"^{target}"]).decode())
    return BaseHealth(LostAncestry(landed, contained, count, conflicts, real), back)


def _proven(workshop: Workshop, base: TreeId, source: Sequence[Touched], target: Sequence[Touched]) -> _Suspect | None:
    """The suspect that holds most of the source, once git's own merge has proven it.

    Everything up to a commit of the source is in a landed tree when merging the two changes nothing there, but for files that had really
    conflicted when it landed: those were settled by hand. A file that still is as in the base disproves it at once.
    """
    for landing in landings(source, target)[:_SUSPECTS]:
        best = None
        # Files settled by hand are like nothing of the source, so it may hold more than its look tells.
        for position in range(landing.position, min(len(source), landing.position + _FURTHER)):
            further = position > landing.position
            if (further and not _has_lines_of(workshop, source[position], landing.commit)) or not _contains(
                workshop, base, source[position].commit, landing.commit
            ):
                break
            best = _Suspect(landing.commit, source[position].commit)
        if best is not None:
            return best
    return None


def _has_lines_of(workshop: Workshop, touched: Touched, landed: CommitId) -> bool:
    """True when every telling line that a commit added stands in the landed tree."""
    there = workshop.entries(landed, [change.path for change in touched.changes])
    return all(
        telling(_lines(workshop, change.new)) - telling(_lines(workshop, change.old)) <= telling(_lines(workshop, there.get(change.path)))
        for change in touched.changes
    )


def _lines(workshop: Workshop, entry: Entry | None) -> tuple[str, ...]:
    return split_lines(decode(workshop.read(entry.oid))) if entry is not None and entry.is_file else ()


def _contains(workshop: Workshop, base: TreeId, contained: CommitId, landed: CommitId) -> bool:
    changed = {d.path: d for d in deltas(workshop, base, contained, renames=False)}
    there = workshop.entries(landed, sorted(changed)) if changed else {}
    before = {path: d.old for path, d in changed.items() if d.old is not None}
    after = {path: d.new for path, d in changed.items() if d.new is not None}
    if surely_absent(before, after, {path: entry for path, entry in there.items() if path in changed}):
        return False
    again = merge_trees(workshop, landed, contained)
    doubtful = {d.path for d in deltas(workshop, landed, again.tree, renames=False)} | _conflicted(again)
    if not doubtful:
        return True
    parent = CommitId(f"{landed}^1")
    if not doubtful <= _conflicted(merge_trees(workshop, parent, contained)):
        return False
    earlier = workshop.entries(parent, sorted(doubtful))

    def by_hand(path: RepoPath) -> bool:
        """The landing changed the file, and nothing of the source was in it before: the conflict was a real one."""
        new = telling(_lines(workshop, after.get(path))) - telling(_lines(workshop, before.get(path)))
        return there.get(path) != earlier.get(path) and new.isdisjoint(telling(_lines(workshop, earlier.get(path))))

    return all(map(by_hand, doubtful))


def _conflicted(raw: RawMerge) -> set[RepoPath]:
    return {stage.path for stage in raw.stages}


def _taken_back(workshop: Workshop, source: CommitId, target: Sequence[Touched], pairs: Sequence[Undoing]) -> tuple[TakenBack, ...]:
    found = []
    known = {c.id: c for c in _named(workshop, [oid for p in pairs for oid in (target[p.landed].commit, target[p.revert].commit)])}
    for pair in pairs:
        landed, revert = known[target[pair.landed].commit], known[target[pair.revert].commit]
        merged = len(landed.parents) > 1 and any(is_ancestor(workshop, parent, source) for parent in landed.parents[1:])
        found.append(TakenBack(landed, revert, len(target[pair.landed].changes), merged))
    # A feature of the target's own that it took back is none of our business.
    return tuple(one for one in found if one.ancestors)


def _named(workshop: Workshop, oids: Sequence[CommitId]) -> tuple[Commit, ...]:
    return commits(workshop, ["--no-walk", *sorted(set(oids))]) if oids else ()


def repair_base(workshop: Workshop, plan: SyncPlan, health: BaseHealth, config: Config) -> Effect:
    """Commit the ancestry that is missing: two parents, and the target's tree to the byte. Raises ``UserError`` where nothing is lost."""
    lost = health.lost
    if lost is None:
        raise UserError("there is nothing to repair: no commit of the target holds the source without its ancestry")
    repository, target = workshop.repository, plan.target.commit
    name = f"{plan.branch}-base"
    for branch in branches(repository, name):
        if branch.parents == (target, lost.contained.id):
            return Effect(Done.NOOP, name, branch.commit, "the same repair is there already")
        raise UserError(f"branch '{name}' exists with other content; delete it, or name another in the configuration")
    who = require_identity(repository, config.identity.name, config.identity.email)
    tree = workshop.tree_of(target)
    message = (
        f"Record that {shown(plan.source.name)} is contained up to {lost.contained.short}\n\n"
        f"{lost.commits} commits of the source landed as {lost.landed.short} without their ancestry. Merging {lost.contained.short} into that commit changes "
        f"nothing in it, but for files that had conflicted. The tree is the target's, unchanged.\n\n"
        f"Syncline-Contained: {lost.contained.id}\n" + (f"Signed-off-by: {who}\n" if config.identity.sign_off else "")
    )
    commit = write_commit(workshop, tree, (target, lost.contained.id), message, name=config.identity.name, email=config.identity.email)
    if workshop.tree_of(commit) != tree:
        raise Bug("a repaired base must not change the tree")
    land(workshop, {f"refs/heads/{name}": commit}, (target, lost.contained.id))
    return Effect(Done.CREATED, name, commit)
