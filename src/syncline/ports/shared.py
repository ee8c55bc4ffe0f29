"""The refs that all runners share, as a door: read them, swap several at once or none, keep small pages of text behind them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from syncline.core.names import CommitId


@dataclass(frozen=True, slots=True)
class Change:
    """One ref from ``old`` to ``new``; ``None`` stands for "there is no such ref"."""

    ref: str
    old: CommitId | None
    new: CommitId | None


class Swap(Enum):
    """How a swap ended. RACED: a ref no longer stood at ``old``, and nothing was changed."""

    DONE = "done"
    RACED = "raced"


@dataclass(frozen=True, slots=True)
class Refused:
    """The other end did not want the change, with its own words for people."""

    reason: str


class SharedRefs(Protocol):
    """The repository that all runners meet at: a remote, or the user's own where nothing is shared."""

    def refs(self, names: Collection[str]) -> Mapping[str, CommitId]:
        """Where these refs stand now; those that do not exist are left out. Raises ``WorldError``."""
        ...

    def swap(self, changes: Sequence[Change]) -> Swap | Refused:
        """Make all changes or none. A lost answer is looked up: DONE means that it is so. Raises ``WorldError`` when nobody can say."""
        ...

    def page(self, commit: CommitId) -> bytes:
        """The text kept behind a ref that ``new_page`` made. Empty for anything else."""
        ...

    def new_page(self, text: bytes, before: CommitId | None, title: str, keep: Sequence[CommitId] = ()) -> CommitId:
        """Make a page, not yet visible to anybody. It follows ``before`` and keeps the commits ``keep`` from being cleared away."""
        ...
