"""A commit of one side is in the merge in part only.

Sees: the ledger's LOST parts, grouped by the commit of their side that wrote them.
Fires: once for a commit of which some lines are missing and others are there.
Why: a feature without its class, its flag or its caller runs, and is wrong; the half that is there hides the half that is not.
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
    for one in assigned(subject, "half-integrated"):
        yield finding_of(
            subject, one, f"{amount(subject, one)}; the rest is there", "restore the missing lines, or take the rest out too and record why"
        )
