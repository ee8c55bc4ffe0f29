"""Blobs of one audit: read ahead in the order in which they are asked for, and kept while they fit."""

from __future__ import annotations

from collections.abc import Iterable

from syncline.account.states import PathState
from syncline.core.names import BlobId
from syncline.core.tree import Version
from syncline.ports.git.workshop import Workshop

# Objects that one question to git asks for: waiting for git takes longer than reading.
_AHEAD = 64
# Bytes that are kept; the accounting, the inherited losses and the checks look at the same versions.
_ROOM = 96_000_000


class Shelf:
    """Reads blobs of a workshop. ``expected`` are those that will be asked for, in that order; any other can be asked for as well."""

    def __init__(self, workshop: Workshop, expected: Iterable[BlobId] = ()) -> None:
        self._workshop = workshop
        self._kept: dict[BlobId, bytes] = {}
        self._size = 0
        self.expect(expected)

    def expect(self, oids: Iterable[BlobId]) -> None:
        """From now on these are expected, and no others."""
        self._expected = list(dict.fromkeys(oids))
        self._places = {oid: at for at, oid in enumerate(self._expected)}

    def read(self, oid: BlobId) -> bytes:
        """The content of one blob."""
        if oid not in self._kept:
            at = self._places.get(oid)
            following = self._expected[at : at + _AHEAD] if at is not None else [oid]
            self._keep(self._workshop.read_all([one for one in following if one not in self._kept]), oid)
        return self._kept[oid]

    def fill(self) -> None:
        """Read what is expected now, as much as is kept: for processes that are about to be forked and would each read it."""
        for at in range(0, len(self._expected), _AHEAD):
            if self._size >= _ROOM:
                return
            part = [oid for oid in self._expected[at : at + _AHEAD] if oid not in self._kept]
            if part:
                self._keep(self._workshop.read_all(part), part[0])

    def _keep(self, found: dict[BlobId, bytes], wanted: BlobId) -> None:
        self._kept |= found
        self._size += sum(map(len, found.values()))
        # The oldest go first: they were read for the part of the work that is done.
        for oid in [one for one in self._kept if one not in found]:
            if self._size <= _ROOM:
                return
            self._size -= len(self._kept.pop(oid))
        for oid in [one for one in found if one != wanted]:
            if self._size <= _ROOM:
                return
            self._size -= len(self._kept.pop(oid))


def expected_blobs(states: Iterable[PathState]) -> Iterable[BlobId]:
    """The blobs of all versions of all changed files, path by path."""
    for state in states:
        for version in (state.versions.base, state.versions.source, state.versions.target, state.merged):
            if isinstance(version, Version) and version.entry.is_file:
                yield version.entry.oid
