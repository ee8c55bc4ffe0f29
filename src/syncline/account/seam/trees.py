"""The four trees of a merge as code, and what stands between them: which file is which, and which files a merge can have broken."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Protocol, TypeVar, cast

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Class, Module
from syncline.account.seam.settling import UNREADABLE, read_module
from syncline.account.states import PathState
from syncline.core.merge import Merge, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.text import decode
from syncline.core.tree import Version

# Larger files are generated; their names are taken as unknown.
_LARGE = 2_000_000
_WORD = re.compile(rb"[A-Za-z_]\w+")
_FLAG = re.compile(rb"--([A-Za-z][\w-]+)")

T = TypeVar("T")
Files = Mapping[RepoPath, BlobId]


class Store(Protocol):
    """Facts that were made another night."""

    def recall(self, oid: BlobId) -> Module | None: ...

    def remember(self, oid: BlobId, module: Module) -> None: ...


class Seam:
    """Base, source, target and merged as code. Facts are made once for each blob; most blobs stand in several of the trees.

    ``files`` are the regular files of the three terms, ``merged`` those of the merge, ``states`` the paths that a side or the merge changed.
    ``store`` remembers facts from night to night; without one they are made anew.
    """

    def __init__(
        self,
        files: Merge[Files],
        merged: Files,
        states: tuple[PathState, ...],
        read: Callable[[BlobId], bytes],
        store: Store | None = None,
    ) -> None:
        self._read = read
        self._store = store
        self._facts: dict[BlobId, Module] = {}
        self._lines: dict[BlobId, list[str]] = {}
        self._derived: dict[str, tuple[Class, ...]] = {}
        self._worded: dict[BlobId, frozenset[bytes]] = {}
        self._kept: dict[object, tuple[object, ...]] = {}
        self.states = states
        self.codes = files.map(lambda term: Code(term, self.facts))
        self.merged = Code(merged, self.facts)
        self._origins = {s.path: s.versions for s in states}

    def facts(self, oid: BlobId) -> Module:
        """The facts of one blob."""
        found = self._facts.get(oid)
        if found is None:
            with _no_collector():
                found = self._facts[oid] = self._stored(oid)
        return found

    def _stored(self, oid: BlobId) -> Module:
        """The facts of a blob: those of another night, or freshly read."""
        found = self._store.recall(oid) if self._store is not None else None
        if found is None:
            data = self._read(oid)
            found = read_module(data) if len(data) < _LARGE else UNREADABLE
            if self._store is not None:
                self._store.remember(oid, found)
        return found

    def every(self, question: Callable[[Seam], Iterable[T]]) -> tuple[T, ...]:
        """All answers to a question about this seam; several checks share them, so they are kept."""
        if question not in self._kept:
            with _no_collector():
                self._kept[question] = tuple(question(self))
        return cast("tuple[T, ...]", self._kept[question])

    def side(self, side: Side) -> Code:
        """The code of one side."""
        return self.codes.side(side)

    def before(self, path: RepoPath, side: Side) -> RepoPath | None:
        """Where a side has the file that the merge has at ``path``; ``None`` where it has none."""
        versions = self._origins.get(path)
        if versions is not None:
            version = versions.side(side)
            return version.path if isinstance(version, Version) else None
        return path if path in self.side(side).files else None

    def in_base(self, path: RepoPath) -> RepoPath | None:
        """Where the base has the file that the merge has at ``path``."""
        versions = self._origins.get(path)
        if versions is not None:
            return versions.base.path if isinstance(versions.base, Version) else None
        return path if path in self.codes.base.files else None

    def lines(self, code: Code, path: str) -> list[str]:
        """The lines of a file, without their ends; none where there is no such file."""
        oid = code.files.get(RepoPath(path))
        if oid is None:
            return []
        if oid not in self._lines:
            self._lines[oid] = decode(self._read(oid)).split("\n")
        return self._lines[oid]

    def line(self, code: Code, path: str, number: int) -> str:
        """A line of a file, counted from 1; empty where there is none."""
        lines = self.lines(code, path)
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def text(self, code: Code, path: str, first: int, last: int) -> list[str]:
        """Lines ``first`` to ``last`` of a file, counted from 1, both included."""
        return [self.line(code, path, n) for n in range(first, last + 1)]

    def data(self, oid: BlobId) -> bytes:
        """The content of one blob."""
        return self._read(oid)

    @cached_property
    def changed(self) -> tuple[RepoPath, ...]:
        """Python files of the merge that differ from one parent at least."""
        files = self.merged.files
        return tuple(sorted(p for p in self.merged.places.paths if any(self.side(s).files.get(p) != files[p] for s in Side)))

    @cached_property
    def novel(self) -> tuple[RepoPath, ...]:
        """Python files of the merge that stand so in neither parent."""
        files = self.merged.files
        return tuple(p for p in self.changed if all(self._oid(p, s) != files[p] for s in Side))

    def changed_of(self, kind: Callable[[str], object]) -> tuple[RepoPath, ...]:
        """Files of a kind in the merge that differ from one parent at least; ``kind`` answers something true for them."""
        files = self.merged.files
        return tuple(sorted(p for p in files if any(self.side(s).files.get(p) != files[p] for s in Side) and kind(p)))

    def novel_of(self, kind: Callable[[str], object]) -> tuple[RepoPath, ...]:
        """Files of a kind in the merge that stand so in neither parent."""
        files = self.merged.files
        return tuple(p for p in self.changed_of(kind) if all(self._oid(p, s) != files[p] for s in Side))

    def _oid(self, path: RepoPath, side: Side) -> BlobId | None:
        before = self.before(path, side)
        return self.side(side).files.get(before) if before is not None else None

    @cached_property
    def suspects(self) -> tuple[RepoPath, ...]:
        """Files whose uses may have broken: those that differ from a parent, and others that name something whose definition the merge changed.

        A use in a file that all terms share breaks only where the merge has a definition that neither parent has so.
        """
        unsettled = self._unsettled
        known = self.naming(frozenset(name for _, name in unsettled))
        pairs = [(owner.encode("utf-8", "surrogateescape"), name.encode("utf-8", "surrogateescape")) for owner, name in unsettled]
        words = {path: self._words(self.merged.files[path]) for path in known}
        # A member is of interest where its class is named too.
        return (*self.changed, *(p for p in known if any(name in words[p] and (not owner or owner in words[p]) for owner, name in pairs)))

    def naming(self, names: frozenset[str]) -> tuple[RepoPath, ...]:
        """Python files that base, sides and merge share and that hold one of the names as a word."""
        words = frozenset(name.encode("utf-8", "surrogateescape") for name in names if len(name) > 1)
        files = self.merged.files
        quiet = sorted(self.merged.places.paths - set(self.changed)) if words else []
        return tuple(p for p in quiet if not words.isdisjoint(self._words(files[p])))

    def _words(self, oid: BlobId) -> frozenset[bytes]:
        if oid not in self._worded:
            data = self._read(oid)
            flags = (flag.replace(b"-", b"_") for flag in _FLAG.findall(data))
            self._worded[oid] = frozenset((*_WORD.findall(data), *flags))
        return self._worded[oid]

    def derived(self, name: str) -> tuple[Class, ...]:
        """Classes of the merge that name ``name`` as a base."""
        if name not in self._derived:
            paths = (*self.changed, *self.naming(frozenset({name})))
            classes = (c for path in paths for c in self.merged.module(path).classes)
            self._derived[name] = tuple(c for c in classes if any(text.rpartition(".")[2] == name for text in c.base_texts))
        return self._derived[name]

    @cached_property
    def _unsettled(self) -> frozenset[tuple[str, str]]:
        """Names whose definition in the merge stands so in neither parent, each with the class or module that has to be named with it."""
        found: set[tuple[str, str]] = set()
        for path in (*self.novel, *self._gone):
            now = definitions(self.facts(self.merged.files[path])) if path in self.merged.files else {}
            then = [self._definitions(path, side) for side in Side]
            for key in {*now, *then[0], *then[1]}:
                shapes = [now.get(key), *(before.get(key) for before in then)]
                if shapes[0] not in shapes[1:]:
                    # What is merely imported here is reached through this module alone.
                    imported = any(isinstance(shape, str) and shape for shape in shapes)
                    found.add((_stem(path), key[1]) if imported else key)
        return frozenset(found)

    def _definitions(self, path: RepoPath, side: Side) -> dict[tuple[str, str], object]:
        before = self.before(path, side)
        return definitions(self.facts(self.side(side).files[before])) if before is not None and before in self.side(side).files else {}

    @cached_property
    def _gone(self) -> tuple[RepoPath, ...]:
        paths = {p for side in Side for p in self.side(side).places.paths if p not in self.merged.files}
        return tuple(sorted(paths))


def _stem(path: RepoPath) -> str:
    """The last word of a module's dotted name."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] if name == "__init__.py" else name.removesuffix(".py")


def no_seam() -> Seam:
    """A seam of empty trees."""
    return Seam(Merge({}, {}, {}), {}, (), lambda oid: b"")


def definitions(module: Module) -> dict[tuple[str, str], object]:
    """What a file defines at its top and in its classes, as (class, name), each with what a user of it depends on."""
    found: dict[tuple[str, str], object] = {}
    for b in module.bindings:
        found.setdefault(("", b.name), b.kind if b.kind.startswith("import") else ("",))
    for f in module.functions:
        if f.outer != "function":
            found[f.owner.rpartition(".")[2], f.name] = (f.parameters, f.decorators)
    for c in module.classes:
        found["", c.name] = (c.base_texts, c.decorators, tuple((f.name, f.default) for f in c.fields if f.annotated))
        for name in (*(f.name for f in c.fields), *(w.name for w in c.written)):
            found.setdefault((c.name, name), ("",))
    return found


@contextmanager
def _no_collector() -> Iterator[None]:
    """Trees of ``ast`` are large and hold no circles: the collector only costs (five sixths of the time, measured)."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()
