"""A function, class, method, field or constant of one side is not in the merge.

Sees: LOST lines that hold the head of a definition which the merged file no longer has.
Fires: once for the commit that wrote them, naming every definition that is gone, and where a changed file has the name now. What still uses
them, and so is broken, is told with it.
Why: what is gone by name is what its callers and its authors will miss first.
Silent: where the merged file defines the name still; where git had left a conflict and one side's text stands alone there (see
conflict-took-one-side).
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
    for one in assigned(subject, "lost-definition"):
        verb = "is" if len(one.gone) == 1 else "are"
        message = f"{names(one.gone)} {verb} gone ({amount(subject, one)})"
        yield finding_of(subject, one, message, "restore the definitions, or record why they are not wanted")
