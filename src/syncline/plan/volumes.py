"""How much changes, by language; lock, generated, golden, vendored and image files counted apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from syncline.account.classes import APART, Classify, classifier
from syncline.core.names import RepoPath
from syncline.core.plan import Volume, Volumes
from syncline.syntax import language_of


class Counted(Protocol):
    """Added and removed lines of one path; ``None`` for binary files."""

    @property
    def path(self) -> RepoPath: ...
    @property
    def added(self) -> int | None: ...
    @property
    def removed(self) -> int | None: ...


def volumes(counts: Iterable[Counted], classify: Classify | None = None) -> Volumes:
    """Sum up by language; what says nothing of the work is summed up by its class."""
    classify = classify or classifier()
    counted: dict[str, Volume] = {}
    excluded: dict[str, Volume] = {}
    for count in counts:
        kind, into = classify(count.path), excluded
        label = kind.value if kind in APART else "binary" if count.added is None else ""
        if not label:
            label, into = language_of(count.path) or "other", counted
        have = into.get(label, Volume(label, 0, 0, 0))
        into[label] = Volume(label, have.files + 1, have.added + (count.added or 0), have.removed + (count.removed or 0))
    return Volumes(_ordered(counted), _ordered(excluded))


def _ordered(found: dict[str, Volume]) -> tuple[Volume, ...]:
    return tuple(sorted(found.values(), key=lambda v: (-(v.added + v.removed), v.label)))
