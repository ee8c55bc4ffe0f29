"""Pairs of ``forward`` and ``backward``: one gradient for each argument."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Class, Function
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath


class Unpaired(NamedTuple):
    """A class whose ``backward`` gives another number of gradients than its ``forward`` takes arguments. ``sides`` have it right."""

    path: RepoPath
    cls: Class
    forward: Function
    backward: Function
    takes: int
    gives: int
    sides: tuple[Side, ...]


def unpaired(seam: Seam) -> Iterator[Unpaired]:
    """Pairs that fit in a parent and do not in the merge, which made them of both sides."""
    for path in seam.novel:
        for cls in seam.merged.module(path).classes:
            found = _pair(cls)
            if found is None or found[2] == found[3]:
                continue
            then = {side: pair for side in Side if (pair := _before(seam, side, path, cls.qualified)) is not None}
            if then and all(takes == gives for _, _, takes, gives in then.values()):
                yield Unpaired(path, cls, *found, tuple(then))


def _pair(cls: Class) -> tuple[Function, Function, int, int] | None:
    """Both methods, what the one takes besides its context, and what the other gives; ``None`` where either cannot be told."""
    forward, backward = ([m for m in cls.methods if m.name == name] for name in ("forward", "backward"))
    if len(forward) != 1 or len(backward) != 1 or not backward[0].gives:
        return None
    if not all("staticmethod" in method.decorators for method in (forward[0], backward[0])):
        return None
    parameters = forward[0].parameters
    if not parameters or any(p.kind not in ("/", "p") for p in parameters):
        return None
    return forward[0], backward[0], len(parameters) - 1, backward[0].gives


def _before(seam: Seam, side: Side, path: RepoPath, qualified: str) -> tuple[Function, Function, int, int] | None:
    before = seam.before(path, side)
    code: Code = seam.side(side)
    found = code.classes(before, qualified) if before is not None else []
    return _pair(found[0]) if len(found) == 1 else None
