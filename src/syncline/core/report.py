"""The audit's answer as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.finding import Finding, Severity
from syncline.core.ledger import Ledger
from syncline.core.names import CommitId, TreeId


class AuditState(StrEnum):
    """``inconclusive``: something that should have been looked at could not be; blocks like a finding."""

    COMPLETE = "complete"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Edits:
    """Where the merge differs from git's own: paths git had left in conflict, and paths outside of them."""

    conflicted: int
    outside: int


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Everything the audit has to say about one merged tree."""

    state: AuditState
    merge: CommitId | None
    tree: TreeId
    bases: tuple[CommitId, ...]
    target: CommitId
    source: CommitId
    ledger: Ledger
    findings: tuple[Finding, ...]
    edits: Edits
    notes: tuple[str, ...] = ()

    @property
    def open_findings(self) -> tuple[Finding, ...]:
        """The findings that nobody has accepted."""
        return tuple(f for f in self.findings if f.accepted is None)

    def count(self, severity: Severity) -> int:
        """How many findings of one severity are open (not accepted)."""
        return sum(1 for f in self.findings if f.severity is severity and f.accepted is None)

    @property
    def blocked(self) -> bool:
        """True when a blocker is open or the audit could not be completed."""
        return self.state is AuditState.INCONCLUSIVE or self.count(Severity.BLOCKER) > 0
