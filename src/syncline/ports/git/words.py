"""Where words stand in a whole tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from syncline.core.names import CommitId, RepoPath, TreeId, repo_path
from syncline.ports.git.workshop import Workshop

# Words in one expression: git compiles one automaton for all of them. Given as many fixed strings (``-F -f``) it would try each on each
# line, which was measured to take forty times as long for 150 words.
_AT_ONCE = 300
# Recorded test results can be larger than all code together, and say no names.
_NOT_READ = (":(exclude,icase,glob)**/*golden*/**",)


def word_places(workshop: Workshop, tree: TreeId | CommitId, words: Iterable[str]) -> Mapping[str, Mapping[RepoPath, int]]:
    """How often each of ``words`` stands as a whole word in each text file of a tree: word → path → number."""
    wanted = sorted({word for word in words if word and "\n" not in word})
    found: dict[str, dict[RepoPath, int]] = {word: {} for word in wanted}
    for start in range(0, len(wanted), _AT_ONCE):
        expression = "|".join(re.sub(r"([^\w])", r"\\\1", word) for word in wanted[start : start + _AT_ONCE])
        options: list[str | bytes] = ["-I", "-z", "-o", "-w", "-E", "--full-name", "-e", expression.encode("utf-8", "surrogateescape")]
        _, out, _ = workshop.status(["-c", "core.quotepath=off", "grep", *options, tree, "--", ".", *_NOT_READ])
        _count(out, len(tree) + 1, found)
    return found


def _count(out: bytes, skip: int, found: dict[str, dict[RepoPath, int]]) -> None:
    """Add up git's rows: tree, colon and path, a NUL, the word."""
    for row in out.split(b"\n"):
        path, _, word = row.partition(b"\0")
        there = found.get(word.decode("utf-8", "surrogateescape"))
        if there is not None:
            where = repo_path(path[skip:])
            there[where] = there.get(where, 0) + 1
