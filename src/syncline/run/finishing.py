"""What a report lacks when the checks are done: who wrote what, whom each finding asks, and what people have answered before."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from syncline.audit.answering import answered
from syncline.core.report import AuditReport
from syncline.ports.git.workshop import Workshop
from syncline.run.addressing import address
from syncline.run.decisions import Order, read_decisions, record, revoke
from syncline.run.provenance import Ends, attributed


def told_whole(workshop: Workshop, ends: Ends, report: AuditReport) -> AuditReport:
    """The report with who wrote what, and whom each finding asks."""
    return address(workshop, replace(report, findings=tuple(attributed(workshop, ends, report.findings))))


def finished(workshop: Workshop, ends: Ends, report: AuditReport, today: date, order: Order | None = None) -> AuditReport:
    """The whole report as people get it. With an ``order`` its decisions are recorded first, and count at once."""
    if order is not None and order.revoke:
        revoke(workshop, order)
    if order is not None and order.fingerprints:
        record(workshop, report, order, today)
    return answered(report, read_decisions(workshop, ends.target), today.isoformat())
