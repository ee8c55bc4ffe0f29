"""Portions of the source, merged one on top of the other: what was laid, what was kept, where it stopped."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.names import CommitId
from syncline.core.provenance import Commit


class Laid(StrEnum):
    """What became of one portion."""

    LANDED = "landed already"
    KEPT = "kept"
    BUILT = "built"
    REBUILT = "rebuilt"
    DRY_RUN = "would be built"
    STOPPED = "stopped"
    WAITING = "waits for the ones below"


@dataclass(frozen=True, slots=True)
class Layer:
    """One portion: the source up to ``last``, on ``branch`` with its ``tip``.

    ``carried`` are the repairs that people had put on the portion before. ``blockers`` counts open findings; ``reason`` says why it stopped.
    """

    last: Commit
    laid: Laid
    branch: str = ""
    tip: CommitId | None = None
    carried: tuple[Commit, ...] = ()
    blockers: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Stack:
    """All portions, the lowest first."""

    source: str
    target: str
    layers: tuple[Layer, ...]

    @property
    def exit_code(self) -> int:
        """1 where a portion stopped, or has an open blocker."""
        return 1 if any(layer.laid is Laid.STOPPED or layer.blockers for layer in self.layers) else 0
