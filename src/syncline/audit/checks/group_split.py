"""Files that only make sense together come from different sides.

Sees: the configured groups, in the merged tree and in both parents.
Fires: where a member is not exactly what the group's side has; it informs where a member is on neither side.
Why: a lock file from one side and its manifest from the other install something that nobody tested.
Silent: where every member is byte-identical to the group's side, or neither side changed any of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Severity
from syncline.core.merge import Absent
from syncline.core.names import RepoPath
from syncline.core.policy import LapseKind
from syncline.core.resolution import Status
from syncline.core.tree import Version

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a group."""
    states = {
        path: state for state in subject.states for path in (state.path, *_names(state.versions.target), *_names(state.versions.source))
    }
    for group in subject.policy.policy.groups:
        wrong = []
        for path in map(RepoPath, group.paths):
            state = states.get(path)
            wanted = state.versions.side(group.side) if state is not None else None
            if state is not None and _content(state.merged) != _content(wanted):
                wrong.append(path)
        if wrong:
            names = ", ".join(wrong)
            yield Finding(
                check="group-split",
                severity=Severity.BLOCKER,
                message=f"the group {group.name} is split: {names} {'is' if len(wrong) == 1 else 'are'} not what the {group.side.value} has",
                side=group.side,
                scope=scope_of(wrong[0]),
                path=wrong[0],
                places=tuple(Place(path) for path in wrong),
                proposal=f"take all of {', '.join(group.paths)} from the {group.side.value}",
                identity=("group-split", group.name, *wrong),
            )
    for lapse in subject.policy.lapses:
        if lapse.kind is LapseKind.MEMBER_MISSING:
            yield Finding(
                check="group-split",
                severity=Severity.INFO,
                message=f"{lapse.rule}: {lapse.detail}",
                places=tuple(Place(RepoPath(path)) for path in lapse.paths),
                proposal="correct the group in the configuration",
                identity=("group-split", lapse.rule, "missing", *lapse.paths),
            )


def _names(version: Version | Absent) -> tuple[RepoPath, ...]:
    return (version.path,) if isinstance(version, Version) else ()


def _content(version: Version | Absent | None) -> object:
    return (version.path, version.entry) if isinstance(version, Version) else None
