"""What people resolved once, kept so that it need not be resolved again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from syncline.core.merge import Merge
from syncline.core.names import CommitId, RepoPath


@dataclass(frozen=True, slots=True)
class Remembered:
    """One region as it was resolved in ``merge``: where (``path``, and the ``unit`` around it) and what stood there then.

    ``key`` is made of the three texts with their direction: the same region the other way round is another one.
    """

    key: str
    path: RepoPath
    unit: str
    lines: tuple[str, ...]
    merge: CommitId


# Asked for the entries of a key, in the order in which they were learned.
Memory = Callable[[str], Sequence[Remembered]]


def nothing_remembered(key: str) -> Sequence[Remembered]:
    """The memory that holds nothing."""
    del key
    return ()


def memory_key(lines: Merge[tuple[str, ...]]) -> str:
    """The key of a region: its three texts without white space at line ends, blank lines at the edges aside."""
    digest = hashlib.sha256()
    for term in (lines.base, lines.source, lines.target):
        text = "\n".join(line.rstrip() for line in term).strip("\n")
        digest.update(len(text).to_bytes(8, "big"))
        digest.update(text.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:32]
