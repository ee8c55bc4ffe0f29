"""Forges behind one door: GitHub, GitLab, and ``local`` (a folder). One contract suite holds for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from syncline.core.clearance import Clearance
from syncline.core.errors import UserError, WorldError
from syncline.core.names import CommitId
from syncline.core.pull import CheckRun, LandingRules, Pull, Remark


class DeniedError(UserError):
    """The forge knows us and says no: a missing permission or scope. Trying again does not help."""


class SlowError(WorldError):
    """No answer, a failure of the forge's own, or its limit of requests. What was asked may or may not have been done."""


@dataclass(frozen=True, slots=True)
class NotOpened:
    """The forge did not open a pull request, most likely because one is open from this branch; ``reason`` is its own sentence."""

    reason: str


# Open pull requests that are looked at; what is older is hardly being worked on.
MANY = 200


class Forge(Protocol):
    """Pull requests, comments and checks of one project. Every member raises ``DeniedError``, ``SlowError`` or ``WorldError``."""

    @property
    def name(self) -> str: ...

    @property
    def body_limit(self) -> int:
        """How many characters a body may have."""
        ...

    @property
    def moved(self) -> bool:
        """Whether the forge sent us on: the project has another name now, or another owner."""
        ...

    def pull(self, number: int) -> Pull | None:
        """One pull request; ``None`` where there is none (deleted, or never there)."""
        ...

    def find(self, branch: str) -> Pull | None:
        """The open pull request from our branch, ``None`` where there is none. May lag behind what was just opened."""
        ...

    def opened(self, target: str) -> tuple[Pull, ...]:
        """The open pull requests onto a branch, everybody's, newest first: the newest ``MANY`` of them."""
        ...

    def head_ref(self, pull: Pull) -> str:
        """The ref under which the project keeps the head of a pull request, that of a fork too."""
        ...

    def open(self, branch: str, target: str, title: str, body: str) -> Pull | NotOpened:
        """Open a draft."""
        ...

    def describe(self, number: int, title: str, body: str) -> Pull:
        """Write title and body."""
        ...

    def ready(self, number: int, clearance: Clearance) -> None:
        """Take it out of draft; only for a cleared tree. Twice is once."""
        ...

    def redraft(self, number: int) -> None:
        """Make it a draft again. Twice is once."""
        ...

    def close(self, number: int) -> None:
        """Close without landing; closing twice is nothing."""
        ...

    def label(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Add labels, making those the project lacks. Gives those that could be neither found nor made."""
        ...

    def unlabel(self, number: int, name: str) -> None:
        """Take a label off; one that is not there is nothing."""
        ...

    def review(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Ask people (or teams, ``org/team``) for a review. Gives those that could not be asked."""
        ...

    def remarks(self, number: int) -> tuple[Remark, ...]:
        """All comments, oldest first. May lag behind what was just said."""
        ...

    def say(self, number: int, body: str) -> Remark:
        """Comment."""
        ...

    def reword(self, number: int, remark: str, body: str) -> None:
        """Change a comment of ours."""
        ...

    def unsay(self, number: int, remark: str) -> None:
        """Delete a comment of ours; one that is gone is nothing."""
        ...

    def checks(self, commit: CommitId, number: int) -> tuple[CheckRun, ...]:
        """Every check and status that the forge knows for the head of a pull request."""
        ...

    def landing_rules(self, target: str) -> LandingRules:
        """How a branch may land on ``target``."""
        ...

    def scopes(self) -> frozenset[str] | None:
        """What the token may do, where the forge tells; ``None`` where it does not."""
        ...
