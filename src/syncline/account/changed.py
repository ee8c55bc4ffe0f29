"""Lines and hunks of the versions of files: what several questions about the same files share, each worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from syncline.account.matching import hunk_count, hunks
from syncline.account.states import PathState
from syncline.core.hunk import Hunk
from syncline.core.merge import Absent, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Version

# Beyond this many bytes a file is accounted for as a whole, like a binary one.
LARGE = 4_000_000

Read = Callable[[BlobId], bytes]


def text_lines(read: Read, version: Version) -> tuple[str, ...] | None:
    """A version as lines; ``None`` where it is not text of a size that is accounted for by lines."""
    data = read(version.entry.oid)
    return None if len(data) > LARGE or is_binary(data) else split_lines(decode(data))


def texts_by(read: Read) -> Texts:
    """The texts of files whose contents ``read`` gives."""
    return Texts(partial(text_lines, read))


class Texts:
    """``lines`` gives the lines of a file; ``None`` for one that is not accounted for by lines. Kept as long as this is."""

    def __init__(self, lines: Callable[[Version], tuple[str, ...] | None]) -> None:
        self._read = lines
        self._lines: dict[BlobId, tuple[str, ...] | None] = {}
        self._hunks: dict[tuple[Side, RepoPath], tuple[Hunk, ...]] = {}

    def lines(self, version: Version | Absent) -> tuple[str, ...]:
        """The lines of one version; none of what has no lines."""
        if isinstance(version, Absent):
            return ()
        return self._found(version) or ()

    def has_lines(self, version: Version | Absent) -> bool:
        """True for what is accounted for by lines, and for what is not there at all."""
        return isinstance(version, Absent) or self._found(version) is not None

    def _found(self, version: Version) -> tuple[str, ...] | None:
        if not version.entry.is_file:
            return None
        oid = version.entry.oid
        if oid not in self._lines:
            self._lines[oid] = self._read(version)
        return self._lines[oid]

    def hunks(self, state: PathState, side: Side) -> tuple[Hunk, ...]:
        """The hunks of one side in one file."""
        key = (side, state.path)
        if key not in self._hunks:
            self._hunks[key] = hunks(side, state.path, self.lines(state.versions.base), self.lines(state.versions.side(side)))
        return self._hunks[key]

    def hunk_count(self, state: PathState, side: Side) -> int:
        """The number of those hunks."""
        known = self._hunks.get((side, state.path))
        return len(known) if known is not None else hunk_count(self.lines(state.versions.base), self.lines(state.versions.side(side)))
