"""The demonstration from end to end: build, sync, then audit what a careless person would have made of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from syncline.core.report import AuditReport
from syncline.ports.git.founding import found_repository
from syncline.run.auditing import audit_merge
from syncline.run.demo.careless import BRANCH, merge_carelessly
from syncline.run.demo.history import drafts
from syncline.run.demo.story import STORY
from syncline.run.progress import Progress
from syncline.run.sync import Night, Request, sync

# The same ids on every machine: the night of the demonstration is always this one.
_NIGHT = datetime(2024, 1, 8, 3, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What was shown: how many commits there were, the night, and the audit of the careless merge on ``branch``."""

    commits: int
    night: Night
    branch: str
    careless: AuditReport


def demonstrate(folder: Path, progress: Progress) -> Demonstration:
    """Build the repository at ``folder`` and run both halves. Raises ``UserError`` when the folder is not empty."""
    progress("building a repository that went two ways")
    found_repository(folder, drafts(STORY), head="dev")
    night = sync(Request(folder, now=_NIGHT), progress)
    progress("merging carelessly")
    merge_carelessly(folder, date=_NIGHT.isoformat())
    return Demonstration(len(STORY), night, BRANCH, audit_merge(folder, BRANCH, None, progress))
