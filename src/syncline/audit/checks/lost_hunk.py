"""A change of one side is not in the merge, and nothing explains it.

Sees: the ledger's LOST parts of both sides.
Fires: once for each commit whose lines are missing; where its size is known and other parts of it are there, half-integrated speaks instead.
Why: a change that is lost in a merge is invisible to git from then on.
Silent: on what is present, stands elsewhere, differs in white space alone, or was overruled by a record.
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
    for one in assigned(subject, "lost-hunk"):
        yield finding_of(
            subject, one, amount(subject, one), f"restore the {one.loss.side.value}'s lines, or record why they are not wanted"
        )
