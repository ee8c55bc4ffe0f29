"""The four trees of a merge: which file is which, what differs, and what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from syncline.account.seam.code import Code
from syncline.account.seam.library import Library, Stores
from syncline.account.states import PathState
from syncline.core.merge import Merge, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.text import decode
from syncline.core.tree import Version

# Files whose lines are kept; most questions go file by file.
_OPEN = 48

Files = Mapping[RepoPath, BlobId]


class Terms:
    """Base, source, target and merged as code, and their files.

    ``files`` are the regular files of the three terms, ``merged`` those of the merge, ``states`` the paths that a side or the merge changed.
    ``stores`` remember from night to night; without them everything is made anew.
    """

    def __init__(
        self,
        files: Merge[Files],
        merged: Files,
        states: tuple[PathState, ...],
        read: Callable[[BlobId], bytes],
        stores: Stores | None = None,
    ) -> None:
        self._read = read
        self.library = Library(read, stores)
        self._lines: dict[BlobId, list[str]] = {}
        self.states = states
        self.codes = files.map(lambda term: Code(term, self.library.facts))
        self.merged = Code(merged, self.library.facts)
        self._origins = {s.path: s.versions for s in states}

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
        found = self._lines.pop(oid, None)
        if found is None:
            found = decode(self._read(oid)).split("\n")
            if len(self._lines) >= _OPEN:
                del self._lines[next(iter(self._lines))]
        self._lines[oid] = found  # the last one that was asked for is the last to go
        return found

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

    def same(self, path: RepoPath, side: Side) -> bool:
        """True when a side has the file that the merge has at ``path`` just so."""
        return self._oid(path, side) == self.merged.files[path]

    def _oid(self, path: RepoPath, side: Side) -> BlobId | None:
        before = self.before(path, side)
        return self.side(side).files.get(before) if before is not None else None
