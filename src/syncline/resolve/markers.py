"""Conflict markers, as diff3 writes them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from syncline.core.merge import Merge

SIZE = 7
_MARKER = re.compile(r"^(<{7,}|>{7,}|\|{7,})( |$)")


def marked(lines: Merge[tuple[str, ...]], labels: Merge[str]) -> tuple[str, ...]:
    """A region with diff3 markers: target, base, source, in the order git shows a merge of source into target."""
    out: list[str] = [f"{'<' * SIZE} {labels.target}\n", *_closed(lines.target)]
    out += [f"{'|' * SIZE} {labels.base}\n", *_closed(lines.base)]
    out += [f"{'=' * SIZE}\n", *_closed(lines.source), f"{'>' * SIZE} {labels.source}\n"]
    return tuple(out)


def _closed(lines: tuple[str, ...]) -> tuple[str, ...]:
    if lines and not lines[-1].endswith("\n"):
        return (*lines[:-1], lines[-1] + "\n")
    return lines


def marker_lines(lines: Sequence[str], known: Collection[str]) -> tuple[int, ...]:
    """The numbers (from 1) of the lines that are conflict markers and not among the ``known`` lines of the inputs."""
    text = "".join(lines)
    # Nearly no text has the signs at all, and that is told at once.
    if not any(sign * SIZE in text for sign in "<>|"):
        return ()
    return tuple(at for at, line in enumerate(lines, 1) if _MARKER.match(line) and line not in known)
