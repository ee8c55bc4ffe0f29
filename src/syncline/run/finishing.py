"""What a report lacks when the checks are done: who wrote what, and whom each finding asks."""

from __future__ import annotations

from syncline.core.report import AuditReport
from syncline.ports.git.workshop import Workshop
from syncline.run.addressing import address
from syncline.run.provenance import Ends, attributed


def finished(workshop: Workshop, ends: Ends, report: AuditReport) -> AuditReport:
    """The report as people get it."""
    return address(workshop, attributed(workshop, ends, report))
