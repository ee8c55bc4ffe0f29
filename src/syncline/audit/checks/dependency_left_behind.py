"""A dependency that one side added, raised or removed is not so in the merged manifest.

Sees: the entries of pyproject.toml, requirements files, package.json, Cargo.toml and go.mod, in base, source, target and merge.
Fires: once for each manifest and side, with every entry that the side alone changed and the merge does not have.
Why: a manifest kept whole from one side silently drops what the other side's code needs; it shows days later, as an import that fails.
Silent: where the merge has the change, or both sides changed the entry (that is a question of its own).
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.manifests import Entry, EntryChange, entry_changes, is_manifest
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status

STATUS = Status.STABLE
_ASKS = 6


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a manifest and side."""
    for state in subject.states:
        if not is_manifest(state.path) or state.as_git:
            continue
        texts = state.versions.map(lambda version: subject.text(version) or "")
        changes = entry_changes(state.path, texts, subject.text(state.merged) or "") or ()
        for side in Side:
            dropped = [change for change in changes if change.dropped(side)]
            if dropped:
                yield _finding(state.path, side, dropped, texts)


def _finding(path: RepoPath, side: Side, dropped: list[EntryChange], texts: Merge[str]) -> Finding:
    told = "; ".join(_told(change, side) for change in dropped)
    lines = texts.side(side).split("\n")
    entries = [entry for change in dropped[:_ASKS] if (entry := change.versions.side(side)) is not None and 0 < entry.line <= len(lines)]
    return Finding(
        check="dependency-left-behind",
        severity=Severity.CONFIRM,
        message=f"the merged manifest lacks {len(dropped)} change{'s' if len(dropped) != 1 else ''} of the {side.value}: {told}",
        side=side,
        scope=scope_of(path),
        path=path,
        symbol=dropped[0].name,
        places=tuple(Place(path, 0, change.name, _told(change, side)) for change in dropped),
        proposal=f"add what the {side.value}'s code needs, then write the lock file anew",
        evidence={
            "entries": tuple(
                {
                    "section": c.section,
                    "name": c.name,
                    "base": _spec(c.versions.base),
                    side.value: _spec(c.versions.side(side)),
                    "merged": _spec(c.merged),
                }
                for c in dropped
            )
        },
        identity=("dependency-left-behind", side.value, path, *(change.name for change in dropped)),
        asks=tuple(Ask(Role.LOST, side, path, lines[entry.line - 1]) for entry in entries),
    )


def _told(change: EntryChange, side: Side) -> str:
    mine, base = change.versions.side(side), change.versions.base
    if mine is None:
        return f"{change.name} removed from {change.section}"
    what = f"{mine.shown} in {change.section}"
    return f"{what} (was {_spec(base) or 'any version'})" if base is not None else what


def _spec(entry: Entry | None) -> str | None:
    return entry.spec if entry is not None else None
