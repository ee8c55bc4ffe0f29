"""The lines of a file in the merge and on both sides, each with the definition around it: what is asked of blocks, file by file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.spans import scopes_of
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# From this length on a line tells something.
TELLING = 12


class Lines:
    """One version of a file: its lines without the white space around them, and how often each text stands there."""

    def __init__(self, seam: Seam, code: Code, path: RepoPath) -> None:
        self._code = code
        self._path = path
        self.texts = [*map(str.strip, seam.lines(code, path))]

    @cached_property
    def count(self) -> Counter[str]:
        """How often each line stands there."""
        return Counter(self.texts)

    @cached_property
    def scopes(self) -> list[str]:
        """The innermost definition around each line."""
        return scopes_of(self._code, self._path, len(self.texts))

    @cached_property
    def is_read(self) -> bool:
        """True when the file can be read, so that the definitions in it are known."""
        return self._code.is_read(self._path)


class Layout(NamedTuple):
    """A file that stands so in neither parent. ``base`` and ``sides`` where they have it."""

    path: RepoPath
    merged: Lines
    base: Lines | None
    sides: Mapping[Side, Lines]


def layouts(seam: Seam) -> Iterator[Layout]:
    """All files of the merge that stand so in neither parent and can be read."""
    for path in seam.novel:
        merged = Lines(seam, seam.merged, path)
        if merged.is_read:
            base, before = seam.in_base(path), {side: seam.before(path, side) for side in Side}
            yield Layout(
                path,
                merged,
                Lines(seam, seam.codes.base, base) if base is not None else None,
                {side: Lines(seam, seam.side(side), own) for side, own in before.items() if own is not None},
            )
