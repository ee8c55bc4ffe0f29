"""Work of the source that the target has already, under other commits and other line numbers: recognised unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from syncline.account.fates import trivial
from syncline.core.names import CommitId, RepoPath
from syncline.core.text import split_lines, squeezed
from syncline.core.unit import UnitKind
from syncline.syntax import language_of, units

# A commit is looked at closely when the target has this share of the lines it adds; it is a twin when as many of its units are equal there.
_SHARE = 0.8
# Fewer lines than these are no evidence: two people may write the same two lines.
_LINES = 4


@dataclass(frozen=True, slots=True)
class Suspect:
    """A commit whose added lines the target has, and the paths where it adds them."""

    commit: CommitId
    paths: tuple[RepoPath, ...]


def suspects(
    added: Iterable[tuple[CommitId, RepoPath, tuple[str, ...]]],
    target: Callable[[RepoPath], frozenset[str]],
    base: Callable[[RepoPath], frozenset[str]],
) -> tuple[Suspect, ...]:
    """Commits of which the target has most of the added lines, though the base has not. ``target`` and ``base`` give a file's lines, stripped."""
    counts: dict[CommitId, list[int]] = {}
    paths: dict[CommitId, list[RepoPath]] = {}
    for commit, path, lines in added:
        telling = {line.strip() for line in lines if not trivial(line)} - base(path)
        shared = telling & target(path)
        count = counts.setdefault(commit, [0, 0])
        count[0] += len(telling)
        count[1] += len(shared)
        if telling:
            paths.setdefault(commit, []).append(path)
    return tuple(
        Suspect(commit, tuple(paths[commit])) for commit, (total, shared) in counts.items() if total >= _LINES and shared >= _SHARE * total
    )


@dataclass(frozen=True, slots=True)
class Change:
    """One file of a suspect: before and after its commit, and as the target has it; empty texts where it is absent."""

    path: RepoPath
    before: str
    after: str
    target: str


def equal_units(changes: Iterable[Change]) -> tuple[str, ...] | None:
    """The units that a commit changed and that the target has word for word; ``None`` where too few of them are equal to call it a twin.

    A file that is not cut into units counts as one, and is equal when the target has all lines that the commit added.
    """
    equal: list[str] = []
    total = 0
    for change in changes:
        before, after, target = (_units(change.path, text) for text in (change.before, change.after, change.target))
        touched = [name for name, text in after.items() if before.get(name) != text]
        total += len(touched)
        equal += [name for name in touched if target.get(name) == after[name]]
    return tuple(equal) if total and len(equal) >= _SHARE * total else None


def _units(path: RepoPath, text: str) -> Mapping[str, tuple[str, ...]]:
    """The innermost units and their squeezed lines, by qualified name; the whole file where there are none."""
    lines = [squeezed(line) for line in split_lines(text)]
    language = language_of(path)
    found = {
        unit.qualified: tuple(line for line in lines[unit.lines.start : unit.lines.stop] if line)
        for unit in (units(language, text) if language and text else ())
        if unit.kind not in (UnitKind.CLASS, UnitKind.SECTION, UnitKind.IMPORT)
    }
    return found or ({str(path): tuple(line for line in lines if line)} if text else {})
