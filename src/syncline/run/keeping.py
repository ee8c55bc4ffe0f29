"""Keep reports: a folder a night, below the git directory unless told otherwise."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from syncline.core.errors import UserError, WorldError
from syncline.core.plan import NothingToDo
from syncline.core.report import AuditReport
from syncline.ports.files import write_whole
from syncline.ports.git.repository import open_repository
from syncline.report.data import audit_data
from syncline.report.markdown import audit_markdown, night_markdown
from syncline.report.night import night_data
from syncline.run.sync import Night


def require_folder(named: Path | None) -> None:
    """Make sure, before any work is done, that reports can be kept in the folder of ``--report-dir``. Raises ``UserError``."""
    if named is None:
        return
    probe = named / f".syncline-{os.getpid()}"
    try:
        named.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise UserError(f"cannot keep the report in {named}: {error.strerror}; name another folder with --report-dir") from error


def keep_night(night: Night, path: Path, named: Path | None, *, dry_run: bool) -> Path | None:
    """Write report.json and report.md of a run; says where. A dry run keeps a report only where a folder is named.

    Raises ``WorldError`` when a named folder cannot be written.
    """
    if named is None and (dry_run or isinstance(night.plan, NothingToDo)):
        return None
    # A folder named in the configuration is meant as seen from the repository, wherever we are started.
    configured = path / night.config.report_dir if night.config.report_dir else open_repository(path).common_dir / "syncline" / "reports"
    return _keep(named or configured / f"{datetime.now(UTC):%Y-%m-%d}", night_data(night), night_markdown(night))


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
