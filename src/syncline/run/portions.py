"""Forecast portions by merging them one after another, in small: only the files that conflict at all, each conflict kept as the target has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from syncline.account.threeway import StretchKind, stretches
from syncline.core.forecast import ConflictForecast, Portion, Portions
from syncline.core.merge import Absent, Merge
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.plan import SyncPlan
from syncline.core.text import decode, encode, is_binary, split_lines
from syncline.core.tree import Conflict, Entry, Version
from syncline.merge.conflicts import merged_tree
from syncline.plan.slicing import Cut
from syncline.ports.git.changes import first_parent_changes
from syncline.ports.git.history import commits, deltas
from syncline.ports.git.merging import merge_trees
from syncline.ports.git.points import plant
from syncline.ports.git.workshop import Workshop

Files = dict[RepoPath, Entry]


def source_order(workshop: Workshop, plan: SyncPlan) -> tuple[CommitId, ...]:
    """The source's first-parent history beyond the target, oldest first."""
    raw = workshop.git(["rev-list", "--first-parent", "--reverse", plan.source.commit, f"^{plan.target.commit}"])
    return tuple(CommitId(line) for line in raw.decode().split())


def forecast_portions(
    workshop: Workshop, plan: SyncPlan, base: TreeId, conflicts: Sequence[ConflictForecast], order: Sequence[CommitId], cuts: Sequence[Cut]
) -> Portions:
    """Merge the portions in their order and count what conflicts in each.

    ``conflicts`` are those of the merge at once: files beyond them are taken not to conflict on the way either.
    """
    hot = _hot_paths(workshop, plan, base, conflicts)
    states = _states(workshop, plan, base, order, hot)
    known = {c.id: c for c in commits(workshop, ["--no-walk", *(order[cut.stop - 1] for cut in cuts)])}
    here = {path: entry for path, entry in workshop.entries(plan.target.commit, hot).items() if path in hot} if hot else {}
    # Until the first portion has landed, what both have in common is the merge base.
    before = {path: entry for path, entry in workshop.entries(base, hot).items() if path in hot} if hot else {}
    found = []
    for cut in cuts:
        theirs = states[cut.stop - 1]
        here, clashes = _merge(workshop, before, here, theirs)
        paths = tuple(sorted(clash.path for clash, _ in clashes))
        found.append(Portion(known[order[cut.stop - 1]], cut.stop - cut.start, cut.hard, paths, sum(n for _, n in clashes)))
        before = theirs
    return Portions(tuple(found), len(conflicts), sum(c.regions for c in conflicts))


def _hot_paths(workshop: Workshop, plan: SyncPlan, base: TreeId, conflicts: Sequence[ConflictForecast]) -> frozenset[RepoPath]:
    hot = {c.path for c in conflicts}
    for side in (plan.source.commit, plan.target.commit):
        for delta in deltas(workshop, base, side, renames=True):
            if delta.path != delta.old_path and (delta.path in hot or delta.old_path in hot):
                hot |= {delta.path, delta.old_path}
    return frozenset(hot)


def _states(workshop: Workshop, plan: SyncPlan, base: TreeId, order: Sequence[CommitId], hot: frozenset[RepoPath]) -> list[Files]:
    """The hot files after each commit of the source."""
    touched = (
        {t.commit: t for t in first_parent_changes(workshop, [plan.source.commit, f"^{plan.target.commit}"], sorted(hot))} if hot else {}
    )
    now: Files = {path: entry for path, entry in workshop.entries(base, hot).items() if path in hot} if hot else {}
    states = []
    for commit in order:
        if commit in touched:
            now = dict(now)
            for change in touched[commit].changes:
                if change.new is None:
                    now.pop(change.path, None)
                else:
                    now[change.path] = change.new
        states.append(now)
    return states


def _merge(workshop: Workshop, base: Files, target: Files, source: Files) -> tuple[Files, list[tuple[Conflict, int]]]:
    """The merged files with every conflict kept as the target has it, and each conflict with its number of regions."""
    if base == source:
        return target, []
    [[ours, theirs]] = plant(workshop, [(base, [target, source])])
    raw = merge_trees(workshop, ours, theirs)
    merged = merged_tree(raw.tree, raw.stages, raw.messages)
    files: Files = dict(workshop.entries(raw.tree))
    clashes = []
    for conflict in merged.conflicts:
        regions, kept = _settle(workshop, conflict)
        clashes.append((conflict, regions))
        versions = (conflict.versions.base, conflict.versions.source, conflict.versions.target)
        for path in {conflict.path, *(v.path for v in versions if isinstance(v, Version))}:
            files.pop(path, None)
        if kept is not None:
            files[kept.path] = kept.entry
    return files, clashes


def _settle(workshop: Workshop, conflict: Conflict) -> tuple[int, Version | None]:
    """How many regions conflict, and the file with the target's lines in them; the target's whole file where there are no lines."""
    source, target = conflict.versions.source, conflict.versions.target
    whole = target if isinstance(target, Version) else None
    if whole is None or not isinstance(source, Version):
        return 1, whole
    texts = _texts(workshop, conflict.versions)
    if texts is None:
        return 1, whole
    out: list[str] = []
    regions = 0
    for stretch in stretches(texts):
        ours = stretch.kind is not StretchKind.SOURCE
        span = stretch.spans.target if ours else stretch.spans.source
        out.extend((texts.target if ours else texts.source)[span.start : span.stop])
        regions += stretch.kind is StretchKind.CONFLICT
    return max(1, regions), Version(whole.path, Entry(whole.entry.mode, workshop.write_blob(encode("".join(out)))))


def _texts(workshop: Workshop, versions: Merge[Version | Absent]) -> Merge[tuple[str, ...]] | None:
    contents: Mapping[BlobId, bytes] = workshop.read_all(
        [v.entry.oid for v in (versions.base, versions.source, versions.target) if isinstance(v, Version) and v.entry.is_file]
    )
    if any(is_binary(data) or len(data) > 2_000_000 for data in contents.values()):
        return None
    if any(isinstance(v, Version) and not v.entry.is_file for v in (versions.base, versions.source, versions.target)):
        return None
    return versions.map(lambda v: split_lines(decode(contents[v.entry.oid])) if isinstance(v, Version) else ())
