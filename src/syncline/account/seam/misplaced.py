"""Lines of one side that stand in another function or class of the merge than on their side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.spans import scopes_of
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# A run of fewer lines that are found once is too easily a coincidence.
_LEAST = 2
_TELLING = 12


class Misplaced(NamedTuple):
    """Lines (counted from 1, in the merge) of ``side`` that stood in ``was`` there and stand in ``now``. Empty is the top of the file."""

    path: RepoPath
    side: Side
    was: str
    now: str
    lines: tuple[int, ...]


def misplaced(seam: Seam) -> Iterator[Misplaced]:
    """Runs of a side's new lines whose enclosing definition exists in both versions, and is another one."""
    for path in seam.novel:
        if not seam.merged.is_read(path):
            continue
        lines = [line.strip() for line in seam.lines(seam.merged, path)]
        count = Counter(lines)
        base = seam.in_base(path)
        old = {line.strip() for line in seam.lines(seam.codes.base, base)} if base is not None else set()
        now = scopes_of(seam.merged, path, len(lines))
        for side in Side:
            before = seam.before(path, side)
            if before is None or not seam.side(side).is_read(before):
                continue
            other = seam.before(path, side.other)
            known = old | ({line.strip() for line in seam.lines(seam.side(side.other), other)} if other is not None else set())
            theirs = [line.strip() for line in seam.lines(seam.side(side), before)]
            if any(len(line) >= _TELLING and count[line] == 1 for line in set(theirs) - known):
                yield from _runs(path, side, lines, count, known, now, _there(seam.side(side), before, theirs))


def _there(code: Code, path: RepoPath, lines: list[str]) -> dict[str, str]:
    """Where each line that a version has once stands; every scope of the version stands under its own name too."""
    count = Counter(lines)
    scopes = scopes_of(code, path, len(lines))
    found = {line: scope for line, scope in zip(lines, scopes, strict=True) if count[line] == 1}
    return {**found, **{f"\0{scope}": scope for scope in set(scopes)}}


def _runs(
    path: RepoPath, side: Side, lines: list[str], count: Counter[str], known: set[str], now: list[str], there: dict[str, str]
) -> Iterator[Misplaced]:
    run: list[int] = []
    key = ("", "")
    for n, line in enumerate([*lines, ""], 1):
        was = there.get(line)
        if line and was is not None and line not in known and count[line] == 1 and len(line) >= _TELLING and n <= len(now):
            here = now[n - 1]
            if was != here and f"\0{here}" in there and was in now:
                if run and key != (was, here):
                    if len(run) >= _LEAST:
                        yield Misplaced(path, side, *key, tuple(run))
                    run = []
                run.append(n)
                key = (was, here)
                continue
        elif not line or count[line] > 1 or len(line) < _TELLING:
            continue  # neither tells anything nor ends a run
        if len(run) >= _LEAST:
            yield Misplaced(path, side, *key, tuple(run))
        run = []
    if len(run) >= _LEAST:
        yield Misplaced(path, side, *key, tuple(run))
