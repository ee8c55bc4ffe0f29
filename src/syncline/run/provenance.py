"""Answer what the checks ask of history, in one pass a side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from syncline.account.linelog import FIELDS, LineLog, parse_line_log
from syncline.core.finding import Ask, Finding, Origin
from syncline.core.merge import Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.provenance import Commit
from syncline.core.report import AuditReport
from syncline.core.text import squeezed
from syncline.ports.git.linehistory import line_history
from syncline.ports.git.workshop import Workshop
from syncline.run.gather import Ends


def side_log(workshop: Workshop, tip: CommitId, without: Sequence[CommitId], paths: Iterable[RepoPath], lines: Iterable[str]) -> LineLog:
    """What the non-merge commits of one side did to ``lines`` (squeezed) at ``paths``."""
    wanted = frozenset(lines)
    return parse_line_log(line_history(workshop, (tip,), without, sorted(set(paths)), FIELDS), wanted) if wanted else LineLog()


def attributed(workshop: Workshop, ends: Ends, report: AuditReport) -> AuditReport:
    """The report with their questions turned into origins."""
    logs: dict[Side, LineLog] = {}
    for side, tip in ((Side.SOURCE, ends.source), (Side.TARGET, ends.target)):
        asks = [ask for f in report.findings for ask in f.asks if ask.side is side]
        logs[side] = side_log(workshop, tip, ends.bases, (a.path for a in asks), (squeezed(a.text) for a in asks))
    findings = tuple(replace(f, origin=_origins(f, logs), asks=()) if f.asks else f for f in report.findings)
    return replace(report, findings=findings)


def _origins(finding: Finding, logs: Mapping[Side, LineLog]) -> tuple[Origin, ...]:
    found = {(o.role, o.commit.id): o for o in finding.origin}
    for ask in finding.asks:
        commit = _answer(ask, logs[ask.side])
        if commit is not None:
            found.setdefault((ask.role, commit.id), Origin(ask.role, commit))
    return tuple(found.values())


def _answer(ask: Ask, log: LineLog) -> Commit | None:
    text = squeezed(ask.text)
    return log.remover((ask.path,), text) if ask.removed else log.writer((ask.path,), text)
