"""A merge that people are finishing by hand, in a work tree of its own."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.names import RepoPath, TreeId
from syncline.core.plan import Revision


@dataclass(frozen=True, slots=True)
class Takeover:
    """What was handed over: the two ends, the tree put into the work tree at ``path`` (markers and all), and the paths left to people.

    ``branch`` is where the finished merge goes; ``config`` the file named with ``--config``, or empty.
    """

    source: Revision
    target: Revision
    tree: TreeId
    path: str
    branch: str
    config: str
    open_paths: tuple[RepoPath, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """A path that people have not decided yet: the lines (from 1) where markers stand, none where the path as a whole waits."""

    path: RepoPath
    kind: str
    lines: tuple[int, ...]
