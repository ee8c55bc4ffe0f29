"""Write files so that a reader sees the old content or the new, never half of it."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` beside ``path`` and move it into place. Raises ``OSError``; leaves no partial file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_new(path: Path, data: bytes) -> None:
    """Write a file that must not exist yet. Raises ``FileExistsError`` when it does, whoever was quicker; ``OSError`` otherwise."""
    with path.open("xb") as file:
        file.write(data)


def read_file(path: Path) -> bytes:
    """The content of a file. Raises ``OSError``."""
    return path.read_bytes()


def write_in_place(path: Path, data: bytes) -> None:
    """Write into a file that somebody else holds open or will look for under the same inode, as git does with its merge drivers."""
    with path.open("r+b") as file:
        file.write(data)
        file.truncate()
