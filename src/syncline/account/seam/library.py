"""Facts and words of blobs: made once, and remembered from night to night."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, Protocol

from syncline.account.seam.module import Module
from syncline.account.seam.packing import Packed, pack, unpack
from syncline.account.seam.settling import UNREADABLE, read_facts
from syncline.account.seam.wording import as_bytes, from_bytes, words_in
from syncline.core.names import BlobId

# Larger files are generated; their names are taken as unknown.
_LARGE = 2_000_000


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
        # The uses that were read last: most questions about them come one after another.
        self._last: tuple[BlobId, tuple[bytes, ...]] | None = None

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

    def learn(self, oid: BlobId, packed: Packed) -> None:
        """Take in what ``packed_facts`` made of a blob elsewhere."""
        self._remember(oid, packed)
        if not self._is_kept(oid):
            self._facts[oid] = Module(packed.facts, partial(unpack, packed.uses))

    def _recalled(self, oid: BlobId) -> Module | None:
        data = self._stores.facts.recall(oid) if self._stores is not None else None
        try:
            return Module(data, partial(self._uses, oid)) if data is not None else None
        except ValueError:
            return None

    def _uses(self, oid: BlobId) -> tuple[bytes, ...]:
        """The uses of a blob whose facts are known."""
        if self._last is None or self._last[0] != oid:
            self._last = oid, self._found_uses(oid)
        return self._last[1]

    def _found_uses(self, oid: BlobId) -> tuple[bytes, ...]:
        data = self._stores.uses.recall(oid) if self._stores is not None else None
        try:
            return unpack(data if data is not None else self._packed(oid).uses)
        except ValueError:
            return unpack(self._packed(oid).uses)

    def _made(self, oid: BlobId) -> Module:
        packed = self._packed(oid)
        # Where nothing can be kept, the uses stay in memory: to read them anew for each question would take far too long.
        return Module(packed.facts, partial(self._uses, oid) if self._is_kept(oid) else partial(unpack, packed.uses))

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
