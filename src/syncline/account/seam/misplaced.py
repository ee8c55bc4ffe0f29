"""Lines of one side that stand in another function or class of the merge than on their side."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from syncline.account.seam.layout import TELLING, Layout, Lines
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# A run of fewer lines that are found once is too easily a coincidence.
_LEAST = 2


class Misplaced(NamedTuple):
    """Lines (counted from 1, in the merge) of ``side`` that stood in ``was`` there and stand in ``now``. Empty is the top of the file."""

    path: RepoPath
    side: Side
    was: str
    now: str
    lines: tuple[int, ...]


def misplaced_in(file: Layout) -> Iterator[Misplaced]:
    """Runs of a side's new lines whose enclosing definition exists in both versions, and is another one."""
    count = file.merged.count
    old = file.base.count if file.base is not None else {}
    for side, own in file.sides.items():
        other = file.sides[side.other].count if side.other in file.sides else {}
        new = {text for text in own.count if count.get(text) == 1 and text not in old and text not in other and len(text) >= TELLING}
        if new and own.is_read and _is_suspect(file.merged, own, new):
            yield from _runs(file.path, side, file.merged, new, _there(own))


def _is_suspect(merged: Lines, own: Lines, new: AbstractSet[str]) -> bool:
    """Whether enough of the new lines stand in another definition of the merge than on the side at all."""
    now, then = (
        {text: scope for text, scope in zip(one.texts, one.scopes, strict=True) if text in new and one.count[text] == 1}
        for one in (merged, own)
    )
    return sum(1 for text, scope in then.items() if now[text] != scope) >= _LEAST


def _there(own: Lines) -> dict[str, str]:
    """Where each line that a version has once stands; every scope of the version stands under its own name too."""
    found = {line: scope for line, scope in zip(own.texts, own.scopes, strict=True) if own.count[line] == 1}
    return {**found, **{f"\0{scope}": scope for scope in set(own.scopes)}}


def _runs(path: RepoPath, side: Side, merged: Lines, new: AbstractSet[str], there: dict[str, str]) -> Iterator[Misplaced]:
    run: list[int] = []
    key = ("", "")
    scopes = set(merged.scopes)
    for n, (line, here) in enumerate(zip(merged.texts, merged.scopes, strict=True), 1):
        was = there.get(line)
        if was is not None and line in new:
            if was != here and f"\0{here}" in there and was in scopes:
                if run and key != (was, here):
                    if len(run) >= _LEAST:
                        yield Misplaced(path, side, *key, tuple(run))
                    run = []
                run.append(n)
                key = (was, here)
                continue
        elif merged.count[line] > 1 or len(line) < TELLING:
            continue  # neither tells anything nor ends a run
        if len(run) >= _LEAST:
            yield Misplaced(path, side, *key, tuple(run))
        run = []
    if len(run) >= _LEAST:
        yield Misplaced(path, side, *key, tuple(run))
