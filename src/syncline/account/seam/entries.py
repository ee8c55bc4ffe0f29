"""Entry points in a project's own description: a command or plugin, and the function of this tree that it starts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.things import Found, Thing
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

_DESCRIBES = re.compile(r"(^|/)(pyproject\.toml|setup\.(cfg|py))$")
_POINT = re.compile(r"""^\s*["']?[\w.-]+["']?\s*=\s*["']?([A-Za-z_][\w.]*):([A-Za-z_]\w*)\s*["']?""")


class EntryPoint(NamedTuple):
    """A line that names ``module:name``, which ``side`` has in ``home`` and the merge has not."""

    path: RepoPath
    line: int
    text: str
    side: Side
    home: RepoPath


def entry_points(seam: Seam) -> Iterator[EntryPoint]:
    """Entry points that lead nowhere in the merge, and somewhere on every side that has them."""
    for path in seam.changed_of(_DESCRIBES.search):
        for number, line in enumerate(seam.lines(seam.merged, path), 1):
            found = _POINT.match(line)
            if found is None or _home(seam.merged, path, found[1], found[2]) is not None:
                continue
            homes = {
                side: _home(seam.side(side), before, found[1], found[2])
                for side in Side
                if (before := seam.before(path, side)) is not None and line.strip() in map(str.strip, seam.lines(seam.side(side), before))
            }
            for side, home in homes.items():
                if home is not None and all(homes.values()):
                    yield EntryPoint(path, number, f"{found[1]}:{found[2]}", side, home)
                    break


def _home(code: Code, path: RepoPath, module: str, name: str) -> RepoPath | None:
    """The file that has the function; where nothing can be said, the file is taken to have it."""
    place = code.places.module(module, 0, path)
    if place is None:
        return None
    answer = code.member(Thing("module", place), name)
    return RepoPath(place) if answer is None or isinstance(answer, Found) else None
