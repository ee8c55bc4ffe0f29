"""Dotted names → files of one tree: absolute and relative imports, packages with and without ``__init__``, ``src`` layouts, scripts."""

from __future__ import annotations

from collections.abc import Iterable

from syncline.core.names import RepoPath

# Folders that commonly stand on the import path.
_ROOTS = frozenset({"src", "lib", "python", "source"})


class Places:
    """Where the modules of one tree are. ``paths`` are the paths of its Python files."""

    def __init__(self, paths: Iterable[RepoPath]) -> None:
        self.paths = frozenset(path for path in paths if path.endswith(".py"))
        self._found: dict[tuple[str, int, str], str | None] = {}
        self._looked: dict[str, tuple[str, ...]] = {}
        self.folders: set[str] = {""}
        self.regular = {path[: -len("__init__.py")] for path in self.paths if path.rpartition("/")[2] == "__init__.py"}
        projects = set()
        for path in self.paths:
            folder, _, name = path.rpartition("/")
            if name == "setup.py":
                projects.add(folder + "/" if folder else "")
            while folder and folder + "/" not in self.folders:
                self.folders.add(folder + "/")
                folder = folder.rpartition("/")[0]
        self.roots = tuple(
            sorted({"", *projects, *(f for f in self.folders if f.rstrip("/").rpartition("/")[2] in _ROOTS and f not in self.regular)})
        )

    def module(self, dotted: str, level: int, importer: RepoPath) -> str | None:
        """The file (``a/b.py``) or the folder without ``__init__`` (``a/b/``) that a dotted name means for ``importer``; ``None`` when not here."""
        folder = importer.rpartition("/")[0]
        key = (dotted, level, folder)
        if key not in self._found:
            self._found[key] = self._module(dotted, level, folder)
        return self._found[key]

    def _module(self, dotted: str, level: int, folder: str) -> str | None:
        parts = dotted.split(".") if dotted else []
        if level:
            for _ in range(level - 1):
                folder = folder.rpartition("/")[0]
            return self._below(folder + "/" if folder else "", parts)
        for root in self._roots_for(folder):
            found = self._below(root, parts)
            if found is not None:
                return found
        return None

    def known(self, dotted: str, level: int, importer: RepoPath) -> bool:
        """True when the first package of a dotted name is in this tree, so that what is missing below it is really missing."""
        first = dotted.split(".", maxsplit=1)[0]
        return bool(level) or any(self._below(root, [first]) is not None for root in self._roots_for(importer.rpartition("/")[0]))

    def inside(self, place: str, name: str) -> str | None:
        """The submodule ``name`` of a package."""
        if place.endswith("/"):
            return self._below(place, [name])
        folder, _, file = place.rpartition("/")
        return self._below(folder + "/" if folder else "", [name]) if file == "__init__.py" else None

    def _roots_for(self, folder: str) -> tuple[str, ...]:
        """Where a file in ``folder`` looks: a script sees its own folder, tests that of their package's root."""
        if folder not in self._looked:
            own = folder + "/" if folder else ""
            while own and own in self.regular:
                own = own.rstrip("/").rpartition("/")[0]
                own = own + "/" if own else ""
            self._looked[folder] = tuple(dict.fromkeys((*self.roots, own)))
        return self._looked[folder]

    def _below(self, root: str, parts: list[str]) -> str | None:
        if not parts:
            init = root + "__init__.py"
            return init if init in self.paths else root if root in self.folders else None
        place = root + "/".join(parts)
        for candidate in (place + "/__init__.py", place + ".py"):
            if candidate in self.paths:
                return candidate
        return place + "/" if place + "/" in self.folders else None
