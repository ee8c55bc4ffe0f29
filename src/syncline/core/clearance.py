"""The token without which nothing may be called ready. Made in one place only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.finding import Severity
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


class Grounds(StrEnum):
    """What a clearance rests on."""

    VERDICT = "audit and verdict"
    AUDIT = "the audit alone"


@dataclass(frozen=True, slots=True)
class Clearance:
    """Permission to mark ready or to land this very tree. Use ``clear``; do not construct."""

    tree: TreeId
    grounds: Grounds = Grounds.VERDICT


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why there is no clearance."""

    reasons: tuple[str, ...]


def clear(report: AuditReport, verdict: Verdict, *, unverified: bool = False) -> Clearance | Blocked:
    """Give clearance for a clean audit and a passed verdict on the same tree; say what is missing otherwise.

    With ``unverified`` a tree that nothing has verified may be cleared by its audit, of which more is asked then: no decision of an owner may be
    open either. A verdict that failed, or did not come to an end, is never passed over.
    """
    reasons: list[str] = []
    alone = unverified and verdict.state is VerdictState.NOT_VERIFIED
    if report.blocked:
        reasons.append("the audit has open blockers or is inconclusive")
    if alone and (waiting := report.count(Severity.CONFIRM)):
        reasons.append(f"{waiting} finding{'s wait' if waiting != 1 else ' waits'} for an owner's answer")
    if not alone and verdict.state is not VerdictState.PASSED:
        reasons.append(f"the verdict is: {verdict.state.value}")
    if verdict.tree != report.tree:
        reasons.append("audit and verdict speak of different trees")
    grounds = Grounds.AUDIT if alone else Grounds.VERDICT
    return Blocked(tuple(reasons)) if reasons else Clearance(report.tree, grounds)
