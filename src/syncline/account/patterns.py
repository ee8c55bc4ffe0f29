"""Patterns of paths in ``.gitignore`` syntax."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pathspec

from syncline.core.names import RepoPath


def matcher(patterns: Iterable[str]) -> Callable[[RepoPath], bool]:
    """A test for paths. Making it costs more than asking it: make it once."""
    return pathspec.GitIgnoreSpec.from_lines(patterns).match_file
