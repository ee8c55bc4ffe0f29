"""``plan``: what comes and what it will cost. Everything is computed in the workshop; nothing is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from syncline.account.classes import Kind, classifier
from syncline.account.owners import owners_of
from syncline.account.rulings import Ruling
from syncline.config import Config
from syncline.core.forecast import Collision, ConflictForecast, Forecast, NameChange, NameFate
from syncline.core.merge import ABSENT, Absent, Merge
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.plan import NothingToDo, SyncPlan
from syncline.core.resolution import Outcome, Preference
from syncline.core.text import decode, is_binary
from syncline.core.tree import Conflict, Version
from syncline.plan.digest import digest
from syncline.plan.names import Rewritten, bare_name, name_changes, with_uses
from syncline.plan.volumes import volumes
from syncline.ports.git.changes import commit_sizes, hits_in, words_in
from syncline.ports.git.history import Delta, deltas, line_counts
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.resolve.cascade import resolve_conflict
from syncline.resolve.filewise import Options
from syncline.run.addressing import codeowners
from syncline.run.colliding import colliding_commits
from syncline.run.configure import load_config
from syncline.run.gather import git_merge
from syncline.run.planning import make_plan, settle_revisions
from syncline.run.policy import ruled
from syncline.run.progress import Progress
from syncline.run.twins import find_twins

# Larger files hold data, not names.
_LARGE = 1_000_000


def make_forecast(
    path: Path, source: str, target: str, config_file: Path | None, progress: Progress, *, fetch: bool, collisions: bool
) -> Forecast | NothingToDo:
    """Open the repository, settle the revisions, and look ahead."""
    with open_workshop(open_repository(path)) as workshop:
        progress("looking at both branches")
        revisions = settle_revisions(workshop, source, target, config_file, fetch=fetch)
        config = load_config(workshop, revisions.target.commit, config_file)
        plan = make_plan(workshop, revisions, config, "", None)
        if isinstance(plan, NothingToDo):
            return plan
        return forecast(workshop, plan, config, progress, collisions=collisions)


def forecast(workshop: Workshop, plan: SyncPlan, config: Config, progress: Progress, *, collisions: bool = True) -> Forecast:
    """The forecast for a plan. ``collisions`` asks for the colliding commits as well, which takes longest."""
    source, target = plan.source.commit, plan.target.commit
    base = virtual_base(workshop, plan.bases)
    classify = classifier(config.classes)
    progress("reading what comes")
    sizes = commit_sizes(workshop, [source, f"^{target}"])
    summary = digest(plan.commits, sizes, classify)
    size = volumes(line_counts(workshop, base, source), classify)
    progress("looking for twins")
    twins = find_twins(workshop, plan, base)
    progress("merging as git would")
    merge = git_merge(workshop, target, source)
    progress("reading names")
    names = _names(workshop, base, source, merge.merged.tree, config)
    progress("asking the rules")
    ruling, _ = ruled(workshop, Merge(base, source, target), config.policy)
    found = _costs(workshop, plan, merge.merged.conflicts, ruling.by_path)
    if collisions and found:
        progress("looking for the commits that collide")
        pairs = colliding_commits(workshop, plan, base, merge.merged.conflicts)
        found = tuple(_with_collisions(conflict, pairs.get(conflict.path, ())) for conflict in found)
    return Forecast(plan, source, size, summary, twins, names, found)


def _with_collisions(conflict: ConflictForecast, pairs: tuple[Collision, ...]) -> ConflictForecast:
    why = "" if pairs else "the file alone does not conflict; a folder that one side renamed brings it about"
    return replace(conflict, collisions=pairs, why_not=why)


def _costs(
    workshop: Workshop, plan: SyncPlan, conflicts: Sequence[Conflict], by_policy: Mapping[RepoPath, Ruling]
) -> tuple[ConflictForecast, ...]:
    """Ask the cascade about every conflict, with nothing preferred: what it answers, it would answer tonight."""
    owners = codeowners(workshop, plan.target.commit).lines
    options = Options(Preference.STOP)
    found = []
    for conflict in conflicts:
        decisions = resolve_conflict(conflict, _contents(workshop, conflict), options).decisions
        regions = max(1, len(decisions))
        own = owners_of(conflict.path, owners)
        if conflict.path in by_policy:
            ruling = by_policy[conflict.path]
            found.append(ConflictForecast(conflict.path, conflict.kind, regions, ((ruling.rule, regions),), 0, own, policy=ruling.place))
            continue
        rules = Counter(d.rule for d in decisions if d.outcome is Outcome.RULE)
        still = sum(1 for d in decisions if d.outcome is not Outcome.RULE) or (0 if decisions else 1)
        found.append(ConflictForecast(conflict.path, conflict.kind, regions, tuple(rules.most_common()), still, own))
    return tuple(found)


def _contents(workshop: Workshop, conflict: Conflict) -> Merge[bytes | Absent]:
    return conflict.versions.map(lambda v: workshop.read(v.entry.oid) if isinstance(v, Version) and v.entry.is_file else ABSENT)


def _names(workshop: Workshop, base: TreeId, source: CommitId, merged: TreeId, config: Config) -> tuple[NameChange, ...]:
    classify = classifier(config.classes)
    moved = [d for d in deltas(workshop, base, source, renames=True) if classify(d.old_path) is Kind.SOURCE and d.old != d.new]
    wanted = [entry.oid for d in moved for entry in (d.old, d.new) if entry is not None and entry.is_file]
    contents = workshop.read_all(wanted)

    def text(delta: Delta, *, new: bool) -> str:
        entry = delta.new if new else delta.old
        data = contents.get(entry.oid, b"") if entry is not None else b""
        return "" if is_binary(data) or len(data) > _LARGE else decode(data)

    rewritten = [Rewritten(d.path, d.old_path, text(d, new=False), text(d, new=True)) for d in moved if d.old is not None]
    changes = name_changes(rewritten, ((d.path, text(d, new=True)) for d in moved if d.old is None))
    words = sorted({bare_name(c) for c in changes if c.fate is not NameFate.MOVED})
    if not words:
        return changes
    still = words_in(workshop, source, words)
    gone = [word for word in words if word not in still]
    uses = hits_in(workshop, merged, gone) if gone else ()
    return with_uses(changes, still, ((hit.word, hit.path, hit.line) for hit in uses if classify(hit.path) in (Kind.SOURCE, Kind.TEST)))
