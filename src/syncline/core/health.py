"""The health of the merge base: syncs whose ancestry was lost, syncs that were taken back."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.provenance import Commit


@dataclass(frozen=True, slots=True)
class LostAncestry:
    """A commit of the target holds everything of the source up to ``contained``, but git does not know: it was squashed or rebased.

    ``commits`` counts the source's commits that are proven to be contained. ``conflicts`` are forecast with the base as it is, ``real`` with a
    repaired one; the difference is false.
    """

    landed: Commit
    contained: Commit
    commits: int
    conflicts: int
    real: int

    @property
    def false(self) -> int:
        """Conflicted paths that exist only because the ancestry is lost."""
        return max(0, self.conflicts - self.real)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A sync that was landed and reverted. When ``ancestors``, git takes its commits for merged although their content is gone."""

    landed: Commit
    revert: Commit
    paths: int
    ancestors: bool


@dataclass(frozen=True, slots=True)
class Rebasing:
    """The target looks as if it were put on top of the source again and again, instead of taking it in.

    Of its ``commits`` own commits ``older`` were written before the base that they stand on. ``forced`` counts the times its branch was rewritten,
    as far as this clone has seen it.
    """

    commits: int
    older: int
    forced: int = 0


@dataclass(frozen=True, slots=True)
class BaseHealth:
    """What is wrong with the base, if anything."""

    lost: LostAncestry | None = None
    taken_back: tuple[TakenBack, ...] = ()
    rebasing: Rebasing | None = None

    @property
    def sound(self) -> bool:
        """True when nothing is wrong."""
        return self.lost is None and self.rebasing is None and not any(one.ancestors for one in self.taken_back)
