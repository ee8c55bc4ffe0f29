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
