"""Clean merges: those of which the committed tree is exactly what git's own clean merge gives."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from syncline.account.states import PathState
from syncline.account.threeway import StretchKind, stretches
from syncline.core.errors import SynclineError
from syncline.core.hunk import Span
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Entry, Version
from syncline.ports.git.history import merge_bases, merge_commit
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.workshop import Workshop
from syncline.run.gather import located
from syncline.run.merging import GitMerge, git_merge
from syncline.run.provenance import Ends

# A file beyond this is generated or data, and would only slow the damage down.
LARGE = 400_000
# Merges of more files than this are passed by: one of them would take the time of a hundred others.
MANY = 1500


@dataclass(frozen=True, slots=True)
class Scene:
    """One clean merge. ``entries`` are the leaves of its tree."""

    mirror: str
    merge: CommitId
    ends: Ends
    base: TreeId
    git: GitMerge
    states: tuple[PathState, ...]
    entries: Mapping[RepoPath, Entry]
    workshop: Workshop

    def end(self, side: Side) -> CommitId:
        """The tip of a side."""
        return self.ends.source if side is Side.SOURCE else self.ends.target

    def text(self, version: Version | Absent) -> tuple[str, ...] | None:
        """A version as lines (none for an absent one); ``None`` where it is no text of a reasonable size."""
        if isinstance(version, Absent):
            return ()
        if not version.entry.is_file:
            return None
        data = self.workshop.read(version.entry.oid)
        return None if is_binary(data) or len(data) > LARGE else split_lines(decode(data))


@dataclass(frozen=True, slots=True)
class Spot:
    """One change of one side in a merged file: base lines, the side's lines, and where these stand in the merge."""

    side: Side
    state: PathState
    kind: StretchKind
    base: Span
    own: Span
    merged: Span


@dataclass(frozen=True, slots=True)
class Page:
    """A changed text file with its spots. ``both``: both sides changed it."""

    state: PathState
    path: RepoPath
    lines: Merge[tuple[str, ...]]
    merged: tuple[str, ...]
    spots: tuple[Spot, ...]
    both: bool


def merges_of(mirror: Path) -> tuple[CommitId, ...]:
    """Every two-parent merge of a mirror, in the order of its history."""
    command = ["git", "-C", str(mirror), "rev-list", "--min-parents=2", "--max-parents=2", "--all"]
    return tuple(CommitId(line) for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def open_scene(workshop: Workshop, mirror: str, oid: CommitId) -> Scene | None:
    """The scene of a merge to which both sides brought something and that git made cleanly; ``None`` for every other one."""
    try:
        found = merge_commit(workshop, oid)
        target, source = found.commit.parents
        bases = merge_bases(workshop, target, source)
        if not bases or target in bases or source in bases:
            return None
        merge = git_merge(workshop, target, source)
        if not merge.merged.clean or merge.merged.tree != found.tree:
            return None
        ends = Ends(target, source, TreeId(found.tree), bases)
        base = virtual_base(workshop, bases)
        _, states = located(workshop, ends, merge, base)
    except SynclineError:
        # A commit that the mirror does not hold whole; another will do.
        return None
    if len(states) > MANY:
        return None
    return Scene(mirror, oid, ends, base, merge, states, workshop.entries(found.tree), workshop)


def pages(scene: Scene, states: Iterable[PathState]) -> Iterator[Page]:
    """The changed text files whose merged text is composed of both sides' changes, as git composed it."""
    for state in states:
        texts = [scene.text(v) for v in (state.versions.base, state.versions.source, state.versions.target)]
        if isinstance(state.merged, Absent) or not isinstance(state.merged, Version):
            continue
        merged = scene.text(state.merged)
        base, source, target = texts
        if base is None or source is None or target is None or not merged:
            continue
        page = _page(state, state.merged.path, Merge(base, source, target), merged)
        if page is not None:
            yield page


def _page(state: PathState, path: RepoPath, lines: Merge[tuple[str, ...]], merged: tuple[str, ...]) -> Page | None:
    composed: list[str] = []
    spots = []
    for stretch in stretches(lines):
        if stretch.kind is StretchKind.CONFLICT:
            return None
        side = Side.SOURCE if stretch.kind is StretchKind.SOURCE else Side.TARGET
        own = stretch.spans.side(side)
        start = len(composed)
        composed.extend(lines.side(side)[own.start : own.stop])
        if stretch.kind is not StretchKind.UNCHANGED:
            spots.append(Spot(side, state, stretch.kind, stretch.spans.base, own, Span(start, len(composed))))
    if tuple(composed) != merged:
        return None
    oids = [v.entry.oid if isinstance(v, Version) else ABSENT for v in (state.versions.base, state.versions.source, state.versions.target)]
    return Page(state, path, lines, merged, tuple(spots), len(set(oids)) == 3)
