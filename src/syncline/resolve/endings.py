"""The line end at the end of a file: merged by itself, so that a last line without one collides with nothing."""

from __future__ import annotations

from syncline.core.merge import Absent, Merge, Side
from syncline.core.text import split_lines


def closed(text: str) -> tuple[str, ...]:
    """The lines of a text, the last one with a line end like that of the first."""
    lines = split_lines(text)
    if not lines or lines[-1].endswith("\n"):
        return lines
    return (*lines[:-1], lines[-1] + ("\r\n" if lines[0].endswith("\r\n") else "\n"))


def ends_open(contents: Merge[bytes | Absent], answer: bytes) -> bool:
    """Whether the last line of ``answer`` has no line end: as the one side has it whose last line it is, else as three-way logic says.

    A text of no lines says nothing about it.
    """
    lacks = contents.map(lambda data: None if isinstance(data, Absent) or not data else not data.endswith(b"\n"))
    last = _last(answer)
    own = [side for side in Side if not isinstance(data := contents.side(side), Absent) and _last(data) == last]
    if len(own) == 1:
        return bool(lacks.side(own[0]))
    known = [one for one in (lacks.source, lacks.target) if one is not None]
    if lacks.base is None or len(known) < len(Side):
        return bool(known) and all(known)
    trivial = lacks.trivial()
    return trivial is not None and bool(trivial.value)


def _last(data: bytes) -> bytes:
    return opened(data).rpartition(b"\n")[2]


def opened(data: bytes) -> bytes:
    """The text without the line end of its last line."""
    return data.removesuffix(b"\n").removesuffix(b"\r")
