"""A file of one side is not in the merge.

Sees: files that a side added or kept, and that the merge has not.
Fires: once for the commit that wrote them, with every file as a place.
Why: a whole file that falls off the cart makes no conflict and shows in no diff of the files that remain.
Silent: where the other side deleted the file (a decision; see conflict-took-one-side); where the merge has it under another name.
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
    for one in assigned(subject, "lost-file"):
        count = len(one.loss.paths)
        what = f"{count} files are" if count != 1 else f"{one.loss.paths[0]} is"
        yield finding_of(
            subject, one, f"{what} not in the merge ({amount(subject, one)})", "restore the file, or record why it is not wanted"
        )
