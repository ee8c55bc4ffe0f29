"""Lines and hunks of the versions of files: what several questions about the same files share, each worked out once."""

from __future__ import annotations

from collections.abc import Callable

from syncline.account.matching import hunks
from syncline.account.states import PathState
from syncline.core.hunk import Hunk
from syncline.core.merge import Absent, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.tree import Version


class Texts:
    """``lines`` gives the lines of a file; none for one that is not accounted for by lines. Kept as long as this is."""

    def __init__(self, lines: Callable[[Version], tuple[str, ...]]) -> None:
        self._read = lines
        self._lines: dict[BlobId, tuple[str, ...]] = {}
        self._hunks: dict[tuple[Side, RepoPath], tuple[Hunk, ...]] = {}

    def lines(self, version: Version | Absent) -> tuple[str, ...]:
        """The lines of one version."""
        if isinstance(version, Absent) or not version.entry.is_file:
            return ()
        found = self._lines.get(version.entry.oid)
        if found is None:
            found = self._lines[version.entry.oid] = self._read(version)
        return found

    def hunks(self, state: PathState, side: Side) -> tuple[Hunk, ...]:
        """The hunks of one side in one file."""
        key = (side, state.path)
        if key not in self._hunks:
            self._hunks[key] = hunks(side, state.path, self.lines(state.versions.base), self.lines(state.versions.side(side)))
        return self._hunks[key]
