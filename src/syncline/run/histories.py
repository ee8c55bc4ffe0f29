"""Both sides' patches at the paths that are asked for: what conflicts need is read while they are resolved, the rest when it is known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from syncline.account.classes import by_product
from syncline.account.linelog import LineLog, parse_line_log
from syncline.core.merge import Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.tree import Conflict, Version
from syncline.ports.git.workshop import Workshop
from syncline.run.patch_store import line_history


@dataclass(frozen=True, slots=True)
class Histories:
    """Both sides' patches as git prints them, at the paths that were asked for and at times at more."""

    source: bytes = b""
    target: bytes = b""
    source_paths: frozenset[RepoPath] = frozenset()
    target_paths: frozenset[RepoPath] = frozenset()

    def paths(self, side: Side) -> frozenset[RepoPath]:
        """The paths that were asked for."""
        return self.source_paths if side is Side.SOURCE else self.target_paths

    def log(self, side: Side, lines: frozenset[str]) -> LineLog:
        """What the commits of one side did to some squeezed lines at the paths that were asked for."""
        return parse_line_log(self.source if side is Side.SOURCE else self.target, lines, self.paths(side))


NOTHING_READ = Histories()


def completed(
    workshop: Workshop,
    known: Histories,
    tips: Mapping[Side, CommitId],
    bases: Sequence[CommitId],
    paths: Mapping[Side, Collection[RepoPath]],
) -> Histories:
    """The histories of each side at its ``paths``; what is ``known`` is not read again."""
    asked = {side: frozenset(paths[side]) for side in Side}
    with ThreadPoolExecutor(2) as pool:
        found = {
            side: pool.submit(line_history, workshop, (tip,), bases, sorted(asked[side] - known.paths(side))) for side, tip in tips.items()
        }
    source, target = (found[side].result() for side in (Side.SOURCE, Side.TARGET))
    return Histories(known.source + source, known.target + target, asked[Side.SOURCE], asked[Side.TARGET])


@contextmanager
def read_meanwhile(
    workshop: Workshop, tips: Mapping[Side, CommitId], bases: Sequence[CommitId], conflicts: Iterable[Conflict]
) -> Iterator[Future[Histories]]:
    """Let git read the histories of conflicted files beside other work. Those of lock and generated files are large, and asked for at times."""
    paths = frozenset(path for conflict in conflicts for path in _names(conflict) if not by_product(path))
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(completed, workshop, NOTHING_READ, tips, bases, dict.fromkeys(Side, paths))


def _names(conflict: Conflict) -> Iterator[RepoPath]:
    yield conflict.path
    for version in (conflict.versions.base, conflict.versions.source, conflict.versions.target):
        if isinstance(version, Version):
            yield version.path
