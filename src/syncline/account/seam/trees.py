"""The seam of a merge: which uses it can have broken, and the answers that several checks share."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from functools import cached_property
from typing import TypeVar, cast

from syncline.account.seam.facts import Class
from syncline.account.seam.library import Stores
from syncline.account.seam.module import Interest, Module
from syncline.account.seam.shapes import BUILDS, INHERITS, THERE
from syncline.account.seam.terms import Files, Terms
from syncline.account.seam.touching import Edges, Touched, Versions, differing, stem, touched
from syncline.account.states import PathState
from syncline.core.merge import Merge, Side
from syncline.core.names import BlobId, RepoPath

# Objects made by one question that are worth hiding from the collector.
_MANY = 50_000

T = TypeVar("T")


class Seam(Terms):
    """The terms, and what in them a merge can have broken.

    ``narrow`` is false where every use is to be looked up, whatever it names: slower, and to the same result.
    """

    def __init__(
        self,
        files: Merge[Files],
        merged: Files,
        states: tuple[PathState, ...],
        read: Callable[[BlobId], bytes],
        stores: Stores | None = None,
        *,
        narrow: bool = True,
    ) -> None:
        super().__init__(files, merged, states, read, stores)
        self.narrow = narrow
        self._derived: dict[str, tuple[Class, ...]] = {}
        self._mothers: dict[RepoPath, tuple[tuple[str, str], ...]] = {}
        self._kept: dict[object, tuple[object, ...]] = {}
        self._names: dict[tuple[RepoPath, tuple[Side, ...]], Interest | None] = {}
        self._heirs: dict[tuple[Side, ...], frozenset[str]] = {}
        self._touched: dict[tuple[Side, ...], Touched] = {}
        self._elsewhere: dict[tuple[Side, ...], frozenset[str]] = {}

    def every(self, question: Callable[[Seam], Iterable[T]]) -> tuple[T, ...]:
        """All answers to a question about this seam; several checks share them, so they are kept."""
        if question not in self._kept:
            with _no_collector():
                self._kept[question] = tuple(question(self))
        return cast("tuple[T, ...]", self._kept[question])

    def expected(self) -> Iterator[BlobId]:
        """The blobs whose facts are asked for in any case: merged files that differ from a parent, and that parent's."""
        for path in self.changed:
            yield self.merged.files[path]
            yield from (oid for side in Side if (oid := self._oid(path, side)) is not None)

    @cached_property
    def suspects(self) -> tuple[RepoPath, ...]:
        """Files whose uses may have broken: those that differ from a parent, and others that name something whose definition the merge changed.

        A use in a file that all terms share breaks only where the merge has a definition that neither parent has so.
        """
        found = self.touched(*Side)
        pairs = {(c.key.owner or stem(c.path), c.key.name) for c in found.changes}
        alone = {_encoded(name) for name in found.gone}
        beside: dict[bytes, set[bytes]] = {}
        for owner, name in pairs:
            if owner and name:
                beside.setdefault(_encoded(owner), set()).add(_encoded(name))
            else:
                alone.add(_encoded(owner or name))
        # The module of a whole tree has no name: any file may hold it.
        every = b"" in alone
        held = ((path, self.library.words(self.merged.files[path])) for path in self._quiet)
        return (*self.changed, *(path for path, known in held if every or not alone.isdisjoint(known) or _with_both(known, beside)))

    def interest(self, path: RepoPath) -> Interest | None:
        """What a use in this file of the merge has to name to be of interest; ``None`` where all of them are."""
        same = tuple(side for side in Side if self.same(path, side))
        return self.names_of(path, same) if same else None

    def names_of(self, path: RepoPath, sides: tuple[Side, ...]) -> Interest | None:
        """Names by which a use in this file can meet what the merge defines otherwise than all of some sides; ``None``: by any."""
        if (path, sides) not in self._names:
            self._names[path, sides] = self._names_of(path, sides)
        return self._names[path, sides]

    def _names_of(self, path: RepoPath, sides: tuple[Side, ...]) -> Interest | None:
        if not self.narrow or any(self.before(path, side) != path for side in sides):
            return None
        places, then = self.merged.places, [self.side(side).places for side in sides]
        # Its imports may mean something else where a root came or went, or a folder around it became a package.
        if any(p.roots != places.roots or any(path.startswith(folder) for folder in p.regular ^ places.regular) for p in then):
            return None
        module, found = self.merged.module(path), self.touched(*sides)
        moved = self._moved(sides)
        elsewhere = {
            one.bound
            for one in module.imports
            if (not one.module or one.module.rpartition(".")[2] in moved)
            and all(p.module(one.module, one.level, path) != places.module(one.module, one.level, path) for p in then)
        }
        return Interest(found.named.members, found.named.met(module.reached | {stem(path)}) | found.gone | elsewhere)

    def _moved(self, sides: tuple[Side, ...]) -> frozenset[str]:
        """Last words of the modules and folders that the merge has and each of the sides has not, or the other way round.

        What a dotted name means differs only where it ends with one of them.
        """
        if sides not in self._elsewhere:
            here, theirs = self.merged.places, [self.side(side).places for side in sides]
            self._elsewhere[sides] = frozenset.intersection(
                *(frozenset((*map(stem, p.paths ^ here.paths), *map(_last, p.folders ^ here.folders))) for p in theirs)
            )
        return self._elsewhere[sides]

    def heirs(self, path: RepoPath) -> frozenset[str] | None:
        """Names of classes that the merge has otherwise than the sides that this file was taken from, and of all derived from them.

        ``None`` where that is every class.
        """
        same = tuple(side for side in Side if self.same(path, side))
        if not same or self.names_of(path, same) is None:
            return None
        if same not in self._heirs:
            touched = self.touched(*same)
            known: set[str] = set()
            tops = touched.named.tops()
            fresh = {owner or name for _, (owner, name, aspect) in touched.changes if owner or aspect in (INHERITS, BUILDS)}
            while fresh:
                known |= fresh
                paths = (*self.changed, *self.naming(frozenset(fresh)))
                heirs = (heir for p in paths for heir in self.bases(p))
                # A base may stand there under another name, or be another class altogether.
                fresh = {name for name, mention in heirs if mention in fresh or mention in tops} - known
            self._heirs[same] = frozenset(known) | tops
        return self._heirs[same]

    def touched(self, *sides: Side) -> Touched:
        """What the merge defines otherwise than all of these sides, and how it is met."""
        if sides not in self._touched:
            versions = (self._versions(path, sides) for path in self.changed)
            changes = tuple(differing(v for v in versions if v is not None))
            codes = (self.merged, *(self.side(side) for side in sides))
            self._touched[sides] = touched(changes, self._gone(sides), codes, self._edges, self._with_both)
        return self._touched[sides]

    def _versions(self, path: RepoPath, sides: tuple[Side, ...]) -> Versions | None:
        """The versions of a file that the merge has otherwise than all of some sides."""
        if any(self._oid(path, side) == self.merged.files[path] for side in sides):
            return None
        before = [(self.side(side), self.before(path, side)) for side in sides]
        return Versions(path, self.merged.module(path), tuple(code.module(p) if p is not None else None for code, p in before))

    def _gone(self, sides: tuple[Side, ...]) -> Iterator[str]:
        """Last words of modules and folders that all of the sides have, and the merge has no more."""
        here, theirs = self.merged.places, [self.side(side).places for side in sides]
        yield from (stem(path) for path in frozenset.intersection(*(p.paths for p in theirs)) - here.paths)
        yield from (_last(folder) for folder in set.intersection(*(p.folders for p in theirs)) - here.folders)

    @cached_property
    def _edges(self) -> Edges:
        return Edges((path, self.merged.module(path)) for path in self.changed)

    def _with_both(self, names: Mapping[str, frozenset[str]]) -> Iterator[tuple[RepoPath, Module]]:
        """Files that all trees share and that hold a name and one of its modules as words."""
        wanted = {_encoded(name): {_encoded(module) for module in names[name]} for name in names}
        for path in self._quiet:
            if _with_both(self.library.words(self.merged.files[path]), wanted):
                yield path, self.merged.module(path)

    @cached_property
    def _quiet(self) -> tuple[RepoPath, ...]:
        """Python files that base, sides and merge share."""
        return tuple(sorted(self.merged.places.paths - set(self.changed)))

    def naming(self, names: frozenset[str]) -> tuple[RepoPath, ...]:
        """Python files that base, sides and merge share and that hold one of the names as a word."""
        words = frozenset(_encoded(name) for name in names if len(name) > 1)
        files = self.merged.files
        return tuple(p for p in self._quiet if not words.isdisjoint(self.library.words(files[p]))) if words else ()

    def defining(self, name: str) -> tuple[RepoPath, ...]:
        """Files of the merge that differ from a parent and bind a name at their top."""
        return tuple(self._tops.get(name, ()))

    @cached_property
    def _tops(self) -> dict[str, list[RepoPath]]:
        found: dict[str, list[RepoPath]] = {}
        for path in self.changed:
            for owner, name, aspect in self.merged.module(path).marks:
                if not owner and aspect == THERE:
                    found.setdefault(sys.intern(name), []).append(path)
        return found

    def derived(self, name: str) -> tuple[Class, ...]:
        """Classes of the merge that name ``name`` as a base."""
        if name not in self._derived:
            paths = (*self.changed, *self.naming(frozenset({name})))
            heirs = (path for path in paths if any(mention == name for _, mention in self.bases(path)))
            classes = (c for path in heirs for c in self.merged.module(path).classes)
            self._derived[name] = tuple(c for c in classes if any(text.rpartition(".")[2] == name for text in c.base_texts))
        return self._derived[name]

    def bases(self, path: RepoPath) -> tuple[tuple[str, str], ...]:
        """The classes of a file of the merge, each with the last word of a base."""
        if path not in self._mothers:
            self._mothers[path] = tuple((name, mention) for name, kind, mention, _ in self.merged.module(path).edges if kind == "base")
        return self._mothers[path]


def _encoded(name: str) -> bytes:
    """A name as it stands among the words of a file."""
    return name.encode("utf-8", "surrogateescape")


def _with_both(words: frozenset[bytes], wanted: Mapping[bytes, AbstractSet[bytes]]) -> bool:
    """True when the words hold one of the wanted ones and one that belongs to it."""
    return any(not words.isdisjoint(wanted[word]) for word in words & wanted.keys())


def _last(folder: str) -> str:
    return folder.rstrip("/").rpartition("/")[2]


def no_seam() -> Seam:
    """A seam of empty trees."""
    return Seam(Merge({}, {}, {}), {}, (), lambda oid: b"")


@contextmanager
def _no_collector() -> Iterator[None]:
    """Trees of ``ast`` are large and hold no circles: the collector only costs (five sixths of the time, measured)."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            if gc.get_count()[0] > _MANY:
                # What was made is kept to the end and holds no circles either: looking through it once more finds nothing.
                gc.freeze()
            gc.enable()
