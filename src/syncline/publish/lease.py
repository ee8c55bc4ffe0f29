"""The lease: one runner a pair at a time. Decided on values; the swap of the ref is what makes it hold."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


def lease_ref(pair: str) -> str:
    """Where the lease of a pair is kept."""
    return f"refs/syncline/lease/{pair}"


@dataclass(frozen=True, slots=True)
class Lease:
    """Who holds it until when (seconds since the epoch). ``machine`` and ``process`` let a dead runner's lease be taken at once where it ran."""

    holder: str
    until: int
    machine: str = ""
    process: str = ""

    def held_against(self, holder: str, now: int) -> bool:
        """True when another runner may not take it: it is somebody else's and has not run out."""
        return self.holder != holder and now < self.until


def lease_text(lease: Lease) -> bytes:
    """The lease as JSON."""
    return (json.dumps(asdict(lease), sort_keys=True) + "\n").encode()


def parse_lease(text: bytes) -> Lease | None:
    """Read a lease; ``None`` for what is none. A ref that holds no lease of ours is not respected as one: it could stop us for ever."""
    try:
        data = json.loads(text)
        return Lease(str(data["holder"]), int(data["until"]), str(data.get("machine", "")), str(data.get("process", "")))
    except (ValueError, KeyError, TypeError):
        return None
