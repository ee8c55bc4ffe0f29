"""Which definition each line of a Python file belongs to."""

from __future__ import annotations

from syncline.account.seam.code import Code
from syncline.core.names import RepoPath


def scopes_of(code: Code, path: RepoPath, count: int) -> list[str]:
    """The innermost definition around each line."""
    found = [""] * count
    for first, last, name in sorted(code.module(path).spans, key=lambda span: (span[0], -span[1])):
        # The line of the definition itself belongs to what is around it.
        inside = min(last, count) - first
        if inside > 0:
            found[first : first + inside] = [name] * inside
    return found
