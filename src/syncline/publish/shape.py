"""The shape of a published branch: one merge, at most one fix of ours, then whatever people put on top."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId
from syncline.core.provenance import Commit


@dataclass(frozen=True, slots=True)
class Shape:
    """A branch taken apart, oldest first."""

    merge: Commit
    fix: Commit | None
    people: tuple[Commit, ...]

    @property
    def ours(self) -> CommitId:
        """The last commit of ours."""
        return self.fix.id if self.fix else self.merge.id

    @property
    def head(self) -> CommitId:
        """The tip."""
        return self.people[-1].id if self.people else self.ours


@dataclass(frozen=True, slots=True)
class Misshapen:
    """Why a branch may not be pushed."""

    reasons: tuple[str, ...]


def shape(chain: Sequence[Commit], merge: CommitId, fix: CommitId | None, ends: tuple[CommitId, CommitId]) -> Shape | Misshapen:
    """Take the first-parent ``chain`` (oldest first, beginning with the merge) apart and check it.

    ``merge`` and ``fix`` are the commits we know to be ours, ``ends`` the audited target and source. Nothing is told by messages.
    """
    if not chain or chain[0].id != merge:
        return Misshapen(("the branch does not begin with the merge that was audited",))
    first, rest = chain[0], list(chain[1:])
    reasons = []
    if first.parents != ends:
        reasons.append(f"the merge {first.short} does not have the audited target and source as its two parents")
    own = None
    if fix is not None:
        if rest and rest[0].id == fix:
            own = rest.pop(0)
        else:
            reasons.append(f"the fix commit {fix[:10]} does not stand directly on the merge")
    if own is not None and own.parents != (merge,):
        reasons.append(f"the fix commit {own.short} is a merge itself")
    return Misshapen(tuple(reasons)) if reasons else Shape(first, own, tuple(rest))


def foreign_branch(branch: str, patterns: Collection[str]) -> str | None:
    """The pattern of another bot's branches that ``branch`` falls under; ``None`` when it is free for us.

    ``*`` stands for anything within one level, ``**`` across levels.
    """
    import re

    for pattern in patterns:
        # Escaped first, so that only the stars have a meaning.
        text = re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^/]*")
        if re.fullmatch(text, branch):
            return pattern
    return None
