"""How much changes, by language; lock, generated, golden and image files counted apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Protocol

from syncline.core.names import RepoPath
from syncline.core.plan import Volume, Volumes
from syncline.syntax import language_of

_LOCKS = re.compile(
    r"(^|/)(uv\.lock|poetry\.lock|pdm\.lock|Pipfile\.lock|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum"
    r"|composer\.lock|Gemfile\.lock|mix\.lock|flake\.lock|packages\.lock\.json|gradle\.lockfile|Package\.resolved|Podfile\.lock|deno\.lock|conan\.lock)$"
)
_GOLDEN = re.compile(r"(^|/)(golden[^/]*|goldens?|__snapshots__|snapshots?)(/|$)|golden_values|\.snap$", re.IGNORECASE)
_GENERATED = re.compile(
    r"(_pb2(_grpc)?\.pyi?|\.pb\.(go|cc|h)|\.g\.dart|\.min\.(js|css)|\.generated\.[a-z]+|_generated\.[a-z]+|\.designer\.cs)$|(^|/)(generated|__generated__|vendor|third_party|node_modules)/"
)
_IMAGES = re.compile(r"\.(png|jpe?g|gif|svg|webp|ico|bmp|tiff?|pdf|mp4|webm)$", re.IGNORECASE)


class Counted(Protocol):
    """Added and removed lines of one path; ``None`` for binary files."""

    @property
    def path(self) -> RepoPath: ...
    @property
    def added(self) -> int | None: ...
    @property
    def removed(self) -> int | None: ...


def path_class(path: RepoPath, more: Callable[[RepoPath], str | None] = lambda path: None) -> str | None:
    """``lock``, ``golden``, ``generated`` or ``image`` for files that say nothing of the work; ``None`` for the others.

    ``more`` is the configuration's view and comes first.
    """
    if (own := more(path)) is not None:
        return own
    for name, pattern in (("lock", _LOCKS), ("golden", _GOLDEN), ("generated", _GENERATED), ("image", _IMAGES)):
        if pattern.search(path):
            return name
    return None


def volumes(counts: Iterable[Counted], more: Callable[[RepoPath], str | None] = lambda path: None) -> Volumes:
    """Sum up by language; what is excluded is summed up by its class."""
    counted: dict[str, Volume] = {}
    excluded: dict[str, Volume] = {}
    for count in counts:
        label, into = path_class(count.path, more), excluded
        if label is None and count.added is None:
            label = "binary"
        if label is None:
            label, into = language_of(count.path) or "other", counted
        have = into.get(label, Volume(label, 0, 0, 0))
        into[label] = Volume(label, have.files + 1, have.added + (count.added or 0), have.removed + (count.removed or 0))
    return Volumes(_ordered(counted), _ordered(excluded))


def _ordered(found: dict[str, Volume]) -> tuple[Volume, ...]:
    return tuple(sorted(found.values(), key=lambda v: (-(v.added + v.removed), v.label)))
