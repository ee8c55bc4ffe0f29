"""A generated file could not be written anew.

Sees: the commands of the configuration's regenerate rules, run in a clean tree of the merged result.
Fires: where a command cannot be started, fails, takes too long, or changes files that are not its own; nothing of its work was taken.
Why: a lock file that does not belong to its manifest is broken, and looks as if it were not.
Silent: where the command succeeded, or was not run because a conflict is open.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Severity
from syncline.core.names import RepoPath
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a command."""
    for outcome in subject.policy.regenerated:
        if not outcome.failure:
            continue
        command = " ".join(outcome.command)
        yield Finding(
            check="regeneration-failed",
            severity=Severity.BLOCKER,
            message=f"'{command}' did not write {', '.join(outcome.paths)} anew: {outcome.failure}",
            path=RepoPath(outcome.paths[0]),
            places=tuple(Place(RepoPath(path)) for path in outcome.paths),
            proposal="run the command by hand on the merged tree, and repair what keeps it from working",
            evidence={"command": command, "failure": outcome.failure},
            identity=("regeneration-failed", command),
        )
