"""Keep reports: a folder a night, below the git directory unless told otherwise."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from syncline.core.errors import WorldError
from syncline.core.plan import NothingToDo
from syncline.core.report import AuditReport
from syncline.ports.files import write_whole
from syncline.ports.git.repository import open_repository
from syncline.report.data import audit_data
from syncline.report.markdown import audit_markdown, night_markdown
from syncline.report.night import night_data
from syncline.run.sync import Night


def keep_night(night: Night, path: Path, named: Path | None, *, dry_run: bool) -> Path | None:
    """Write report.json and report.md of a run; says where. A dry run keeps a report only where a folder is named.

    Raises ``WorldError`` when a named folder cannot be written.
    """
    if named is None and (dry_run or isinstance(night.plan, NothingToDo)):
        return None
    folder = (
        named
        or Path(night.config.report_dir or open_repository(path).common_dir / "syncline" / "reports") / f"{datetime.now(UTC):%Y-%m-%d}"
    )
    return _keep(folder, night_data(night), night_markdown(night))


def keep_audit(report: AuditReport, named: Path | None) -> Path | None:
    """Write the report of an audit where a folder is named; an audit leaves nothing in the repository."""
    return _keep(named, audit_data(report), audit_markdown(report)) if named is not None else None


def _keep(folder: Path, data: object, markdown: str) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / "report.json", (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace"))
        write_whole(folder / "report.md", markdown.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise WorldError(f"cannot write the report to {folder}: {error.strerror}") from error
    return folder
