"""What each side has at stake in a conflict: what is lost of it when the other side is taken whole."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit


@dataclass(frozen=True, slots=True)
class Feature:
    """A commit of one side and how many lines of it would be missing, or back."""

    commit: Commit
    lines: int


@dataclass(frozen=True, slots=True)
class Importer:
    """A file that imports the conflicted one, at ``line`` (from 1), and the names that it takes; none where it takes the module."""

    path: RepoPath
    line: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stake:
    """One side of one path. ``added`` and ``removed`` are its growth in lines since the base, ``hunks`` how many hunks that is; ``lost`` counts
    the parts of them that would be gone if the other side were taken whole, ``features`` tells them by commit, most lines first.
    ``definitions`` and ``tests`` are those that this side alone has. ``importers`` are files of this side.
    """

    added: int
    removed: int
    hunks: int
    lost: int
    features: tuple[Feature, ...] = ()
    definitions: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    importers: tuple[Importer, ...] = ()


@dataclass(frozen=True, slots=True)
class Stakes:
    """Both sides of one conflicted path, and what the configuration has learnt about it."""

    path: RepoPath
    kind: str
    source: Stake
    target: Stake
    lessons: tuple[str, ...] = ()

    def side(self, side: Side) -> Stake:
        """The stake of one side."""
        return self.source if side is Side.SOURCE else self.target
