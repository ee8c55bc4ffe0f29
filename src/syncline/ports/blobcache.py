"""Bytes about blobs, kept from night to night in the user's cache; never in the repository. Reading and writing never fail."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from syncline.core.names import BlobId
from syncline.ports.files import write_whole

_STAMP = "counted"
_DAY = 86_400
# Bytes that are read at a time.
_PART = 1 << 16
# Files that are kept; the oldest go first.
_MOST = 30_000
# Days after which nobody comes back to what another version of us had kept.
_FORGOTTEN = 30


class BlobCache:
    """What was made of blobs, by blob id. What cannot be read is not there; what cannot be written is not kept."""

    def __init__(self, folder: Path, *, versioned: bool = False) -> None:
        self.folder = folder
        # Beside it lie the folders of other versions, and nothing else.
        self._versioned = versioned

    def holds(self, oid: BlobId) -> bool:
        """True when something was kept about a blob."""
        return os.path.exists(self._place(oid))  # noqa: PTH110 - asked thousands of times a night, and a path object costs as much as the question

    def recall(self, oid: BlobId) -> bytes | None:
        """What was kept about a blob, or ``None``."""
        try:
            file = os.open(self._place(oid), os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        # Without a file object, which asks the system four things that nobody wants to know here.
        parts = []
        try:
            while part := os.read(file, _PART):
                parts.append(part)
        except OSError:
            return None
        finally:
            os.close(file)
        return b"".join(parts)

    def remember(self, oid: BlobId, data: bytes) -> None:
        """Keep something about a blob."""
        with contextlib.suppress(OSError):
            place = self._place(oid)
            try:
                write_whole(place, data)
            except FileNotFoundError:
                Path(place).parent.mkdir(parents=True, exist_ok=True)
                write_whole(place, data)

    def tidy(self, most: int = _MOST) -> None:
        """Remove the oldest when there are more than ``most``, and what other versions kept that are not used any more.

        Done before a night's work, so that nothing of the night goes. Once a day: to count them takes a third of a second.
        """
        with contextlib.suppress(OSError):
            stamp = self.folder / _STAMP
            if stamp.exists() and 0 <= time.time() - stamp.stat().st_mtime < _DAY:
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            stamp.touch()
            kept = sorted((entry.stat().st_mtime, entry) for entry in self.folder.glob("*/*") if entry.is_file())
            for _, entry in kept[: max(0, len(kept) - most)]:
                entry.unlink(missing_ok=True)
            for stamp in self.folder.parent.glob(f"*/{_STAMP}") if self._versioned else ():
                if stamp.parent != self.folder and time.time() - stamp.stat().st_mtime > _FORGOTTEN * _DAY:
                    shutil.rmtree(stamp.parent, ignore_errors=True)

    def _place(self, oid: BlobId) -> str:
        return f"{self.folder}/{oid[:2]}/{oid[2:]}"


def made_by(*readers: ModuleType) -> str:
    """A name for what these modules make of a blob on this Python: another version of one of them makes something else.

    Asked when the readers are loaded, and not when they are first used: the files may have been replaced by then, under a long run.
    """
    return _named_for(Path(str(module.__file__)) for module in readers)


def made_in(package: ModuleType) -> str:
    """``made_by`` for all modules of a package, loaded or not."""
    return _named_for(sorted(Path(str(package.__file__)).parent.rglob("*.py")))


def _named_for(files: Iterable[Path]) -> str:
    made = hashlib.sha256(sys.version.encode())
    for file in files:
        made.update(file.read_bytes())
    return made.hexdigest()[:16]


def user_cache(*names: str) -> BlobCache:
    """A cache of this user, in folders of these names; a second name is that of a version."""
    return BlobCache(Path(cache_home(), "syncline", *names), versioned=len(names) > 1)


def cache_home() -> str:
    """Where this user's caches are. A user without a name, as containers have, has no home: nothing can be kept."""
    try:
        return os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    except RuntimeError:
        return os.devnull
