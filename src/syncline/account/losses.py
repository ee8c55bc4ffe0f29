"""What is lost, grouped by the commit that wrote it: features as units instead of lists of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from syncline.account.fates import trivial
from syncline.account.linelog import LineLog
from syncline.core.ledger import Change, Fate, Part, Region
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit
from syncline.core.text import all_squeezed, squeezed


@dataclass(frozen=True, slots=True)
class Run:
    """Lines of one part that one commit wrote (or removed): the smallest thing a finding points at."""

    part: Part
    lines: tuple[str, ...]
    first: int

    @property
    def removed(self) -> bool:
        """True when these are lines that the side removed and the merge has again."""
        return self.part.change is Change.REMOVED


@dataclass(frozen=True, slots=True)
class Kind:
    """What keeps groups apart beside their writer; ``together`` tells the work of all commits in one."""

    name: str
    together: bool = False
    proven: bool = False


_LINES = Kind("lines")


@dataclass(frozen=True, slots=True)
class Loss:
    """Everything one commit of one side brought that is missing, of one kind of region.

    ``commit`` is ``None`` where no single commit of the side wrote the lines: they were made inside a merge, or history was not asked, or
    the work of several commits is told together; ``commits`` names them all. ``one_side``: all of it was dropped in conflicts.
    """

    side: Side
    commit: Commit | None
    commits: tuple[Commit, ...]
    runs: tuple[Run, ...]
    one_side: bool
    kind: str

    @property
    def missing(self) -> int:
        """How many added lines that say something are missing."""
        return sum(1 for run in self.runs if not run.removed for line in run.lines if not trivial(line))

    @property
    def back(self) -> int:
        """How many removed lines that say something are back."""
        return sum(1 for run in self.runs if run.removed for line in run.lines if not trivial(line))

    @property
    def paths(self) -> tuple[RepoPath, ...]:
        """The files concerned, each once, in order."""
        return tuple(dict.fromkeys(run.part.path for run in self.runs))


_ASKED = frozenset({Fate.LOST, Fate.OVERRULED})


def wanted_lines(parts: Iterable[Part]) -> Mapping[Side, tuple[frozenset[RepoPath], frozenset[str]]]:
    """What must be asked of each side's history: the paths and the squeezed lines of all parts that are lost or overruled."""
    paths: dict[Side, set[RepoPath]] = {side: set() for side in Side}
    lines: dict[Side, set[str]] = {side: set() for side in Side}
    for part in parts:
        if part.fate in _ASKED:
            paths[part.side].update((part.path, part.merged_path))
            lines[part.side].update(all_squeezed([line for line in (*part.lines, *part.beside) if not trivial(line)]))
    return {side: (frozenset(paths[side]), frozenset(lines[side])) for side in Side}


def losses(
    parts: Sequence[Part], logs: Merge[LineLog], kind: Callable[[Part], Kind] = lambda part: _LINES, fate: Fate = Fate.LOST
) -> tuple[Loss, ...]:
    """Group the parts of one fate by side, writer and ``kind``.

    Every line goes to the last commit of its side that added it (or, for a line that is back, removed it). Lines that history does not
    know join the commit of the line before them in their part. What a conflict's resolution dropped whole joins what the same commit lost
    otherwise, and stands alone where there is nothing else.
    """
    groups: dict[tuple[Side, object, Kind], list[tuple[Commit | None, Run]]] = {}
    for part in parts:
        if part.fate is not fate:
            continue
        of = kind(part)
        for commit, run in _runs(part, logs.side(part.side)):
            key = (part.side, commit.id if commit and not of.together else None, of)
            groups.setdefault(key, []).append((commit, run))
    return tuple(loss for (side, oid, of), found in groups.items() for loss in _losses(side, oid is not None, of, found))


def _losses(side: Side, single: bool, kind: Kind, found: list[tuple[Commit | None, Run]]) -> Iterable[Loss]:
    chosen = [pair for pair in found if pair[1].part.region is Region.ONE_SIDE]
    # Without a commit there is no feature that would hold the two together.
    split = [chosen, [pair for pair in found if pair not in chosen]] if not single else [found]
    for pairs in split:
        if pairs:
            commits = tuple(dict.fromkeys(commit for commit, _ in pairs if commit is not None))
            alone = all(run.part.region is Region.ONE_SIDE for _, run in pairs)
            yield Loss(side, commits[0] if single else None, commits, tuple(run for _, run in pairs), alone, kind.name)


def _runs(part: Part, log: LineLog) -> Iterable[tuple[Commit | None, Run]]:
    ask = log.remover if part.change is Change.REMOVED else log.writer
    writers: list[Commit | None] = []
    known: Commit | None = None
    for number, line in enumerate(part.lines, part.span.start):
        found = None if trivial(line) else ask((part.path, part.merged_path), squeezed(line), number)
        known = found or known
        writers.append(known)
    # Lines before the first known writer belong to it. Where no commit removed a line, whoever wrote what took its place knows of it; where none wrote
    # one, whoever removed what had stood there.
    across = log.writer if part.change is Change.REMOVED else log.remover
    instead = (across((part.path, part.merged_path), squeezed(line)) for line in part.beside if not trivial(line))
    first = next((writer for writer in (*writers, *instead) if writer is not None), None) or log.sole((part.path, part.merged_path))
    writers = [writer or first for writer in writers]
    at = 0
    while at < len(writers):
        end = at + 1
        while end < len(writers) and writers[end] is writers[at]:
            end += 1
        yield writers[at], Run(part, part.lines[at:end], part.span.start + at)
        at = end
    if not part.lines:
        yield log.last((part.path, part.merged_path)), Run(part, (), part.span.start)
