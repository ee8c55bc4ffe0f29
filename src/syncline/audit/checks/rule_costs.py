"""A rule, a preference or a policy overruled one side's work: what that costs, by feature.

Sees: the ledger's OVERRULED parts whose record does not prove that nothing is lost.
Fires: once for each rule and each commit whose work it dropped.
Why: "who wins" is settled by a rule, whether it was right only the owner of what lost can tell; a file that a rule takes whole from one
side is no exception.
Silent: where the rule proves that the answer carries both sides' work; on comments and by-products alone it only informs.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.sorting import overruled
from syncline.audit.subject import Subject
from syncline.audit.wording import amount, finding_of, names
from syncline.core.finding import Finding
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a rule and commit."""
    for one in overruled(subject):
        rule = one.loss.kind
        gone = f"; gone: {names(one.gone)}" if one.gone else ""
        message = f"overruled by {rule}: {amount(subject, one)}{gone}"
        yield finding_of(subject, one, message, f"confirm that {rule} was right here, or bring the work back")
