"""A dependency was changed by both sides, and not alike.

Sees: the entries of pyproject.toml, requirements files, package.json, Cargo.toml and go.mod, in base, source, target and merge.
Fires: once for each package that both sides changed differently; two pinned sources of one package are the sharpest form.
Why: one file can hold one version, and the code of each side was written for its own. Which of them both can live with is for people to say.
Silent: where only one side changed the entry, or both made the same change.
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


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a package and manifest."""
    for state in subject.states:
        if not is_manifest(state.path):
            continue
        texts = state.versions.map(lambda version: subject.text(version) or "")
        contested: dict[str, list[EntryChange]] = {}
        for change in entry_changes(state.path, texts, subject.text(state.merged) or "") or ():
            if change.contested:
                contested.setdefault(change.name, []).append(change)
        for name, changes in contested.items():
            yield _finding(state.path, name, changes, texts)


def _finding(path: RepoPath, name: str, changes: list[EntryChange], texts: Merge[str]) -> Finding:
    sharp = any(all(e is not None and e.is_source for e in (c.versions.source, c.versions.target)) for c in changes)
    first = changes[0]
    told = "; ".join(f"{c.section}: {_told(c.versions.source)} on the source, {_told(c.versions.target)} on the target" for c in changes)
    asks = []
    for change in changes:
        for side in Side:
            entry = change.versions.side(side)
            lines = texts.side(side).split("\n")
            if entry is not None and 0 < entry.line <= len(lines):
                asks.append(Ask(Role.DEFINITION, side, path, lines[entry.line - 1]))
    merged = first.merged.line if first.merged is not None else 0
    what = "two pinned sources" if sharp else "both sides changed it"
    return Finding(
        check="dependency-moved-on-both-sides",
        severity=Severity.CONFIRM,
        message=f"{name}: {what} ({told})",
        scope=scope_of(path),
        path=path,
        line=merged or None,
        symbol=name,
        places=(Place(path, merged, name, first.merged.shown if first.merged is not None else ""),),
        proposal="say which of the two both sides' code can live with",
        evidence={
            "pinned": sharp,
            "entries": tuple(
                {
                    "section": c.section,
                    "base": _told(c.versions.base),
                    "source": _told(c.versions.source),
                    "target": _told(c.versions.target),
                }
                for c in changes
            ),
        },
        identity=("dependency-moved-on-both-sides", path, name),
        asks=tuple(asks),
    )


def _told(entry: Entry | None) -> str:
    return (entry.spec or "any version") if entry is not None else "absent"
