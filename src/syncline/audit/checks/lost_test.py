"""A test of one side is not in the merge.

Sees: LOST lines in test files that hold the head of a test which the merged file no longer has.
Fires: once for the commit that wrote them, naming every test that is gone.
Why: a test that is gone guards nothing, and nothing turns red.
Silent: where the merged file has a test of that name still.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.sorting import assigned
from syncline.audit.subject import Subject
from syncline.audit.wording import amount, finding_of, names
from syncline.core.finding import Finding
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a commit."""
    for one in assigned(subject, "lost-test"):
        verb = "is" if len(one.gone) == 1 else "are"
        message = f"{names(one.gone)} {verb} gone ({amount(subject, one)})"
        yield finding_of(subject, one, message, "restore the tests, or name those that exercise the same code and record the decision")
