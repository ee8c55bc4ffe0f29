"""Find work of the source that the target has already: by patch, by "cherry picked from", unit by unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from syncline.core.forecast import Likeness, Twin
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.plan import SyncPlan
from syncline.core.provenance import Commit
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Entry
from syncline.plan.collisions import border
from syncline.plan.twins import Change, Suspect, equal_units, suspects
from syncline.ports.git.changes import AddedLines, Touched, added_lines, first_parent_changes, picked_from, same_patches
from syncline.ports.git.history import commits
from syncline.ports.git.workshop import Workshop

_LARGE = 1_000_000


@dataclass(frozen=True, slots=True)
class Hints:
    """What git alone knows of twins; asked for early, since it takes git longer than us."""

    same: tuple[tuple[CommitId, CommitId], ...]
    to_target: tuple[tuple[CommitId, CommitId], ...]
    to_source: tuple[tuple[CommitId, CommitId], ...]
    added: tuple[AddedLines, ...]


def hints(workshop: Workshop, plan: SyncPlan) -> Hints:
    """Ask git. Uses processes of its own only, so it may run beside other work."""
    source, target = plan.source.commit, plan.target.commit
    return Hints(
        same_patches(workshop, source, target),
        picked_from(workshop, [target, f"^{source}"]),
        picked_from(workshop, [source, f"^{target}"]),
        added_lines(workshop, [source, f"^{target}"]),
    )


def find_twins(workshop: Workshop, plan: SyncPlan, base: TreeId, known_to_git: Hints) -> tuple[Twin, ...]:
    """The twins, in the order of the plan's commits; each commit of the source once, by its surest likeness."""
    known = {c.id: c for c in plan.commits}
    pairs: dict[CommitId, tuple[CommitId | None, Likeness, tuple[str, ...]]] = {}
    for original, copy in known_to_git.same:
        pairs[original] = (copy, Likeness.PATCH, ())
    for original, copy in known_to_git.to_target:
        if original in known:
            pairs.setdefault(original, (copy, Likeness.PICKED, ()))
    for original, copy in known_to_git.to_source:
        # A copy on the source of what the target had first.
        if copy in known and original not in known:
            pairs.setdefault(copy, (original, Likeness.PICKED, ()))
    for oid, (bringer, units) in _by_units(workshop, plan, base, set(pairs), known_to_git.added).items():
        pairs[oid] = (bringer, Likeness.UNITS, units)
    named = {oid for other, _, _ in pairs.values() if other is not None for oid in (other,) if workshop.has(oid)}
    there = {c.id: c for c in commits(workshop, ["--no-walk", *sorted(named)])} if named else {}
    return tuple(_twin(c, pairs[c.id], there) for c in plan.commits if c.id in pairs)


def _twin(commit: Commit, pair: tuple[CommitId | None, Likeness, tuple[str, ...]], there: Mapping[CommitId, Commit]) -> Twin:
    other, likeness, units = pair
    return Twin(commit, there.get(other) if other is not None else None, likeness, units)


def _by_units(
    workshop: Workshop, plan: SyncPlan, base: TreeId, known: set[CommitId], lines_added: Sequence[AddedLines]
) -> dict[CommitId, tuple[CommitId | None, tuple[str, ...]]]:
    source, target = plan.source.commit, plan.target.commit
    added = [a for a in lines_added if a.commit not in known]
    paths = sorted({a.path for a in added})
    if not paths:
        return {}
    at_base, at_target = workshop.entries(base, paths), workshop.entries(target, paths)
    texts = _Texts(workshop)

    def words(entries: Mapping[RepoPath, Entry], path: RepoPath) -> frozenset[str]:
        return texts.words(entries.get(path))

    found = suspects(((a.commit, a.path, a.lines) for a in added), lambda p: words(at_target, p), lambda p: words(at_base, p))
    if not found:
        return {}
    touched = {t.commit: t for t in first_parent_changes(workshop, [source, f"^{target}"])}
    equal = {s.commit: units for s in found if (units := equal_units(_changes(s, touched[s.commit], at_target, texts))) is not None}
    brought = {s.commit: s for s in found if s.commit in equal}
    lines = {a.commit: (a.path, a.lines) for a in added if a.commit in brought}
    return {oid: (_bringer(workshop, plan, *lines[oid], texts), units) for oid, units in equal.items()}


def _changes(suspect: Suspect, touched: Touched, target: Mapping[RepoPath, Entry], texts: _Texts) -> list[Change]:
    return [
        Change(d.path, texts.text(d.old), texts.text(d.new), texts.text(target.get(d.path)))
        for d in touched.changes
        if d.path in suspect.paths
    ]


def _bringer(workshop: Workshop, plan: SyncPlan, path: RepoPath, lines: tuple[str, ...], texts: _Texts) -> CommitId | None:
    """The commit of the target's first-parent history after which the file has the longest of these lines."""
    line = max((text.strip() for text in lines), key=len)
    touched = first_parent_changes(workshop, [plan.target.commit, f"^{plan.source.commit}"], [path])
    entries = [change.new for one in reversed(touched) for change in one.changes]
    if not entries or line not in texts.words(entries[-1]):
        return None
    at = border(-1, len(entries) - 1, lambda state: line in texts.words(entries[state]))
    return touched[len(touched) - 1 - at].commit


class _Texts:
    """Files as text and as sets of lines, each read once."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._texts: dict[BlobId, str] = {}
        self._words: dict[BlobId, frozenset[str]] = {}

    def text(self, entry: Entry | None) -> str:
        """The text of a file; empty where there is none, or it is no text of a reasonable size."""
        if entry is None or not entry.is_file:
            return ""
        if entry.oid not in self._texts:
            data = self._workshop.read(entry.oid)
            self._texts[entry.oid] = "" if is_binary(data) or len(data) > _LARGE else decode(data)
        return self._texts[entry.oid]

    def words(self, entry: Entry | None) -> frozenset[str]:
        """Its lines without the white space around them."""
        if entry is None:
            return frozenset()
        if entry.oid not in self._words:
            self._words[entry.oid] = frozenset(map(str.strip, split_lines(self.text(entry))))
        return self._words[entry.oid]
