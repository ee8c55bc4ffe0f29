"""An installed environment, read as data: the sources and stubs of a folder of packages. Nothing in it is imported or run."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from syncline.core.errors import WorldError
from syncline.core.names import BlobId, RepoPath

# Beyond that many files a package is taken for data; beyond that many bytes a file.
_MOST = 20_000
_LARGE = 2_000_000


class Environment:
    """A folder such as ``site-packages``. Raises ``WorldError`` where there is none."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise WorldError(f"no such folder: {folder}")
        self._folder = folder
        self._places: dict[BlobId, Path] = {}

    def files(self, package: str) -> Mapping[RepoPath, BlobId]:
        """The files of one package (or module) as a tree of Python: a stub stands for the source beside it."""
        found: dict[RepoPath, Path] = {}
        with contextlib.suppress(OSError):
            for top in (self._folder / f"{package}-stubs", self._folder / package):
                for ending in (".pyi", ".py"):
                    for path in sorted(top.rglob(f"*{ending}"))[:_MOST]:
                        inside = path.relative_to(top).with_suffix(".py").as_posix()
                        found.setdefault(RepoPath(f"{package}/{inside}"), path)
            for ending in (".pyi", ".py"):
                if (self._folder / f"{package}{ending}").is_file():
                    found.setdefault(RepoPath(f"{package}.py"), self._folder / f"{package}{ending}")
        named = {path: BlobId(f"installed {place}") for path, place in found.items()}
        self._places |= {named[path]: place for path, place in found.items()}
        return named

    def read(self, oid: BlobId) -> bytes:
        """The content of one of the files; nothing where it cannot be read."""
        with contextlib.suppress(OSError):
            place = self._places[oid]
            return place.read_bytes() if place.stat().st_size < _LARGE else b""
        return b""
