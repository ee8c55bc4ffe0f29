"""What was done to the world."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.names import CommitId


class Done(StrEnum):
    """Syncing twice gives NOOP."""

    CREATED = "created"
    NOOP = "noop"
    DRY_RUN = "dry run"
    NOTHING = "nothing to do"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect and where it can be seen."""

    done: Done
    branch: str | None = None
    commit: CommitId | None = None
    reason: str = ""
