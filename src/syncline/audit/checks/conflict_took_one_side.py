"""In a conflict one side's text was taken alone, and nobody recorded why.

Sees: LOST parts in regions where git had left a conflict and nothing of one side is left; files that one side deleted and the other changed.
Fires: once for each commit whose work was dropped that way, naming what is gone.
Why: somebody decided, and only the owner of what was dropped can tell whether it was right.
Silent: where both sides' work stands in the region; where a record of ours says who overruled what.
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
    for one in assigned(subject, "conflict-took-one-side"):
        kept = one.loss.side.other.value
        gone = f"; gone: {names(one.gone)}" if one.gone else ""
        message = f"in a conflict the {kept} was taken alone: {amount(subject, one)}{gone}"
        yield finding_of(subject, one, message, f"confirm that the {kept}'s text replaces this work, or bring it back")
