"""Who loads a file that is not there (yet): imports and includes that would lead to it, and nothing that merely mentions it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from syncline.account.seam.facts import Guard
from syncline.account.seam.imports import loaded
from syncline.account.seam.module import Module
from syncline.account.seam.places import Places
from syncline.account.seam.references import loads
from syncline.core.names import BlobId, RepoPath
from syncline.syntax import is_test_path, language_of

# Languages whose files name what they load, so that a file that nobody loads can be told.
LOADED = frozenset({"python", "javascript", "typescript", "tsx", "c", "cpp", "ruby", "php", "rust"})


class Tree:
    """One tree: its files, and how to read a blob as facts (Python) or as text. A path may have several blobs where git left a conflict.

    Not a value: where its modules are is worked out once, when it is first asked.
    """

    def __init__(
        self, files: Mapping[RepoPath, tuple[BlobId, ...]], facts: Callable[[BlobId], Module], text: Callable[[BlobId], str]
    ) -> None:
        self.files = files
        self.facts = facts
        self.text = text

    @cached_property
    def places(self) -> Places:
        """Where the modules are."""
        return Places(self.files)


def loaders(tree: Tree, wanted: frozenset[RepoPath], among: Iterable[RepoPath]) -> dict[RepoPath, tuple[RepoPath, ...]]:
    """Which files of ``among`` load each of ``wanted``. Imports that expect to fail load nothing."""
    places = Places({*tree.files, *wanted})
    known = {path: BlobId("") for path in wanted}
    found: dict[RepoPath, dict[RepoPath, None]] = {}
    for path in among:
        for oid in tree.files.get(path, ()):
            for there in _loaded_by(tree, places, known, path, oid):
                if there in wanted and there != path:
                    found.setdefault(there, {})[path] = None
    return {path: tuple(sorted(by)) for path, by in found.items()}


def _loaded_by(tree: Tree, places: Places, known: Mapping[RepoPath, BlobId], path: RepoPath, oid: BlobId) -> Iterator[RepoPath]:
    if language_of(path) != "python":
        yield from loads(path, tree.text(oid), known)
        return
    for one in tree.facts(oid).imports:
        if not one.guard & (Guard.IMPORT | Guard.TYPING):
            there = loaded(places, path, one)
            if there is not None:
                yield RepoPath(there)


def code_is_there(tree: Tree, then: Tree, path: RepoPath, oid: BlobId, words: frozenset[str] | None = None) -> bool | None:
    """Whether the code that a test tests is in ``tree``. ``then`` is a tree that had both; ``None`` where it cannot be told what is tested.

    Python says it by its imports (of ``words`` alone, where some are given): every module and name that ``then`` had must be there.
    Elsewhere the names of files do: ``parse_test.go`` tests ``parse.go``.
    """
    if language_of(path) != "python":
        return _by_name(tree, then, path)
    before, now = then.places, tree.places
    told = None
    for one in then.facts(oid).imports:
        there = loaded(before, path, one)
        if there is None or there.endswith("/") or is_test_path(there) or (words is not None and one.bound not in words):
            continue
        told = True
        if before.module(one.module, one.level, path) != there:
            # The name is the module itself.
            if there not in tree.files and not _has_anew(tree, now, path, one.module, one.level, one.name):
                return False
        elif not _has(tree, RepoPath(there), one.name) and not _has_anew(tree, now, path, one.module, one.level, one.name):
            return False
    return told


def _has(tree: Tree, path: RepoPath, name: str | None) -> bool:
    """The file is there, and binds the name (or cannot be read)."""
    if path not in tree.files:
        return False
    modules = [tree.facts(oid) for oid in tree.files[path]]
    return name in (None, "*") or any(
        not m.parsed or m.open or m.stars or any(b.name == name for b in m.bindings) or any(i.bound == name for i in m.imports)
        for m in modules
    )


def _has_anew(tree: Tree, places: Places, path: RepoPath, module: str, level: int, name: str | None) -> bool:
    """A module that became a package is still there, under the same name."""
    place = places.module(module, level, path)
    if place is None or place.endswith("/"):
        return place is not None and name is not None and places.inside(place, name) is not None
    return (name is not None and places.inside(place, name) is not None) or _has(tree, RepoPath(place), name)


def _by_name(tree: Tree, then: Tree, path: RepoPath) -> bool | None:
    name, _, ending = path.rpartition("/")[2].partition(".")
    ending = ending.removeprefix("test.").removeprefix("spec.")
    plain = name
    for mark in ("_test", "_spec", "Tests", "Test"):
        plain = plain.removesuffix(mark)
    plain = plain.removeprefix("test_") if plain == name else plain
    if not plain or (plain == name and f"{name}.{ending}" == path.rpartition("/")[2]):
        return None
    wanted = f"{plain}.{ending}"
    there = [p for p in then.files if p.rpartition("/")[2] == wanted and not is_test_path(p)]
    return any(p in tree.files for p in there) if there else None
