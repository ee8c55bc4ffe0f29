"""Which branch tonight goes to, and what becomes of yesterday's."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.names import CommitId
from syncline.core.pull import Pull, PullState
from syncline.publish.record import Publication, Standing
from syncline.publish.settings import Unlanded


@dataclass(frozen=True, slots=True)
class Place:
    """The branch to publish on, and the publication that this one replaces (no branch and 0 where there is none)."""

    branch: str
    previous_branch: str = ""
    previous_pull: int = 0


def place(tonight: str, merge: CommitId, record: Publication | None, pull: Pull | None, mode: Unlanded) -> Place:
    """Choose. The same merge goes on where it is; an open pull request is updated in place or superseded; all else starts anew."""
    if record is None or record.standing in (Standing.WITHDRAWN, Standing.LANDED):
        return Place(tonight)
    if record.merge == merge and (pull is None or pull.state is PullState.OPEN):
        return Place(record.branch, record.previous_branch, record.previous_pull)
    if pull is None or pull.state is not PullState.OPEN:
        # Killed before it was opened: the branch is there and nobody knows it by a pull request yet.
        unopened = pull is None and record.pull == 0
        return Place(record.branch if unopened and mode is Unlanded.UPDATE else tonight, record.previous_branch, record.previous_pull)
    if mode is Unlanded.UPDATE or record.branch == tonight:
        return Place(record.branch, record.previous_branch, record.previous_pull)
    return Place(tonight, record.branch, record.pull)
