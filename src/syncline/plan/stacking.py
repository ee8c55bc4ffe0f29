"""Which portions a stack shall have, given those that stand already: their cuts are kept, so that repairs stay with what they repair. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId
from syncline.core.provenance import Commit


@dataclass(frozen=True, slots=True)
class Standing:
    """A portion that stands on a branch: the merge of ``last`` into ``below``, and people's repairs on top of it, oldest first."""

    branch: str
    tip: CommitId
    merge: Commit
    repairs: tuple[Commit, ...] = ()

    @property
    def below(self) -> CommitId:
        """What it was merged into."""
        return self.merge.parents[0]

    @property
    def last(self) -> CommitId:
        """The newest commit of the source in it."""
        return self.merge.parents[1]


def newest(standing: Iterable[Standing]) -> dict[CommitId, Standing]:
    """For each cut the portion that was merged last: a stack is rebuilt on new branches, and the old ones stay until somebody deletes them."""
    found: dict[CommitId, Standing] = {}
    for one in standing:
        if one.last not in found or (one.merge.date, one.branch) > (found[one.last].merge.date, found[one.last].branch):
            found[one.last] = one
    return found


def kept_cuts(order: Sequence[CommitId], standing: Iterable[CommitId], fresh: Iterable[CommitId]) -> tuple[CommitId, ...]:
    """Where to cut a history (oldest first): where it is cut already, and beyond that where ``fresh`` says."""
    at = {commit: place for place, commit in enumerate(order)}
    old = sorted(at[commit] for commit in standing if commit in at)
    new = sorted(place for commit in fresh if (place := at.get(commit, -1)) > (old[-1] if old else -1))
    return tuple(order[place] for place in (*old, *new))
