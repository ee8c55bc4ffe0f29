"""A path that must stay the target's was changed by the merge.

Sees: the configured protected paths (CODEOWNERS by default).
Fires: where the merged tree differs from the target at such a path, in content, mode or existence.
Why: ownership and pinned dependencies are the target's to decide; a sync must not change them in passing.
Silent: where the path is byte-identical to the target.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.wording import object_of
from syncline.core.finding import Finding, Place, Severity
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a path."""
    for path, (before, after) in sorted(subject.changed_from_target.items()):
        if not subject.protected(path):
            continue
        what = "removed" if after is None else "added" if before is None else "changed"
        yield Finding(
            check="protected-path-changed",
            severity=Severity.BLOCKER,
            message=f"protected path was {what} by the merge; it must stay as the target has it",
            scope=scope_of(path),
            path=path,
            places=(Place(path),),
            proposal="restore the target's version",
            identity=("protected-path-changed", path),
            content=(object_of(after),),
        )
