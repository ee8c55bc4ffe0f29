"""A file that one side has and the other lacks was settled by policy.

Sees: files that one side deleted and the other has, and what policy made of them: restored because a file of the merge loads it and only an earlier
merge had deleted it; a test kept because the code that it tests is there; left deleted because a commit of that side deleted it on purpose; left
out because nobody names it any more.
Fires: once for the files that stand so for one reason, with that reason, the commit, who loads it, and where its definitions live now.
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
    """One finding for the files that stand so for the same reason: by the same commit, or by none."""
    groups: dict[tuple[object, ...], list[LackedFile]] = {}
    for one in subject.policy.files:
        commit = one.purpose.id if one.purpose is not None else ""
        groups.setdefault((one.lacks.value, one.standing, commit, scope_of(one.path)), []).append(one)
    for group in groups.values():
        yield _finding(group)


def _finding(group: list[LackedFile]) -> Finding:
    first = group[0]
    equivalents = tuple(dict.fromkeys(one.equivalent for one in group if one.equivalent is not None))
    by = tuple(dict.fromkeys(path for one in group for path in one.by))
    what = (
        f"{first.path}, which the {first.lacks.value} lacks, was"
        if len(group) == 1
        else f"{len(group)} files that the {first.lacks.value} lacks were"
    )
    more = "" if len(group) == 1 else f" (of {first.path})"
    return Finding(
        check="lacked-file",
        severity=Severity.INFO,
        message=f"{what} {first.standing.value}: {reason(first)}{more}",
        side=first.lacks.other,
        scope=scope_of(first.path),
        path=first.path,
        places=tuple(Place(path) for path in (*(one.path for one in group), *by, *equivalents)),
        evidence={
            "standing": first.standing.value,
            "files": tuple({"path": one.path, "by": one.by, "equivalent": one.equivalent or ""} for one in group),
        },
        proposal=_CURE[first.standing],
        origin=(Origin(Role.REMOVED_BY, first.purpose),) if first.purpose is not None else (),
        identity=("lacked-file", first.standing.value, *(one.path for one in group)),
    )
