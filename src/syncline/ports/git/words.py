"""Where words stand in a whole tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId, RepoPath, TreeId, path_bytes, repo_path
from syncline.ports.git.workshop import Workshop

# Words in one expression: git compiles one automaton for all of them. Given as many fixed strings (``-F -f``) it would try each on each
# line, which was measured to take forty times as long for 150 words. Three thousand words cost half as much again as three hundred.
_AT_ONCE = 3000
# Bytes of one argument, below what systems allow.
_ROOM = 100_000
# Recorded test results can be larger than all code together, and say no names.
_NOT_READ = (":(exclude,icase,glob)**/*golden*/**",)
# Paths of one command, and how many are too many to be named: git compares each file of the tree with each of them.
_PATHS = 500
_MANY = 1500


def is_read(path: RepoPath) -> bool:
    """False for the files that nobody looks for words in."""
    return "golden" not in path.rpartition("/")[0].lower()


def word_places(
    workshop: Workshop, tree: TreeId | CommitId, words: Iterable[str], among: Sequence[RepoPath] | None = None
) -> Mapping[str, Mapping[RepoPath, int]]:
    """How often each of ``words`` stands as a whole word in each text file of a tree, or in the files ``among`` it: word → path → number."""
    wanted = sorted({word for word in words if word and "\n" not in word})
    found: dict[str, dict[RepoPath, int]] = {word: {} for word in wanted}
    named = among is not None and len(among) <= _MANY
    parts = [among[at : at + _PATHS] for at in range(0, len(among), _PATHS)] if among is not None and named else [None]
    for expression in _expressions(wanted):
        for part in parts:
            _count(_grep(workshop, tree, ["-o"], expression, part), len(tree) + 1, found)
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


def _grep(
    workshop: Workshop, tree: TreeId | CommitId, options: Sequence[str], expression: bytes, among: Sequence[RepoPath] | None = None
) -> bytes:
    where: Sequence[str | bytes] = [".", *_NOT_READ] if among is None else [path_bytes(path) for path in among]
    literal = [] if among is None else ["--literal-pathspecs"]
    command: list[str | bytes] = ["grep", "-I", "-z", "-w", "-E", "--full-name", *options, "-e", expression, tree, "--", *where]
    _, out, _ = workshop.status(["-c", "core.quotepath=off", *literal, *command])
    return out


def _count(out: bytes, skip: int, found: dict[str, dict[RepoPath, int]]) -> None:
    """Add up git's rows: tree, colon and path, a NUL, the word."""
    for row in out.split(b"\n"):
        path, _, word = row.partition(b"\0")
        there = found.get(word.decode("utf-8", "surrogateescape"))
        if there is not None:
            where = repo_path(path[skip:])
            there[where] = there.get(where, 0) + 1
