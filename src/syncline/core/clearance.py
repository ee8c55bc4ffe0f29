"""The token without which nothing may be called ready. Made in one place only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.names import TreeId
from syncline.core.report import AuditReport


class VerdictState(StrEnum):
    """What verification says. Only ``passed`` clears."""

    PASSED = "passed"
    FAILED = "failed"
    INCONCLUSIVE = "inconclusive"
    NOT_VERIFIED = "not verified"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one tree."""

    state: VerdictState
    tree: TreeId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Clearance:
    """Permission to mark ready or to land this very tree. Use ``clear``; do not construct."""

    tree: TreeId


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why there is no clearance."""

    reasons: tuple[str, ...]


def clear(report: AuditReport, verdict: Verdict) -> Clearance | Blocked:
    """Give clearance for a clean audit and a passed verdict on the same tree; say what is missing otherwise."""
    reasons: list[str] = []
    if report.blocked:
        reasons.append("the audit has open blockers or is inconclusive")
    if verdict.state is not VerdictState.PASSED:
        reasons.append(f"the verdict is: {verdict.state.value}")
    if verdict.tree != report.tree:
        reasons.append("audit and verdict speak of different trees")
    return Blocked(tuple(reasons)) if reasons else Clearance(report.tree)
