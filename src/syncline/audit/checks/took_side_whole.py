"""The merge has one side's tree, or one side's folder, whole: nothing of the other side's changes in it is left.

Sees: the folders in which every file that a side changed stands as the other side has it, though git could have merged some of them.
Fires: once for the tree or the topmost such folder, naming what is gone by feature.
Why: "-s ours" and a checkout of one side's folder throw away everything in one stroke, and show no conflict.
Silent: on single files; on folders where git had left a conflict in every such file, since somebody decided there file by file.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.losses import Loss, losses
from syncline.account.states import PathState
from syncline.audit.sorting import assigned_taken, gone_from
from syncline.audit.subject import Subject
from syncline.audit.taken import Taken
from syncline.audit.wording import content_of, names, who
from syncline.core.finding import Finding, Origin, Place, Role, Scope, Severity
from syncline.core.ledger import Fate
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.tree import Version

STATUS = Status.STABLE

_FEATURES = 12


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a tree or folder."""
    for taken in assigned_taken(subject):
        parts = [p for p in subject.books.ledger.parts if p.fate is Fate.LOST and (p.side, p.path) in taken.covers]
        if parts:
            yield _finding(subject, taken, sorted(losses(parts, subject.logs), key=lambda loss: -(loss.missing + loss.back)))


def _finding(subject: Subject, taken: Taken, lost: list[Loss]) -> Finding:
    side = taken.side
    gone = gone_from(subject, lost)
    where = f"the folder {taken.folder}" if taken.folder else "the tree"
    count = len(taken.states)
    commits = [loss.commit for loss in lost if loss.commit is not None]
    features = tuple(f"{who(side, loss.commit)}: {loss.missing} missing, {loss.back} back" for loss in lost)
    named = f"; gone: {names(gone)}" if gone else ""
    back = tuple(dict.fromkeys(path for state in taken.states if (path := _back(state, side)) is not None))
    named += f"; at {'its' if len(back) == 1 else 'their'} old place again: {', '.join(back[:_FEATURES])}" if back else ""
    return Finding(
        check="took-side-whole",
        severity=Severity.BLOCKER,
        message=f"the merge keeps {where} whole as the {side.other.value} has it: nothing of the {side.value}'s {len(features)} "
        f"feature{'s' if len(features) != 1 else ''} in {count} file{'s' if count != 1 else ''} is there{named}",
        side=side,
        scope=Scope.PRODUCTION,
        path=None if not taken.folder else taken.states[0].path,
        places=tuple(Place(path) for path in dict.fromkeys((*(state.path for state in taken.states), *back))),
        evidence={"moved_back": back, "folder": taken.folder, "features": features, "definitions": tuple(g.qualified for g in gone)},
        proposal="merge again; or, if this was meant, record the decision",
        origin=tuple(Origin(Role.LOST, commit) for commit in commits[:_FEATURES]),
        identity=("took-side-whole", side.value, taken.folder),
        content=content_of(subject, (run for loss in lost for run in loss.runs)),
    )


def _back(state: PathState, side: Side) -> RepoPath | None:
    """The old path of a file that the side moved and the merge has where it was."""
    base, own, merged = state.versions.base, state.versions.side(side), state.merged
    if not (isinstance(base, Version) and isinstance(own, Version) and isinstance(merged, Version)):
        return None
    return base.path if own.path != base.path == merged.path else None
