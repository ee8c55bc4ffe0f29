"""A file that one side deleted or moved is back at its old place.

Sees: files of the base that a side deleted, and that the merge has; files that a side moved, and that the merge has where they were.
Fires: once for the commit that deleted them; once for each file that was moved.
Why: the old file beside its successor is read, imported and edited by mistake; a module beside the package of its name hides it.
Silent: where the merge has no such file; for information where no commit of the side deleted it, only a merge.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.states import PathState
from syncline.audit.scope import scope_of
from syncline.audit.sorting import assigned, assigned_taken
from syncline.audit.subject import Subject
from syncline.audit.wording import amount, finding_of
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.tree import Version

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a commit, and one a moved file."""
    for one in assigned(subject, "resurrected-file"):
        yield finding_of(
            subject, one, f"a file that it deleted is back: {amount(subject, one)}", "delete the file again, or record why it stays"
        )
    told = {covered for taken in assigned_taken(subject) for covered in taken.covers}
    for state in subject.states:
        for side in Side:
            moved = _moved(state, side)
            if moved is not None and (side, state.path) not in told:
                yield _back(subject, state, side, moved)


def _moved(state: PathState, side: Side) -> RepoPath | None:
    """Where a side moved the file, if the merge has it at the old path instead and the other side left it there."""
    base, own, across, merged = state.versions.base, state.versions.side(side), state.versions.side(side.other), state.merged
    if not (isinstance(base, Version) and isinstance(own, Version) and isinstance(merged, Version) and isinstance(across, Version)):
        return None
    return own.path if own.path != base.path and merged.path == base.path == across.path else None


def _back(subject: Subject, state: PathState, side: Side, moved: RepoPath) -> Finding:
    base = state.versions.base
    path = base.path if isinstance(base, Version) else state.path
    # The longest line is the least likely to have left the file in an earlier commit.
    telling = max(subject.lines(base), key=len, default="")
    return Finding(
        check="resurrected-file",
        severity=Severity.CONFIRM if state.conflicted else Severity.BLOCKER,
        message=f"the {side.value} moved {path} to {moved}; the merge has it at its old place again, as the {side.other.value} has it",
        side=side,
        scope=scope_of(path),
        path=path,
        places=(Place(path), Place(moved)),
        evidence={"moved_to": moved, "kept": path},
        proposal=f"move the {side.other.value}'s changes to {moved} and delete the old file",
        identity=("resurrected-file", side.value, path, moved),
        asks=(Ask(Role.REMOVED_BY, side, path, telling, removed=True),) if telling.strip() else (),
    )
