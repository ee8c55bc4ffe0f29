"""Outside help: programs that are asked where no rule answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from syncline.core.merge import Merge
from syncline.core.names import RepoPath


@dataclass(frozen=True, slots=True)
class Agent:
    """A program that gets one conflict as JSON on stdin and answers with JSON on stdout."""

    name: str = field(metadata={"doc": "the name in reports"})
    command: tuple[str, ...] = field(metadata={"doc": "the program as a list of words; no shell reads it"})
    timeout: int = field(
        default=300, metadata={"doc": "seconds after which it is stopped and counts as having no answer", "kind": "positive"}
    )


@dataclass(frozen=True, slots=True)
class Question:
    """One conflict that the rules leave open, as it is put to a helper.

    ``before`` and ``after`` are the lines around it in the target. ``declined`` holds what each rule said. ``check`` says what is wrong with a
    text in place of the conflict; nothing is wrong where it says nothing.
    """

    path: RepoPath
    language: str | None
    unit: str
    lines: Merge[tuple[str, ...]]
    before: tuple[str, ...]
    after: tuple[str, ...]
    declined: tuple[tuple[str, str], ...]
    check: Callable[[tuple[str, ...], tuple[str, ...]], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A helper's text that passed the gates, its name and its reason."""

    agent: str
    lines: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class NoProposal:
    """A helper has no text that may be used, and why."""

    agent: str
    reason: str


# Asked one question; the answers of all helpers up to the first that may be used.
Ask = Callable[[Question], tuple["Proposal | NoProposal", ...]]
