"""A file that one side deleted or moved is back.

Sees: files of the base that a side deleted, and that the merge has.
Fires: once for the commit that deleted them.
Why: the old file beside its successor is read, imported and edited by mistake.
Silent: where the merge has no such file.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.sorting import assigned
from syncline.audit.subject import Subject
from syncline.audit.wording import amount, finding_of
from syncline.core.finding import Finding
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a commit."""
    for one in assigned(subject, "resurrected-file"):
        yield finding_of(
            subject, one, f"a file that it deleted is back: {amount(subject, one)}", "delete the file again, or record why it stays"
        )
