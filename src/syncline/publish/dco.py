"""The sign-off position: which commits of the pull request lack what, ours and inherited ones apart. Nobody's commits are rewritten."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId


@dataclass(frozen=True, slots=True)
class Signed:
    """A commit and the e-mail addresses that signed it off."""

    commit: CommitId
    author: str
    committer: str
    signers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Commits by what they lack. The last two speak of commits that have a sign-off, of somebody else."""

    commits: int
    missing: tuple[CommitId, ...]
    author: tuple[CommitId, ...]
    committer: tuple[CommitId, ...]

    @property
    def clean(self) -> bool:
        """Nothing is lacking."""
        return not (self.missing or self.author or self.committer)


@dataclass(frozen=True, slots=True)
class Position:
    """Ours, inherited ones, people's on the branch; and the inherited ones of the last sync that landed, as precedent."""

    ours: Count
    inherited: Count
    people: Count
    precedent_merge: str = ""
    precedent: Count | None = None


def count(commits: Sequence[Signed]) -> Count:
    """Count what is lacking. Addresses are compared without regard to case."""
    missing, author, committer = [], [], []
    for one in commits:
        signers = {s.lower() for s in one.signers}
        if not signers:
            missing.append(one.commit)
            continue
        if one.author.lower() not in signers:
            author.append(one.commit)
        if one.committer.lower() not in signers and one.committer.lower() not in FORGES:
            committer.append(one.commit)
    return Count(len(commits), tuple(missing), tuple(author), tuple(committer))


# Commits that a forge makes when somebody presses its button: the committer is the forge, and nobody's signature is asked of it.
FORGES = frozenset({"noreply@github.com", "noreply@gitlab.com"})


def position(
    commits: Sequence[Signed], ours: Collection[CommitId], people: Collection[CommitId], precedent: tuple[CommitId, Sequence[Signed]] | None
) -> Position:
    """Sort the commits of a pull request and count each kind."""
    return Position(
        ours=count([c for c in commits if c.commit in ours]),
        inherited=count([c for c in commits if c.commit not in ours and c.commit not in people]),
        people=count([c for c in commits if c.commit in people]),
        precedent_merge=precedent[0] if precedent else "",
        precedent=count(precedent[1]) if precedent else None,
    )
