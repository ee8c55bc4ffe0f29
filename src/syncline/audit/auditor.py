"""Run all checks on one subject and put the report together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from syncline.audit.attaching import attached
from syncline.audit.checks import CHECKS, SEAM, Check, does_not_parse
from syncline.audit.results import results
from syncline.audit.sorting import prepared
from syncline.audit.subject import Subject
from syncline.core.errors import Bug
from syncline.core.finding import Finding, Scope, Severity
from syncline.core.ledger import Fate
from syncline.core.merge import Side
from syncline.core.names import CommitId
from syncline.core.report import AuditReport, AuditState, Edits

_SEVERITIES = tuple(Severity)
_SCOPES = tuple(Scope)
# The checks that look at the trees and at what analysers said, in groups that take some time each; nothing need be accounted for.
APART: tuple[tuple[Check, ...], ...] = (SEAM, (does_not_parse,))


def audit(
    subject: Subject,
    *,
    merge: CommitId | None,
    bases: tuple[CommitId, ...],
    checks: Sequence[Check] = CHECKS,
    broken: Callable[[], list[Finding]] | None = None,
) -> AuditReport:
    """Audit one merged tree. ``broken`` gives what ``breaks`` says of the same subject, where somebody else has asked it.

    Raises ``Bug`` when the accounting does not add up: no report is better than a wrong one.
    """
    ledger = subject.books.ledger
    for side in Side:
        if not ledger.side(side).adds_up:
            raise Bug(f"the accounting of the {side.value} does not add up")
    losses = _run([check for check in checks if not any(check in group for group in APART)], prepared(subject))
    findings = sorted(attached(losses, broken() if broken is not None else breaks(subject, checks)), key=_rank)
    failed = tuple(f"the analyser {a.analyser} could not be run: {a.failure}" for a in subject.analyses if a.failure)
    unknown = any(part.fate is Fate.UNANALYSED for part in ledger.parts)
    edits = [s for s in subject.states if not s.as_git]
    return AuditReport(
        state=AuditState.INCONCLUSIVE if failed else AuditState.COMPLETE,
        merge=merge,
        tree=subject.merged_tree,
        bases=bases,
        target=subject.target,
        source=subject.source,
        ledger=ledger,
        findings=tuple(findings),
        edits=Edits(sum(1 for s in edits if s.conflicted), sum(1 for s in edits if not s.conflicted)),
        notes=(*(("some files could not be accounted for line by line; see the list",) if unknown else ()), *failed, *results(subject)),
    )


def breaks(subject: Subject, checks: Sequence[Check] = CHECKS) -> list[Finding]:
    """What those of the checks find that stand ``APART``."""
    return _run([check for group in APART for check in group if check in checks], subject)


def _run(checks: Iterable[Check], subject: Subject) -> list[Finding]:
    return [finding for check in checks for finding in check.run(subject)]


def _rank(finding: Finding) -> tuple[int, int, str, int, str]:
    """Worst first, production before tests, then by place."""
    return _SEVERITIES.index(finding.severity), _SCOPES.index(finding.scope), finding.path or "", finding.line or 0, finding.check
