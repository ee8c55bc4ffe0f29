"""Who brought a change: commits and the names people know them by."""

from __future__ import annotations

import re
from dataclasses import dataclass

from syncline.core.names import CommitId

_PULL = re.compile(r"\(#(\d+)\)|^Merge pull request #(\d+)\b|\(!(\d+)\)")


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit as reports name it. ``date`` is the committer date in seconds since the epoch."""

    id: CommitId
    author: str
    email: str
    subject: str
    date: int = 0
    parents: tuple[CommitId, ...] = ()

    @property
    def pull(self) -> int | None:
        """The pull request number in the subject, if the subject names one; the last one where it names several."""
        found = list(_PULL.finditer(self.subject))
        return int(next(g for g in found[-1].groups() if g)) if found else None

    @property
    def short(self) -> str:
        """The first ten digits."""
        return self.id[:10]
