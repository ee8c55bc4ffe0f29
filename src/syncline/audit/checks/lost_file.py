"""A file of one side is not in the merge.

Sees: files that a side added or kept, and that the merge has not.
Fires: once for the commit that wrote them, with the restore table: needed (the merge names the file), importers lost (only its own parent
did: to be confirmed), dead (nobody imported it there either), run by its name (tests, scripts, data).
Why: a whole file that falls off the cart makes no conflict and shows in no diff of the files that remain.
Silent: where the other side deleted the file (a decision; see conflict-took-one-side); where the merge has it under another name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from syncline.account.restoring import Need, Restore, restore_table
from syncline.audit.scope import scope_of
from syncline.audit.sorting import assigned
from syncline.audit.subject import Subject
from syncline.audit.wording import amount, finding_of
from syncline.core.finding import Evidence, Finding, Scope, Severity
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a commit."""
    lost = tuple(assigned(subject, "lost-file"))
    # One look at each tree for all files: a look reads every file of it.
    tables = {
        side: {row.path: row for row in _table(subject, side, paths)}
        for side in Side
        if (paths := [path for one in lost if one.loss.side is side for path in one.loss.paths])
    }
    for one in lost:
        table = tuple(tables[one.loss.side][path] for path in one.loss.paths)
        count = len(one.loss.paths)
        what = f"{count} files are" if count != 1 else f"{one.loss.paths[0]} is"
        said = "; ".join(f"{row.path.rpartition('/')[2]} is {row.need.value}" + (f" by {row.by[0]}" if row.by else "") for row in table[:4])
        found = finding_of(
            subject, one, f"{what} not in the merge ({amount(subject, one)}); {said}", "restore the file, or record why it is not wanted"
        )
        lost_importers = all(row.need is Need.IMPORTERS_LOST for row in table)
        severity = Severity.CONFIRM if lost_importers and found.severity is Severity.BLOCKER else found.severity
        rows: tuple[Evidence, ...] = tuple({"path": row.path, "need": row.need.value, "by": row.by} for row in table)
        yield replace(found, severity=severity, evidence={**found.evidence, "restore": rows})


def _table(subject: Subject, side: Side, paths: list[RepoPath]) -> tuple[Restore, ...]:
    return restore_table(
        paths, lambda path: scope_of(path) is Scope.PRODUCTION, subject.references, lambda words: subject.references(words, side)
    )
