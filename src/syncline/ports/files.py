"""Write files so that a reader sees the old content or the new, never half of it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_whole(path: Path | str, data: bytes) -> None:
    """Write ``data`` beside ``path`` and move it into place. Raises ``OSError``; leaves no partial file."""
    # Without path objects: a first night writes thousands of small files.
    folder, name = os.path.split(path)
    draft = os.path.join(folder, f".{name}.{os.getpid()}")  # noqa: PTH118
    try:
        with open(draft, "wb") as file:  # noqa: PTH123
            file.write(data)
        os.replace(draft, path)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(draft)  # noqa: PTH108
        raise


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
