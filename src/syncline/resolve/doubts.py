"""A finished file in which nothing is safe, whoever answered.

Rules see a conflict and the lines around it. Whether the whole is what both sides meant shows only when it is put together. No answer is safe in
a Python file that, unlike each of the two sides,

- reads a name that nothing in it binds: one side took away what the other goes on with;
- imports a name that nothing in it reads: each side took a part of its uses away;
- defines a name, or sets one in a function, more often than either side: both brought it, apart from each other.

Such a file asks its owner; with `--safe-only` it stays in conflict. That holds for what git merges cleanly around a conflict, too.
"""

from __future__ import annotations

from syncline.resolve.twice import newly_twice
from syncline.resolve.unbound import newly_idle, newly_unbound
from syncline.resolve.view import View


def wanting(view: View, text: str) -> str:
    """The first of these that is so, told of the finished file; empty where none is."""
    if names := newly_unbound(view, text):
        return f"the finished file reads {', '.join(names)}, which nothing in it binds"
    if names := newly_idle(view, text):
        return f"the finished file imports {', '.join(names)}, which nothing in it reads any more"
    if names := newly_twice(view, text):
        return f"the finished file defines {', '.join(names)} more often than either side"
    return ""
