"""One tree's Python, by path and name: what is looked up once is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from syncline.account.seam.facts import Attribute, Binding, Call, Class, Function
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
        self._functions: dict[str, dict[str, list[Function]]] = {}
        self._classes: dict[str, dict[str, list[Class]]] = {}
        self._attributes: dict[str, dict[str, list[Attribute]]] = {}
        self._calls: dict[str, dict[str, list[Call]]] = {}

    def module(self, path: str) -> Module:
        """The facts of the file at ``path``."""
        return self._facts(self.files[RepoPath(path)])

    def names(self, path: str) -> dict[str, list[Binding]]:
        """The names bound at the top of a file."""
        if path not in self._names:
            found: dict[str, list[Binding]] = {}
            for one in self.module(path).bindings:
                found.setdefault(one.name, []).append(one)
            self._names[path] = found
        return self._names[path]

    def functions(self, path: str) -> dict[str, list[Function]]:
        """All functions of a file by qualified name."""
        if path not in self._functions:
            found: dict[str, list[Function]] = {}
            for one in self.module(path).functions:
                found.setdefault(one.qualified, []).append(one)
            self._functions[path] = found
        return self._functions[path]

    def classes(self, path: str) -> dict[str, list[Class]]:
        """All classes of a file by qualified name."""
        if path not in self._classes:
            found: dict[str, list[Class]] = {}
            for one in self.module(path).classes:
                found.setdefault(one.qualified, []).append(one)
            self._classes[path] = found
        return self._classes[path]

    def attributes(self, path: str) -> dict[str, list[Attribute]]:
        """The attributes of a file by their text."""
        if path not in self._attributes:
            found: dict[str, list[Attribute]] = {}
            for one in self.module(path).attributes:
                found.setdefault(one.text, []).append(one)
            self._attributes[path] = found
        return self._attributes[path]

    def calls(self, path: str) -> dict[str, list[Call]]:
        """The calls of a file by the text of what they call."""
        if path not in self._calls:
            found: dict[str, list[Call]] = {}
            for one in self.module(path).calls:
                found.setdefault(one.text, []).append(one)
            self._calls[path] = found
        return self._calls[path]

    def is_read(self, path: str) -> bool:
        """True when the file can be read; asks for its facts."""
        return RepoPath(path) in self.files and self.module(path).parsed
