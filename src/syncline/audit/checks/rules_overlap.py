"""Two rules of the policy want different sides for one path.

Sees: the rulings of classes, overrides, groups and protected paths.
Fires: once for each set of rules that contradict each other; the later one won.
Why: the loser looks as if it were in force.
Silent: where all rules that speak of a path agree.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Severity
from syncline.core.names import RepoPath
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a set of rules."""
    found: dict[tuple[str, ...], list[RepoPath]] = {}
    for overlap in subject.policy.overlaps:
        found.setdefault(overlap.rules, []).append(RepoPath(overlap.path))
    for rules, paths in found.items():
        yield Finding(
            check="rules-overlap",
            severity=Severity.INFO,
            message=f"{' and '.join(rules)} contradict each other; the last one won",
            path=paths[0],
            places=tuple(Place(path) for path in paths),
            proposal="take the path out of one of the rules",
            identity=("rules-overlap", *rules),
        )
