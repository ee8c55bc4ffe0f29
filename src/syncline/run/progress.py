"""How the pipeline tells what it is doing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

# Told the name of each step as it begins.
Progress: TypeAlias = Callable[[str], None]


def silent(step: str) -> None:
    """Nobody is watching."""
    del step
