"""Which definition each line of a Python file belongs to."""

from __future__ import annotations

from syncline.account.seam.code import Code
from syncline.core.names import RepoPath


def scopes_of(code: Code, path: RepoPath, count: int) -> list[str]:
    """The innermost definition around each line."""
    found = [""] * count
    module = code.module(path)
    spans = [(f.line, f.end, f.qualified) for f in module.functions] + [(c.line, c.end, c.qualified) for c in module.classes]
    for first, last, name in sorted(spans, key=lambda span: (span[0], -span[1])):
        for at in range(first, min(last, count) + 1):
            # The line of the definition itself belongs to what is around it.
            if at > first:
                found[at - 1] = name
    return found
