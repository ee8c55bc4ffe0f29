"""Dependencies of every manifest that a side changed: what each side asked for, and what stands in the head."""

from __future__ import annotations

from syncline.account.manifests import Entry as Dependency
from syncline.account.manifests import entry_changes, is_manifest
from syncline.core.merge import Merge
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.plan import SyncPlan
from syncline.core.text import decode
from syncline.ports.git.history import deltas
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.workshop import Workshop
from syncline.report.body.facts import Reconciled


def reconciled(workshop: Workshop, plan: SyncPlan, head: CommitId) -> tuple[Reconciled, ...]:
    """Every entry that a side changed since the base, manifest by manifest. One that cannot be read as a manifest is left out."""
    base = virtual_base(workshop, plan.bases)
    ends: Merge[TreeId | CommitId] = Merge(base, plan.source.commit, plan.target.commit)
    changed = {d.path for end in (ends.source, ends.target) for d in deltas(workshop, base, end, renames=False) if is_manifest(d.path)}
    found: list[Reconciled] = []
    for path in sorted(changed):
        texts = ends.map(lambda end, path=path: _text(workshop, end, path))  # type: ignore[misc]
        for change in entry_changes(path, texts, _text(workshop, head, path)) or ():
            versions = change.versions.map(_spec)
            line = change.merged.line if change.merged is not None else 0
            found.append(Reconciled(path, change.section, change.name, versions, _spec(change.merged), line))
    return tuple(found)


def _text(workshop: Workshop, end: TreeId | CommitId, path: RepoPath) -> str:
    entry = workshop.entries(end, (path,)).get(path)
    return decode(workshop.read(entry.oid)) if entry is not None and entry.is_file else ""


def _spec(entry: Dependency | None) -> str | None:
    return entry.spec if entry is not None else None
