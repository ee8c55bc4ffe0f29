"""One tree's Python, by path and name: what is looked up once is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from syncline.account.seam.facts import Binding, Class, Function
from syncline.account.seam.module import Module
from syncline.account.seam.places import Places
from syncline.core.names import BlobId, RepoPath


class Tables:
    """The files of one tree. ``facts`` gives the facts of a blob."""

    def __init__(self, files: Mapping[RepoPath, BlobId], facts: Callable[[BlobId], Module]) -> None:
        self.files = files
        self.places = Places(files)
        self._facts = facts
        self._names: dict[str, dict[str, list[Binding]]] = {}
        self._modules: dict[str, Module] = {}

    def module(self, path: str) -> Module:
        """The facts of the file at ``path``."""
        found = self._modules.get(path)
        if found is None:
            found = self._modules[path] = self._facts(self.files[RepoPath(path)])
        return found

    def names(self, path: str) -> dict[str, list[Binding]]:
        """The names bound at the top of a file."""
        if path not in self._names:
            found: dict[str, list[Binding]] = {}
            for one in self.module(path).bindings:
                found.setdefault(one.name, []).append(one)
            self._names[path] = found
        return self._names[path]

    def functions(self, path: str, qualified: str) -> tuple[Function, ...]:
        """The functions of a file that have one qualified name."""
        return self.module(path).functions_of(qualified)

    def classes(self, path: str, qualified: str) -> tuple[Class, ...]:
        """The classes of a file that have one qualified name."""
        return self.module(path).classes_of(qualified)

    def is_read(self, path: str) -> bool:
        """True when the file can be read; asks for its facts."""
        return RepoPath(path) in self.files and self.module(path).parsed
