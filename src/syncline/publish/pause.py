"""A pause: somebody asked us to leave the branch alone, until a day or until resumed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


def pause_ref(pair: str) -> str:
    """Where the pause of a pair is kept."""
    return f"refs/syncline/pause/{pair}"


@dataclass(frozen=True, slots=True)
class Pause:
    """Who paused and why. ``until`` is an ISO date; empty means until somebody resumes. The day itself is no longer paused."""

    by: str
    reason: str
    until: str = ""

    def holds(self, today: str) -> bool:
        """True while it is in force on the ISO date ``today``."""
        return not self.until or today < self.until


def pause_text(pause: Pause) -> bytes:
    """The pause as JSON."""
    return (json.dumps(asdict(pause), sort_keys=True) + "\n").encode("utf-8", "surrogateescape")


def parse_pause(text: bytes) -> Pause | None:
    """Read a pause; ``None`` for what is none."""
    try:
        data = json.loads(text)
        return Pause(str(data["by"]), str(data["reason"]), str(data.get("until", "")))
    except (ValueError, KeyError, TypeError):
        return None
