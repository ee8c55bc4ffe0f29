"""What one side removed is back.

Sees: base lines that a side removed and that stand in the merge again, at the same spot.
Fires: once for the commit that removed them.
Why: a removal is work too: dead code, a wrong formula, a leaked name were taken out for a reason.
Silent: where the same commit's added lines are missing as well (that is one loss, reported as such); on white space.
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
    for one in assigned(subject, "resurrected-lines"):
        yield finding_of(
            subject, one, f"what it removed is back: {amount(subject, one)}", "remove the lines again, or record why they stay"
        )
