"""Put what people decided onto the findings it speaks of. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from syncline.core.acceptance import Acceptance
from syncline.core.finding import Accepted, Finding
from syncline.core.fingerprint import content_hash, fingerprint
from syncline.core.names import shown
from syncline.core.report import AuditReport

_NAMED = 5
_DIGITS = 8


def answered(report: AuditReport, decisions: Iterable[Acceptance], today: str) -> AuditReport:
    """The report with ``accepted`` set where a decision speaks of the very content and is in force on ``today`` (an ISO date).

    What has run out or lapsed is a note, and so are decisions that speak of nothing here, all in one.
    """
    by_name: dict[str, list[Acceptance]] = {}
    for one in decisions:
        by_name.setdefault(one.fingerprint, []).append(one)
    notes: list[str] = []
    findings = tuple(_answered(finding, by_name, today, notes) for finding in report.findings)
    here = {fingerprint(finding) for finding in findings}
    idle = [one for name, some in sorted(by_name.items()) if name not in here for one in some]
    if idle:
        named = ", ".join(one.fingerprint[:_DIGITS] for one in idle[:_NAMED]) + (
            f" and {len(idle) - _NAMED} more" if len(idle) > _NAMED else ""
        )
        notes.append(f"{len(idle)} recorded decision{'s speak' if len(idle) != 1 else ' speaks'} of nothing in this merge: {shown(named)}")
    return replace(report, findings=findings, notes=(*report.notes, *dict.fromkeys(notes)))


def _answered(finding: Finding, by_name: dict[str, list[Acceptance]], today: str, notes: list[str]) -> Finding:
    about = by_name.get(fingerprint(finding), [])
    if not about:
        return finding
    content = content_hash(finding)
    same = [one for one in about if one.content == content]
    last = max(same or about, key=lambda one: one.on)
    if same and (not last.until or today <= last.until):
        return replace(finding, accepted=Accepted(last.by, last.reason, last.until))
    which = f"the decision of {last.by} on {finding.check}{f' in {finding.path}' if finding.path else ''} ({last.fingerprint[:_DIGITS]})"
    why = f"ran out on {last.until}" if same else "has lapsed: what it speaks of has changed"
    notes.append(shown(f"{which} {why}"))
    return finding
