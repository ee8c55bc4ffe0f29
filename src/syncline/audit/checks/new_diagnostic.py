"""An analyser of the project says of the merge what it says of neither parent.

Sees: what the commands of `[[analysers]]` print about the merged tree and about both sides.
Fires: on each diagnostic that neither parent has in that file, whatever its line; once for each file and code. Errors are blockers, warnings ask.
Why: each parent carries old complaints of its own; only the difference speaks of the merge.
Silent: on everything that a parent has too. An analyser that cannot be run makes the audit inconclusive, which blocks: it is never "nothing found".
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.diagnostics import brought
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks
from syncline.core.analysis import Diagnostic
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.PREVIEW


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each analyser, file and code."""
    for analysis in subject.analyses:
        groups: dict[tuple[str, str], list[Diagnostic]] = {}
        for one in brought(analysis, subject.seam.before):
            groups.setdefault((one.path, one.code or one.message), []).append(one)
        for _, group in sorted(groups.items()):
            yield _finding(subject, analysis.analyser, group)


def _finding(subject: Subject, analyser: str, group: list[Diagnostic]) -> Finding:
    first = group[0]
    seam = subject.seam
    more = f" (and {counted(len(group) - 1, 'more like it', 'more like it')})" if len(group) > 1 else ""
    return Finding(
        check="new-diagnostic",
        severity=Severity.BLOCKER if any(one.error for one in group) else Severity.CONFIRM,
        message=" ".join(f"{analyser}: {first.message}{more}".split()),
        scope=scope_of(first.path),
        path=first.path,
        line=first.line or None,
        symbol=first.code or None,
        places=tuple(Place(one.path, one.line, "", seam.line(seam.merged, one.path, one.line).strip()[:100]) for one in group),
        evidence={"analyser": analyser, "code": first.code, "messages": tuple(dict.fromkeys(one.message for one in group))},
        identity=("new-diagnostic", analyser, first.path, first.code, first.message),
        asks=line_asks(seam, Role.USE, first.path, first.line, Side) if first.line else (),
    )
