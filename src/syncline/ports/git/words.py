"""Where words stand in a whole tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from syncline.core.names import CommitId, RepoPath, TreeId, repo_path
from syncline.ports.git.workshop import Workshop


def word_places(workshop: Workshop, tree: TreeId | CommitId, words: Iterable[str]) -> Mapping[str, Mapping[RepoPath, int]]:
    """How often each of ``words`` stands as a whole word in each text file of a tree: word → path → number."""
    wanted = sorted({word for word in words if word and "\n" not in word})
    if not wanted:
        return {}
    patterns = "".join(f"{word}\n" for word in wanted).encode("utf-8", "surrogateescape")
    command = ["-c", "core.quotepath=off", "grep", "-I", "-z", "-o", "-w", "-F", "--full-name", "-f", "-", tree]
    status, out, _ = workshop.status(command, stdin=patterns)
    found: dict[str, dict[RepoPath, int]] = {word: {} for word in wanted}
    if status != 0:
        return found
    skip = len(tree) + 1
    for row in out.split(b"\n"):
        path, _, word = row.partition(b"\0")
        text = word.decode("utf-8", "surrogateescape")
        if text in found:
            there = found[text]
            where = repo_path(path[skip:])
            there[where] = there.get(where, 0) + 1
    return found
