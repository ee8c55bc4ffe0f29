"""What the resolve room says: answers, refusals, and the tree they make."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.ledger import Record
from syncline.core.names import RepoPath, TreeId
from syncline.core.policy import PolicyFacts
from syncline.core.stakes import Stakes
from syncline.core.tree import Conflict


class Safety(StrEnum):
    """A promise. SAFE: loses nothing of either side, and parses if the inputs parse. UNSAFE: applied, but asks its owner.
    SUGGESTION: shown, not applied, until accepted.
    """

    SAFE = "safe"
    UNSAFE = "unsafe"
    SUGGESTION = "suggestion"


class Status(StrEnum):
    """How grown-up a rule or check is."""

    PREVIEW = "preview"
    STABLE = "stable"
    DEPRECATED = "deprecated"


class Preference(StrEnum):
    """What happens where no rule answers."""

    STOP = "stop"
    TARGET = "target"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The lines that stand in place of a region, the promise behind them, and one sentence of reason."""

    lines: tuple[str, ...]
    safety: Safety
    reason: str


@dataclass(frozen=True, slots=True)
class Declined:
    """A rule does not answer, and why. A value, not an error."""

    reason: str


class Outcome(StrEnum):
    """How one region, or one path without regions, ended. PEOPLE: somebody decided it by hand, in a takeover."""

    RULE = "rule"
    PEOPLE = "people"
    PREFERENCE = "preference"
    OPEN = "open"


# How the name of an answer begins that is an agent's; the name of the agent follows.
AGENT = "agent "


@dataclass(frozen=True, slots=True)
class Decision:
    """How one region ended: by which rule or preference, what declined and why, what was suggested but not applied."""

    path: RepoPath
    outcome: Outcome
    rule: str
    reason: str
    safety: Safety | None
    line: int
    declined: tuple[tuple[str, str], ...] = ()
    suggestion: tuple[str, Resolution] | None = None

    @property
    def agent(self) -> str:
        """The configured program whose text this is; empty where a rule, a preference or people answered."""
        return self.rule.removeprefix(AGENT) if self.outcome is Outcome.RULE and self.rule.startswith(AGENT) else ""


@dataclass(frozen=True, slots=True)
class ResolvedTree:
    """The tree after the cascade. ``open_conflicts`` are those still undecided; ``records`` what was overruled on the way.
    ``left`` are the conflicts that were left to a preference, a helper or people; ``stakes`` tell what each whole answer to them would lose.
    """

    tree: TreeId
    decisions: tuple[Decision, ...]
    records: tuple[Record, ...]
    open_conflicts: tuple[Conflict, ...]
    policy: PolicyFacts = PolicyFacts()
    left: tuple[Conflict, ...] = ()
    stakes: tuple[Stakes, ...] = ()

    @property
    def complete(self) -> bool:
        """True when nothing is left to decide."""
        return not self.open_conflicts
