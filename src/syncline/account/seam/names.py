"""Names that are bound nowhere in their file any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Binding, Name
from syncline.account.seam.module import Module
from syncline.account.seam.things import Missing, Thing
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath


class Unbound(NamedTuple):
    """A name without a binding, all its uses, and the bindings that the sides' versions have at the top of the file."""

    path: RepoPath
    name: str
    uses: tuple[Name, ...]
    bound: tuple[tuple[Side, Binding], ...]
    used: tuple[Side, ...]


def unbound(seam: Seam) -> Iterator[Unbound]:
    """Names that are undefined in the merge and, in that file, in neither parent."""
    starred = [p for p in seam.suspects if seam.merged.module(p).stars]
    for path in dict.fromkeys((*seam.novel, *starred)):
        module = seam.merged.module(path)
        if not module.undefined:
            continue
        old = {name for side in Side for name in _unbound_before(seam, path, side)}
        by_name: dict[str, list[Name]] = {}
        for use in module.undefined:
            if use.name not in old and not _from_star(seam.merged, path, use.name):
                by_name.setdefault(use.name, []).append(use)
        for name, uses in by_name.items():
            bound = tuple((side, b) for side in Side for b in _bindings(seam, path, side, name)[:1])
            used = tuple(side for side in Side if _names(seam, path, side, name))
            # Where names may come from nowhere to be seen, only a binding that is known to have been lost tells.
            if module.open and not bound:
                continue
            yield Unbound(path, name, tuple(uses), bound, used)


def _unbound_before(seam: Seam, path: RepoPath, side: Side) -> set[str]:
    before = seam.before(path, side)
    if before is None:
        return set()
    code = seam.side(side)
    module = code.module(before)
    return {n.name for n in module.undefined if not _from_star(code, before, n.name)} if module.parsed else set()


def _from_star(code: Code, path: RepoPath, name: str) -> bool:
    """Whether ``name`` may come through a star import; a module that cannot be seen may bring anything."""
    for dotted, level in code.module(path).stars:
        place = code.places.module(dotted, level, path)
        if place is None or place.endswith("/"):
            return True
        if not isinstance(code.member(Thing("module", place), name), Missing):
            return True
    return False


def _bindings(seam: Seam, path: RepoPath, side: Side, name: str) -> tuple[Binding, ...]:
    before = seam.before(path, side)
    return seam.side(side).module(before).bound(name) if before is not None else ()


def _names(seam: Seam, path: RepoPath, side: Side, name: str) -> bool:
    before = seam.before(path, side)
    return before is not None and name in _mentioned(seam.side(side).module(before))


def _mentioned(module: Module) -> frozenset[str]:
    return module.words | module.given
