"""Where words stand in a whole tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId, RepoPath, TreeId, repo_path
from syncline.ports.git.workshop import Workshop

# Words in one expression: git compiles one automaton for all of them. Given as many fixed strings (``-F -f``) it would try each on each
# line, which was measured to take forty times as long for 150 words. Three thousand words cost half as much again as three hundred.
_AT_ONCE = 3000
# Bytes of one argument, below what systems allow.
_ROOM = 100_000
# Recorded test results can be larger than all code together, and say no names.
_NOT_READ = (":(exclude,icase,glob)**/*golden*/**",)


def word_places(workshop: Workshop, tree: TreeId | CommitId, words: Iterable[str]) -> Mapping[str, Mapping[RepoPath, int]]:
    """How often each of ``words`` stands as a whole word in each text file of a tree: word → path → number."""
    wanted = sorted({word for word in words if word and "\n" not in word})
    found: dict[str, dict[RepoPath, int]] = {word: {} for word in wanted}
    for expression in _expressions(wanted):
        _count(_grep(workshop, tree, ["-o"], expression), len(tree) + 1, found)
    return found


@dataclass(frozen=True, slots=True)
class Hit:
    """A word found in a file; ``line`` counts from 1."""

    path: RepoPath
    line: int
    word: str


def word_lines(workshop: Workshop, tree: TreeId | CommitId, words: Iterable[str]) -> tuple[Hit, ...]:
    """Every place in a tree where one of ``words`` stands as a whole word."""
    found = []
    for expression in _expressions(sorted({word for word in words if word and "\n" not in word})):
        for row in _grep(workshop, tree, ["-o", "-n"], expression).split(b"\n"):
            path, _, rest = row.partition(b"\0")
            line, _, word = rest.partition(b"\0")
            if word:
                found.append(Hit(repo_path(path[len(tree) + 1 :]), int(line), word.decode("utf-8", "surrogateescape")))
    return tuple(found)


def _expressions(words: Sequence[str]) -> Iterator[bytes]:
    """Alternatives of many words, each expression as long as one argument may be."""
    chosen: list[bytes] = []
    size = 0
    for word in words:
        plain = re.sub(r"([^\w])", r"\\\1", word).encode("utf-8", "surrogateescape")
        if chosen and (len(chosen) >= _AT_ONCE or size + len(plain) + 1 > _ROOM):
            yield b"|".join(chosen)
            chosen, size = [], 0
        chosen.append(plain)
        size += len(plain) + 1
    if chosen:
        yield b"|".join(chosen)


def _grep(workshop: Workshop, tree: TreeId | CommitId, options: Sequence[str], expression: bytes) -> bytes:
    command: list[str | bytes] = ["grep", "-I", "-z", "-w", "-E", "--full-name", *options, "-e", expression, tree, "--", ".", *_NOT_READ]
    _, out, _ = workshop.status(["-c", "core.quotepath=off", *command])
    return out


def _count(out: bytes, skip: int, found: dict[str, dict[RepoPath, int]]) -> None:
    """Add up git's rows: tree, colon and path, a NUL, the word."""
    for row in out.split(b"\n"):
        path, _, word = row.partition(b"\0")
        there = found.get(word.decode("utf-8", "surrogateescape"))
        if there is not None:
            where = repo_path(path[skip:])
            there[where] = there.get(where, 0) + 1
