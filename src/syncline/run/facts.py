"""Facts of Python files from another night: most blobs of a tree are those of the night before.

What is read back may name the classes of facts and nothing else, so that a file that somebody else put there cannot run code. Facts that
another version of the reader made, or another Python, are in another folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import pickle
import sys
from enum import Enum
from functools import cache
from pathlib import Path

from syncline.account.seam import facts, literals, reading, scopes, settling
from syncline.account.seam.facts import Module
from syncline.core.names import BlobId
from syncline.ports.blobcache import BlobCache, user_cache


class FactStore:
    """Facts in a cache of blobs."""

    def __init__(self, kept: BlobCache) -> None:
        self.kept = kept

    def recall(self, oid: BlobId) -> Module | None:
        """The facts of a blob, or ``None``."""
        data = self.kept.recall(oid)
        if data is not None:
            with contextlib.suppress(EOFError, ValueError, AttributeError, TypeError, IndexError, KeyError, pickle.UnpicklingError):
                found = _Reader(io.BytesIO(data)).load()
                return found if isinstance(found, Module) else None
        return None

    def remember(self, oid: BlobId, module: Module) -> None:
        """Keep the facts of a blob."""
        self.kept.remember(oid, pickle.dumps(module, protocol=5))


def fact_store() -> FactStore:
    """The store of this user, this version of the reader and this Python."""
    kept = user_cache("facts", _version())
    kept.tidy()
    return FactStore(kept)


@cache
def _version() -> str:
    made = hashlib.sha256(sys.version.encode())
    for module in (facts, literals, reading, scopes, settling):
        made.update(Path(str(module.__file__)).read_bytes())
    return made.hexdigest()[:16]


class _Reader(pickle.Unpickler):
    """Reads facts and nothing else."""

    def find_class(self, module: str, name: str) -> object:
        if module == facts.__name__ and not name.startswith("_"):
            return getattr(facts, name)
        if (module, name) == ("builtins", "frozenset"):
            return frozenset
        if (module, name) == ("builtins", "getattr"):
            # How early releases of Python 3.11 name the member of an enumeration.
            return _member
        raise pickle.UnpicklingError(f"no fact: {module}.{name}")


def _member(kind: object, name: str) -> object:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind[name]
    raise pickle.UnpicklingError(f"no fact: an attribute {name}")
