"""``takeover``: what no rule answers, handed to people in a linked work tree; opened here, withdrawn here. See ``takeover_end``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from syncline.config import Config
from syncline.core.errors import UserError, WorldError
from syncline.core.merge import ABSENT, Side
from syncline.core.names import CommitId, RepoPath, shown
from syncline.core.plan import NothingToDo, SyncPlan
from syncline.core.resolution import Preference, ResolvedTree
from syncline.core.stakes import Stakes
from syncline.core.takeover import Takeover, Undecided
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Conflict, ConflictKind, Entry, Version
from syncline.ports.git.linked import Stages, find, open_linked, remove_linked, unfinished
from syncline.ports.git.repository import Repository, open_repository, require_identity
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.report.message import inert
from syncline.resolve.markers import marker_lines
from syncline.run.configure import load_config
from syncline.run.handover import Held, held_all, hold, let_go, place_of, takeover_ref, the_one
from syncline.run.merging import GitMerge, git_merge
from syncline.run.planning import Revisions, make_plan, settle_revisions
from syncline.run.progress import Progress
from syncline.run.rebased import refuse_rebased
from syncline.run.resolving import resolve_all
from syncline.run.stakes import stakes_of


@dataclass(frozen=True, slots=True)
class TakeoverRequest:
    """What the user asked for. Empty strings and ``None`` leave it to the configuration, or to what is open."""

    path: Path
    source: str = ""
    target: str = ""
    branch: str = ""
    config: Path | None = None
    tree: Path | None = None
    fetch: bool = True
    dry_run: bool = False
    anyway: bool = False
    remote: str = ""
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """What was handed over. ``takeover`` is ``None`` where nothing is open, and ``reason`` says why."""

    takeover: Takeover | None
    undecided: tuple[Undecided, ...]
    reason: str = ""
    dry_run: bool = False
    stakes: tuple[Stakes, ...] = ()


def take_over(request: TakeoverRequest, progress: Progress) -> Opened:
    """Merge, resolve what rules can, and put the rest into a work tree of its own. Helpers are not asked: people take over.

    Raises ``UserError`` when a takeover of the pair is open already, or its folder is taken.
    """
    repository = open_repository(request.path)
    with open_workshop(repository) as workshop:
        progress("looking at both branches")
        revisions = settle_revisions(workshop, request.source, request.target, request.config, fetch=request.fetch)
        _make_room(workshop, revisions.source.name, revisions.target.name, dry_run=request.dry_run)
        config = load_config(workshop, revisions.target.commit, request.config)
        plan = make_plan(workshop, revisions, config, request.branch, request.now)
        if isinstance(plan, NothingToDo):
            return Opened(None, (), f"nothing to do: {plan.reason}")
        refuse_rebased(workshop, plan, config)
        _, resolved = remerged(workshop, plan, config, progress)
        if resolved.complete:
            return Opened(None, (), "no conflict is open: 'syncline sync' can finish alone")
        named = str(request.config.absolute()) if request.config is not None else ""
        path = place_of(workshop, request.tree)
        paths = tuple(conflict.path for conflict in resolved.open_conflicts)
        takeover = Takeover(plan.source, plan.target, resolved.tree, str(path), plan.branch, named, paths)
        undecided = _undecided(workshop, resolved)
        if not request.dry_run:
            require_identity(repository, config.identity.name, config.identity.email)
            progress("writing the work tree")
            _open(workshop, takeover, plan, resolved)
        return Opened(takeover, undecided, dry_run=request.dry_run, stakes=stakes_of(workshop, plan, resolved.left, config.lessons))


def give_up(request: TakeoverRequest, progress: Progress) -> Takeover:
    """Withdraw a takeover, whatever state it is in: its work tree goes with all that was done there, and so does what we noted of it."""
    with open_workshop(itself(request.path)) as workshop:
        held = the_one(workshop, request.source, request.target)
        progress("removing the work tree")
        if not request.dry_run:
            close(workshop, held)
        return held.takeover


def itself(path: Path) -> Repository:
    """The repository, also when called from inside a work tree of it that is about to be taken away."""
    found = open_repository(path)
    return replace(found, git_dir=found.common_dir)


def close(workshop: Workshop, held: Held) -> None:
    """Take the work tree away, then forget it. Killed in between, the same may be done again."""
    repository = workshop.repository
    linked = find(repository, held.ref) or unfinished(repository, Path(held.takeover.path))
    if linked is not None:
        remove_linked(linked)
    let_go(workshop, held)


def plan_of(workshop: Workshop, takeover: Takeover, config: Config, now: datetime | None) -> SyncPlan:
    """The plan of the merge that was handed over: between the commits of then, whatever their names stand for now."""
    plan = make_plan(workshop, Revisions(takeover.source, takeover.target), config, takeover.branch, now)
    if isinstance(plan, NothingToDo):
        raise UserError(f"nothing to do: {plan.reason}; 'syncline takeover --abort' withdraws it")
    return plan


def remerged(workshop: Workshop, plan: SyncPlan, config: Config, progress: Progress) -> tuple[GitMerge, ResolvedTree]:
    """git's merge, and what the rules make of it; what they leave stands there with markers."""
    progress("merging")
    merge = git_merge(workshop, plan.target.commit, plan.source.commit, bases=plan.bases)
    progress("resolving conflicts")
    return merge, resolve_all(workshop, plan, merge.merged, config, Preference.STOP, safe_only=False, markers=True, helped=False)


def marked_lines(workshop: Workshop, conflict: Conflict, entry: Entry | None) -> tuple[int, ...]:
    """The lines (from 1) of a file on which conflict markers stand that neither side has."""
    data = workshop.read(entry.oid) if entry is not None and entry.is_file else b""
    if is_binary(data):
        return ()
    known: set[str] = set()
    for side in Side:
        version = conflict.versions.side(side)
        if isinstance(version, Version) and version.entry.is_file:
            known.update(split_lines(decode(workshop.read(version.entry.oid))))
    return marker_lines(split_lines(decode(data)), known)


def _make_room(workshop: Workshop, source: str, target: str, *, dry_run: bool) -> None:
    """Refuse where the same takeover is open. One whose opening was killed is nobody's, and goes."""
    ref = takeover_ref(source, target)
    for held in held_all(workshop):
        if held.ref != ref:
            continue
        linked = find(workshop.repository, ref)
        if linked is not None and linked.there:
            raise UserError(
                f"this takeover is open already in {shown(str(linked.path))}; go on with --continue, or withdraw it with --abort"
            )
        if linked is not None:
            raise UserError(f"this takeover is open, but its work tree {shown(str(linked.path))} is gone; withdraw it with --abort")
        if not dry_run:
            close(workshop, held)


def _open(workshop: Workshop, takeover: Takeover, plan: SyncPlan, resolved: ResolvedTree) -> None:
    held = hold(workshop, takeover)
    message = f"Sync {inert(plan.source.name)} into {inert(plan.target.name)}\n"
    parents = (takeover.target.commit, takeover.source.commit)
    try:
        open_linked(workshop, Path(takeover.path), held.ref, parents, takeover.tree, _stages(resolved.open_conflicts), message)
    except WorldError:
        close(workshop, held)
        raise


def _stages(conflicts: tuple[Conflict, ...]) -> Stages:
    """The conflicts as git's index would have them, so that its tools find them."""
    found: dict[RepoPath, dict[int, Entry]] = {}
    for conflict in conflicts:
        versions = conflict.versions
        for stage, version in ((1, versions.base), (2, versions.target), (3, versions.source)):
            if version is not ABSENT and isinstance(version, Version):
                own = conflict.kind is ConflictKind.RENAME_RENAME
                place = version.path if own else conflict.aside or conflict.path
                found.setdefault(place, {})[stage] = version.entry
    return found


def _undecided(workshop: Workshop, resolved: ResolvedTree) -> tuple[Undecided, ...]:
    entries = workshop.entries(resolved.tree, [c.path for c in resolved.open_conflicts])
    return tuple(
        Undecided(c.path, c.kind.value, marked_lines(workshop, c, entries.get(c.path)))
        for c in sorted(resolved.open_conflicts, key=lambda c: c.path)
    )


def parents_of(takeover: Takeover) -> tuple[CommitId, CommitId]:
    """The parents of the merge that was handed over, the target first."""
    return takeover.target.commit, takeover.source.commit
