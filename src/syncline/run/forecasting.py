"""``plan``: what comes and what it will cost. Everything is computed in the workshop; nothing is written."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from syncline.account.classes import Kind, classifier
from syncline.account.owners import owners_of
from syncline.account.rulings import Ruling
from syncline.config import Config
from syncline.core.errors import UserError
from syncline.core.forecast import Collision, ConflictForecast, Forecast, NameChange, NameFate
from syncline.core.merge import ABSENT, Absent, Merge
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.plan import NothingToDo, Revision, SyncPlan
from syncline.core.resolution import Outcome, Preference
from syncline.core.text import decode, is_binary
from syncline.core.tree import Conflict, Version
from syncline.plan.digest import digest
from syncline.plan.names import Rewritten, bare_name, name_changes, with_uses
from syncline.plan.slicing import cut_at, cut_at_hard
from syncline.plan.volumes import volumes
from syncline.ports.git.changes import commit_sizes
from syncline.ports.git.history import Delta, deltas, is_ancestor, line_counts
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.repository import open_repository, resolve
from syncline.ports.git.tips import tagged
from syncline.ports.git.words import Hit, word_lines, word_places
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.resolve.cascade import resolve_conflict, texts_of
from syncline.resolve.filewise import Options
from syncline.resolve.regions import Settled, cut
from syncline.resolve.view import View
from syncline.run.addressing import codeowners
from syncline.run.colliding import colliding_commits, until_last_sync
from syncline.run.configure import load_config
from syncline.run.health import base_health, line_of, repair_base, still_there
from syncline.run.lacking import lacked_files
from syncline.run.merging import git_merge
from syncline.run.planning import make_plan, settle_revisions
from syncline.run.policy import ruled
from syncline.run.portions import forecast_portions, source_order
from syncline.run.progress import Progress
from syncline.run.rebased import rebased
from syncline.run.twins import find_twins, hints
from syncline.run.underway import with_underway

# Larger files hold data, not names.
_LARGE = 1_000_000
# Seconds for the rules' forecast: a plan is quick. Whoever wants every answer says so and waits.
_BUDGET = 0.4
_HALF_HOUR = 1800.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a plan should look into beyond the plain forecast. ``until`` plans only up to that revision of the source."""

    collisions: bool = True
    rules: bool = False
    slices: str = ""
    longest: int = 0
    until: str = ""
    repair_base: bool = False


def make_forecast(
    path: Path, source: str, target: str, config_file: Path | None, progress: Progress, wishes: Wishes = Wishes(), *, fetch: bool
) -> Forecast | NothingToDo:
    """Open the repository and look ahead (``forecast_in``)."""
    with open_workshop(open_repository(path)) as workshop:
        return forecast_in(workshop, source, target, config_file, progress, wishes, fetch=fetch)


def forecast_in(
    workshop: Workshop, source: str, target: str, config_file: Path | None, progress: Progress, wishes: Wishes, *, fetch: bool
) -> Forecast | NothingToDo:
    """Settle the revisions, and look ahead. What was fetched for it is in this workshop and nowhere else.

    Raises ``UserError`` where ``until`` is no commit of the source.
    """
    progress("looking at both branches")
    revisions = settle_revisions(workshop, source, target, config_file, fetch=fetch)
    config = load_config(workshop, revisions.target.commit, config_file)
    if wishes.until:
        revisions = replace(revisions, source=until(workshop, revisions.source, wishes.until))
    plan = make_plan(workshop, revisions, config, "", None)
    if isinstance(plan, NothingToDo):
        return still_there(workshop, plan)
    found = forecast(workshop, plan, config, progress, wishes)
    progress("asking for open pull requests")
    found = with_underway(workshop, found, config, fetch=fetch)
    if wishes.repair_base:
        return replace(found, repair=repair_base(workshop, plan, found.health, config))
    return found


def until(workshop: Workshop, source: Revision, name: str) -> Revision:
    """The source as it was at ``name``."""
    commit = resolve(workshop.repository, name)
    if not is_ancestor(workshop, commit, source.commit):
        raise UserError(f"'{name}' is not part of the source '{source.name}'")
    return Revision(name, commit)


def forecast(workshop: Workshop, plan: SyncPlan, config: Config, progress: Progress, wishes: Wishes = Wishes()) -> Forecast:
    """The forecast for a plan."""
    source, target = plan.source.commit, plan.target.commit
    base = virtual_base(workshop, plan.bases)
    classify = classifier(config.classes)
    # git's own work runs beside ours; what is asked here uses processes of its own.
    with ThreadPoolExecutor(2) as beside:
        asked = beside.submit(hints, workshop, plan)
        sized = beside.submit(commit_sizes, workshop, [source, f"^{target}"])
        counted = beside.submit(line_counts, workshop, base, source)
        ours, theirs = beside.submit(line_of, workshop, source, target), beside.submit(line_of, workshop, target, source)
        synced = beside.submit(until_last_sync, workshop, plan)
        habit = beside.submit(rebased, workshop, plan)
        progress("merging as git would")
        merge = git_merge(workshop, target, source)
        progress("reading what comes")
        summary = digest(plan.commits, sized.result(), classify)
        size = volumes(counted.result(), classify)
        progress("looking for twins")
        twins = find_twins(workshop, plan, base, asked.result())
        progress("reading names")
        changes = _names(workshop, base, source, classify)
        said = beside.submit(_said, workshop, source, merge.merged.tree, changes)
        progress("asking the rules")
        ends: Merge[TreeId | CommitId] = Merge(base, source, target)
        lacked = lacked_files(workshop, ends, plan.bases, merge.merged, config.policy)
        ruling, _ = ruled(workshop, ends, config.policy, lacked=lacked)
        found = _costs(workshop, plan, merge.merged.conflicts, ruling.by_path, _HALF_HOUR if wishes.rules else _BUDGET)
        still, uses = said.result()
        names = with_uses(changes, still, ((h.word, h.path, h.line) for h in uses if classify(h.path) in (Kind.SOURCE, Kind.TEST)))
    before = synced.result()
    if (wishes.collisions or wishes.slices == "auto") and found:
        progress("looking for the commits that collide")
        pairs = colliding_commits(workshop, plan, base, merge.merged.conflicts, before)
        found = tuple(_with_collisions(conflict, pairs.get(conflict.path, ())) for conflict in found)
    progress("looking at the merge base")
    lines = Merge((), ours.result(), theirs.result())
    health = replace(base_health(workshop, plan, base, len(merge.merged.conflicts), lines), rebasing=habit.result())
    portions = None
    if wishes.slices:
        progress("merging portion by portion")
        order = source_order(workshop, plan)
        if wishes.slices == "tags":
            cuts = cut_at(order, tagged(workshop.repository), wishes.longest)
        else:
            cuts = cut_at_hard(order, {pair.source.id for conflict in found for pair in conflict.collisions}, wishes.longest)
        portions = forecast_portions(workshop, plan, base, found, order, cuts)
    return Forecast(
        plan, source, size, summary, twins, names, found, portions=portions, health=health, synced=before[-1] if before else None
    )


def _with_collisions(conflict: ConflictForecast, pairs: tuple[Collision, ...]) -> ConflictForecast:
    why = "" if pairs else "the file alone does not conflict; a folder that one side renamed brings it about"
    return replace(conflict, collisions=pairs, why_not=why)


def _costs(
    workshop: Workshop, plan: SyncPlan, conflicts: Sequence[Conflict], by_policy: Mapping[RepoPath, Ruling], budget: float
) -> tuple[ConflictForecast, ...]:
    """Ask the cascade about every conflict, with nothing preferred: what it answers, it would answer tonight.

    Small files first, until ``budget`` seconds of our own time are used up; the rest is counted, not asked about.
    """
    owners = codeowners(workshop, plan.target.commit).lines
    options = Options(Preference.STOP)
    found: dict[RepoPath, ConflictForecast] = {}
    waiting = []
    for at, conflict in enumerate(conflicts):
        contents = _contents(workshop, conflict)
        ruling = by_policy.get(conflict.path)
        if ruling is not None:
            regions = _regions(conflict, contents)
            own = owners_of(conflict.path, owners)
            settled = ((ruling.rule, regions),)
            found[conflict.path] = ConflictForecast(conflict.path, conflict.kind, regions, settled, 0, own, policy=ruling.place)
        else:
            waiting.append(
                (sum(len(c) for c in (contents.base, contents.source, contents.target) if not isinstance(c, Absent)), at, contents)
            )
    begun = time.process_time()
    for _, at, contents in sorted(waiting, key=lambda one: one[:2]):
        conflict = conflicts[at]
        own = owners_of(conflict.path, owners)
        if time.process_time() - begun > budget:
            regions = _regions(conflict, contents)
            found[conflict.path] = ConflictForecast(conflict.path, conflict.kind, regions, (), regions, own, asked=False)
            continue
        decisions = resolve_conflict(conflict, contents, options).decisions
        rules = Counter(d.rule for d in decisions if d.outcome is Outcome.RULE)
        # The rules may cut a file into other regions than the merge of lines does.
        still = sum(1 for d in decisions if d.outcome is not Outcome.RULE) or (0 if decisions else 1)
        found[conflict.path] = ConflictForecast(
            conflict.path, conflict.kind, max(1, len(decisions)), tuple(rules.most_common()), still, own
        )
    return tuple(found[conflict.path] for conflict in conflicts)


def _regions(conflict: Conflict, contents: Merge[bytes | Absent]) -> int:
    """How many regions conflict, as they are cut for the rules."""
    texts = texts_of(conflict, contents)
    return max(1, sum(1 for piece in cut(View(conflict.path, texts)) if not isinstance(piece, Settled))) if texts is not None else 1


def _contents(workshop: Workshop, conflict: Conflict) -> Merge[bytes | Absent]:
    return conflict.versions.map(lambda v: workshop.read(v.entry.oid) if isinstance(v, Version) and v.entry.is_file else ABSENT)


def _names(workshop: Workshop, base: TreeId, source: CommitId, classify: Callable[[RepoPath], Kind]) -> tuple[NameChange, ...]:
    """The public names that the source takes away, without the places that still say them."""
    moved = [d for d in deltas(workshop, base, source, renames=True) if classify(d.old_path) is Kind.SOURCE and d.old != d.new]
    wanted = [entry.oid for d in moved for entry in (d.old, d.new) if entry is not None and entry.is_file]
    contents = workshop.read_all(wanted)

    def text(delta: Delta, *, new: bool) -> str:
        entry = delta.new if new else delta.old
        data = contents.get(entry.oid, b"") if entry is not None else b""
        return "" if is_binary(data) or len(data) > _LARGE else decode(data)

    rewritten = [Rewritten(d.path, d.old_path, text(d, new=False), text(d, new=True)) for d in moved if d.old is not None]
    return name_changes(rewritten, ((d.path, text(d, new=True)) for d in moved if d.old is None))


def _said(workshop: Workshop, source: CommitId, merged: TreeId, changes: Sequence[NameChange]) -> tuple[frozenset[str], tuple[Hit, ...]]:
    """Which of the names something of the source still says, and where git's merge says the others. Uses processes of its own only."""
    words = sorted({bare_name(c) for c in changes if c.fate is not NameFate.MOVED})
    still = frozenset(word for word, places in word_places(workshop, source, words).items() if places)
    return still, word_lines(workshop, merged, [word for word in words if word not in still])
