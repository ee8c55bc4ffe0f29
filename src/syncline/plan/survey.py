"""Two revisions and the history between them become a plan, or "nothing to do"."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.core.plan import NothingToDo, Revision, SyncPlan
from syncline.core.provenance import Commit


def survey(
    source: Revision, target: Revision, bases: Sequence[CommitId], commits: Sequence[Commit], branch: str, *, shallow: bool
) -> SyncPlan | NothingToDo:
    """Make the plan. ``commits`` are those reachable from the source and not from the target, newest first.

    Raises ``UserError`` where the histories share nothing: there is no base to account against.
    """
    if source.commit == target.commit:
        return NothingToDo(source, target, "source and target are the same commit")
    if not bases:
        if shallow:
            raise UserError("this clone is shallow and the merge base is not in it; run 'git fetch --unshallow'")
        raise UserError(f"'{source.name}' and '{target.name}' have no common history; syncline needs a merge base")
    if source.commit in bases:
        return NothingToDo(source, target, "the target contains the source already")
    return SyncPlan(source, target, tuple(bases), tuple(commits), branch, fast_forward=target.commit in bases)
