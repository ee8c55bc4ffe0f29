"""Whom the findings of a report ask, by history and by the CODEOWNERS of the target."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from syncline.account.owners import PLACES, Codeowners, owners_of, read_codeowners
from syncline.audit.addressing import addressed
from syncline.core.names import CommitId, RepoPath
from syncline.core.report import AuditReport
from syncline.core.text import decode
from syncline.ports.git.workshop import Workshop


def codeowners(workshop: Workshop, commit: CommitId) -> Codeowners:
    """The CODEOWNERS of a commit, from the first place where forges look."""
    entries = workshop.entries(commit, tuple(RepoPath(place) for place in PLACES))
    for place in PLACES:
        entry = entries.get(RepoPath(place))
        if entry is not None and entry.is_file:
            return read_codeowners(decode(workshop.read(entry.oid)), place)
    return Codeowners()


def address(workshop: Workshop, report: AuditReport) -> AuditReport:
    """The report with the owners of every finding. What is wrong with the file of owners is a note."""
    found = codeowners(workshop, report.target)

    @cache
    def owning(path: RepoPath) -> tuple[str, ...]:
        return owners_of(path, found.lines)

    findings = tuple(addressed(finding, owning) for finding in report.findings)
    return replace(report, findings=findings, notes=(*report.notes, *found.problems))
