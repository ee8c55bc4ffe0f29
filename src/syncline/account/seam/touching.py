"""Which names a merge can have broken for a file: those whose definition it has otherwise than the parent the file was taken from.

A use in a file that stands so in a parent works or fails there as it did, unless looking it up passes through a definition that the parent has
otherwise. What it meets first of that kind has a name of ours: a definition of a module and a class that both have, or a module that is gone.
The names that pass one on count too: another name of an import, a class that inherits its constructor, an attribute that holds an instance.
What names none of them needs no look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from syncline.account.seam.code import Code
from syncline.account.seam.module import Module
from syncline.account.seam.shapes import HOLDS, INHERITS, OPENS, THERE, Key
from syncline.account.seam.things import member_names
from syncline.core.names import RepoPath

_CALLED = frozenset({"__call__", "forward"})
_BUILT = frozenset({"__init__", "__new__"})
# Rounds of looking for names that pass a name on, in files that nobody changed.
_ROUNDS = 3


class Change(NamedTuple):
    """A definition that the merge has otherwise than every side it is compared with."""

    path: RepoPath
    key: Key


class Versions(NamedTuple):
    """One file in the merge and on the sides it is compared with; ``None`` where it is absent."""

    path: RepoPath
    merged: Module
    sides: tuple[Module | None, ...]


class Named:
    """Names, each of a class's member, or of a module; modules are known by the last word of their name."""

    def __init__(self) -> None:
        self.members: set[str] = set()
        self.modules: dict[str, set[str]] = {}

    def add(self, name: str, module: str | None) -> bool:
        """Add a member's name (``module`` is ``None``), or a module's; true when it is new."""
        known = self.members if module is None else self.modules.setdefault(module, set())
        if name in known:
            return False
        known.add(name)
        return True

    def update(self, other: Named) -> None:
        """Add all names of another."""
        self.members |= other.members
        for module, names in other.modules.items():
            self.modules.setdefault(module, set()).update(names)

    def met(self, words: frozenset[str]) -> frozenset[str]:
        """All names of modules that a file whose imports hold the words can meet."""
        return frozenset[str]().union(*(self.modules[word] for word in words & self.modules.keys()))

    def tops(self) -> frozenset[str]:
        """All names of modules, whatever their module."""
        return frozenset[str]().union(*self.modules.values())

    def items(self) -> Iterator[tuple[str, str | None]]:
        """Every name with its module; ``None`` for members."""
        yield from ((name, None) for name in self.members)
        yield from ((name, module) for module, names in self.modules.items() for name in names)


class Passes(NamedTuple):
    """A name that a file passes on (``shapes.Edge``). ``words`` are those of its imports, ``own`` its own."""

    name: str
    kind: str
    own: str
    top: bool
    words: frozenset[str]


class Edges:
    """What files pass on, by the name that is passed on."""

    def __init__(self, files: Iterable[tuple[RepoPath, Module]]) -> None:
        self.paths: set[RepoPath] = set()
        self.by_mention: dict[str, list[Passes]] = {}
        self.stars: dict[str, list[Passes]] = {}
        self.extend(files)

    def extend(self, files: Iterable[tuple[RepoPath, Module]]) -> bool:
        """Take further files in; true when there were any."""
        before = len(self.paths)
        for path, module in files:
            if path in self.paths:
                continue
            self.paths.add(path)
            own = stem(path)
            words = module.reached | {own}
            for one in module.imports:
                if one.name == "*":
                    self.stars.setdefault(one.module.rpartition(".")[2], []).append(Passes("*", "alias", own, top=True, words=words))
                elif one.name is not None:
                    self.by_mention.setdefault(one.name, []).append(Passes._make((one.bound, "alias", own, True, words)))
            for name, kind, mention, top in module.edges:
                self.by_mention.setdefault(mention, []).append(Passes._make((name, kind, own, top, words)))
        return len(self.paths) > before


class Touched(NamedTuple):
    """``changes``: definitions that differ; ``gone``: last words of modules that are no more; ``named``: the names by which all this is met."""

    changes: tuple[Change, ...]
    gone: frozenset[str]
    named: Named


Others: TypeAlias = Callable[[Mapping[str, frozenset[str]]], Iterable[tuple[RepoPath, Module]]]


def differing(files: Iterable[Versions]) -> Iterator[Change]:
    """Definitions that the merge has otherwise than every one of the sides, in files that it and one of them have."""
    for path, merged, sides in files:
        then = [side.marks for side in sides if side is not None]
        if not then:
            continue
        now = merged.marks
        changed = frozenset.intersection(*(frozenset(key for key, _ in now.items() ^ marks.items()) for marks in then))
        for raw in changed:
            # A class that came or went is met by its own name first.
            its = ("", raw[0], INHERITS)
            if not raw[0] or (its in now and any(its in marks for marks in then)):
                yield Change(path, Key(*raw))


def stem(path: str) -> str:
    """The last word of a module's dotted name."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] if name == "__init__.py" else name.removesuffix(".py")


def touched(changes: tuple[Change, ...], gone: Iterable[str], codes: Iterable[Code], edges: Edges, others: Others) -> Touched:
    """All names by which the changed definitions are met.

    ``gone`` are last words of modules that are no more, ``codes`` the trees compared, ``edges`` what files pass on. ``others`` gives further
    files: those that hold a name and one of its modules as words.
    """
    named, things, kinds = Named(), Named(), Named()
    for path, key in changes:
        module = stem(path)
        owner, name, aspect = key
        named.add(name or module, None if owner or aspect == OPENS else module)
        if aspect in (HOLDS, INHERITS) or (aspect == THERE and not owner):
            kinds.add(name, None if owner else module)
        elif not owner:
            things.add(name, module)
        if owner and name in _CALLED:
            kinds.add(owner, module)
        elif owner and name in _BUILT:
            things.add(owner, module)
        if aspect == INHERITS:
            for member in (m for code in codes for m in _inherited(code, path, name)):
                named.add(member, None)
    for _ in range(_ROUNDS):
        _spread(things, kinds, edges)
        both = Named()
        both.update(things)
        both.update(kinds)
        by_name: dict[str, set[str]] = {}
        for name, where in both.items():
            if where is not None:
                by_name.setdefault(name, set()).add(where)
        if not edges.extend(others({name: frozenset(modules) for name, modules in by_name.items()})):
            break
    named.update(things)
    named.update(kinds)
    return Touched(changes, frozenset(gone), named)


def _inherited(code: Code, path: RepoPath, name: str) -> Iterator[str]:
    """Everything that a class and its bases define."""
    if path in code.files:
        for cls in code.module(path).classes:
            if cls.name == name:
                yield from (member for _, one in code.lineage(path, cls).classes for member in member_names(one))


def _spread(things: Named, kinds: Named, edges: Edges) -> None:
    """Add all names that pass one of them on; of ``kinds`` also the names of what holds an instance or a result of it."""
    queue = [(name, module, found) for found in (things, kinds) for name, module in found.items()]
    while queue:
        name, module, found = queue.pop()
        for passed, kind, own, top, words in edges.by_mention.get(name, ()):
            if (module is None or module in words) and (kind != "made" or found is kinds):
                where = own if top else None
                if found.add(passed, where):
                    queue.append((passed, where, found))
        if module is not None:
            queue.extend((name, one.own, found) for one in edges.stars.get(module, ()) if found.add(name, one.own))
