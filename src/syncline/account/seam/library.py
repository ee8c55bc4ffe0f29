"""Facts and words of blobs: made once, and remembered from night to night."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, Protocol

from syncline.account.seam.module import Module
from syncline.account.seam.packing import Packed, pack, unpack
from syncline.account.seam.rows import Uses
from syncline.account.seam.settling import UNREADABLE, read_facts
from syncline.account.seam.wording import as_bytes, from_bytes, words_in
from syncline.core.names import BlobId

# Larger files are generated; their names are taken as unknown.
_LARGE = 2_000_000
# Files whose uses are held open.
_OPEN = 8


class Store(Protocol):
    """Bytes about blobs that were made another night."""

    def holds(self, oid: BlobId) -> bool: ...

    def recall(self, oid: BlobId) -> bytes | None: ...

    def remember(self, oid: BlobId, data: bytes) -> None: ...


class Stores(NamedTuple):
    """What is known of blobs from other nights: packed facts, packed uses, and words."""

    facts: Store
    uses: Store
    words: Store


def packed_facts(data: bytes) -> Packed:
    """The facts of a file of this content. Pure, so that many files can be read side by side."""
    return pack(read_facts(data) if len(data) < _LARGE else UNREADABLE)


class Library:
    """What Python files define, use and name, by blob. ``read`` gives a blob's content; without ``stores`` everything is made anew.

    What a store gives and nobody here can have written is made anew as well.
    """

    def __init__(self, read: Callable[[BlobId], bytes], stores: Stores | None = None) -> None:
        self._read = read
        self._stores = stores
        self._facts: dict[BlobId, Module] = {}
        self._words: dict[BlobId, frozenset[bytes]] = {}
        # Each word is in memory once, whatever files hold it.
        self._texts: dict[bytes, bytes] = {}
        # Where nothing can be kept, the uses stay in memory: to read them anew for each question would take far too long.
        self._held: dict[BlobId, bytes] = {}
        # The uses that were read last: a question looks at the versions of one file after another, and often twice.
        self._last: dict[BlobId, Uses] = {}

    def facts(self, oid: BlobId) -> Module:
        """The facts of one blob."""
        found = self._facts.get(oid)
        if found is None:
            found = self._facts[oid] = self._recalled(oid) or self._made(oid)
        return found

    def words(self, oid: BlobId) -> frozenset[bytes]:
        """The words of one blob."""
        found = self._words.get(oid)
        if found is None:
            found = self._words[oid] = frozenset(self._texts.setdefault(word, word) for word in self._words_of(oid))
        return found

    def missing(self, oids: Iterable[BlobId]) -> list[BlobId]:
        """Those blobs whose facts nobody has made yet, each once."""
        known = self._stores.facts.holds if self._stores is not None else lambda _: False
        return [oid for oid in dict.fromkeys(oids) if oid not in self._facts and not known(oid)]

    def ahead(self, oid: BlobId) -> Packed | None:
        """Make the facts of a blob for the store, where nobody was quicker; what no store keeps is given back, to be learnt where it is needed."""
        if self._is_kept(oid):
            return None
        packed = self._packed(oid)
        return None if self._is_kept(oid) else packed

    def learn(self, oid: BlobId, packed: Packed) -> None:
        """Take in what was made of a blob elsewhere, and is kept nowhere."""
        if not self._is_kept(oid):
            self._held[oid] = packed.uses
            self._facts[oid] = Module(packed.facts, partial(self._uses, oid))

    def _recalled(self, oid: BlobId) -> Module | None:
        data = self._stores.facts.recall(oid) if self._stores is not None else None
        try:
            return Module(data, partial(self._uses, oid)) if data is not None else None
        except ValueError:
            return None

    def _uses(self, oid: BlobId) -> Uses:
        """The uses of a blob whose facts are known."""
        found = self._last.pop(oid, None)
        if found is None:
            found = Uses(self._found_uses(oid))
            if len(self._last) >= _OPEN:
                del self._last[next(iter(self._last))]
        self._last[oid] = found  # the last one that was asked for is the last to go
        return found

    def _found_uses(self, oid: BlobId) -> tuple[bytes, ...]:
        data = self._held.get(oid)
        if data is None and self._stores is not None:
            data = self._stores.uses.recall(oid)
        try:
            return unpack(data if data is not None else self._packed(oid).uses)
        except ValueError:
            return unpack(self._packed(oid).uses)

    def _made(self, oid: BlobId) -> Module:
        packed = self._packed(oid)
        if not self._is_kept(oid):
            self._held[oid] = packed.uses
        return Module(packed.facts, partial(self._uses, oid))

    def _is_kept(self, oid: BlobId) -> bool:
        return self._stores is not None and self._stores.facts.holds(oid) and self._stores.uses.holds(oid)

    def _packed(self, oid: BlobId) -> Packed:
        packed = packed_facts(self._read(oid))
        self._remember(oid, packed)
        return packed

    def _remember(self, oid: BlobId, packed: Packed) -> None:
        if self._stores is not None:
            self._stores.facts.remember(oid, packed.facts)
            self._stores.uses.remember(oid, packed.uses)

    def _words_of(self, oid: BlobId) -> frozenset[bytes]:
        data = self._stores.words.recall(oid) if self._stores is not None else None
        if data is not None:
            try:
                return from_bytes(data)
            except ValueError:
                pass  # cut off: made anew
        found = words_in(self._read(oid))
        if self._stores is not None:
            self._stores.words.remember(oid, as_bytes(found))
        return found
