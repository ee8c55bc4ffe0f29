from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gauge import Reading


def show(reading: Reading):
    return reading.level
