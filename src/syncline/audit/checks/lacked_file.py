"""A file that one side has and the other lacks was settled by policy.

Sees: files that one side deleted and the other has, and what policy made of them: restored because a file of the merge loads it and only an earlier
merge had deleted it; a test kept because the code that it tests is there; left deleted because a commit of that side deleted it on purpose; left
out because nobody names it any more.
Fires: once for each such file, with the reason, the commit, who loads it, and where its definitions live now.
Why: a file as a whole is easily missed, here or there; whoever looks for it should find the reason in one place.
Silent: where git and both sides agree. What was overruled on the way asks its owner in rule-costs; what nobody can settle stays a conflict, or
shows in lost-file and lost-in-earlier-merge.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.lacking import reason
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Origin, Place, Role, Severity
from syncline.core.policy import LackedFile, Standing
from syncline.core.resolution import Status

STATUS = Status.PREVIEW

_CURE = {
    Standing.RESTORED: "nothing to do, unless the file is not wanted: then delete it in a commit of its own",
    Standing.TEST_KEPT: "nothing to do, unless the test is not wanted: then delete it in a commit of its own",
    Standing.STAYS_DELETED: "bring what the other side changed to where the code lives now, or restore the file",
    Standing.LEFT_OUT: "nothing to do, unless somebody runs the file by its name: then restore it",
}


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a file."""
    for one in subject.policy.files:
        yield _finding(one)


def _finding(one: LackedFile) -> Finding:
    equivalent = (one.equivalent,) if one.equivalent is not None else ()
    return Finding(
        check="lacked-file",
        severity=Severity.INFO,
        message=f"{one.path}, which the {one.lacks.value} lacks, was {one.standing.value}: {reason(one)}",
        side=one.lacks.other,
        scope=scope_of(one.path),
        path=one.path,
        places=tuple(Place(path) for path in (one.path, *one.by, *equivalent)),
        evidence={"standing": one.standing.value, "by": one.by, "equivalent": one.equivalent or ""},
        proposal=_CURE[one.standing],
        origin=(Origin(Role.REMOVED_BY, one.purpose),) if one.purpose is not None else (),
        identity=("lacked-file", one.path, one.standing.value),
    )
