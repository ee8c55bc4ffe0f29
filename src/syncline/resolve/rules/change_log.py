"""Both sides add entries to a change log.

Sees: a region of a change log, news or release notes in which both sides only add whole entries at one place.
Answers: the source's entries, then the target's, each once.
Why right: entries stand for themselves, and every one is kept. With what flows in first, the next sync finds it as it came.
Declines when: the file is no change log; a side changed or removed text; both add a heading, and the order of releases cannot be told.
Safety: unsafe: the order is ours.
"""

from __future__ import annotations

import re

from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region
from syncline.resolve.words import blank

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE

_NAME = re.compile(
    r"(?:^|/)(?:change|changes|changelog|history|news|release|releases|whatsnew|upgrade)(?:[-_. ][^/]*)?$|(?:release[-_]?notes?|changelog\.d|news)/",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"[ \t]*(?:[-*+•]|\d+[.)])\s")
_HEADING = re.compile(r"\s*(?:#+\s|[=~^\"'-]{4,}\s*$)")


def run(region: Region) -> Resolution | Declined:
    """Put the entries of both sides one after the other."""
    if not _NAME.search(region.path) or region.language not in ("text", "markdown", "rst", None):
        return Declined("not a change log")
    if not blank(region.lines.base):
        return Declined("a side changed what was there")
    first, second = _entries(region.lines.source), _entries(region.lines.target)
    if first is None or second is None:
        return Declined("not whole entries alone")
    known = {_said(entry) for entry in first}
    fresh = [entry for entry in second if _said(entry) not in known]
    apart = any(blank(entry[-1:]) for entry in (*first[:-1], *second[:-1])) and not blank(first[-1][-1:] if first else ())
    between = ("\n",) if apart and fresh else ()
    lines = tuple(line for entry in first for line in entry) + between + tuple(line for entry in fresh for line in entry)
    return Resolution(lines, Safety.UNSAFE, "the entries of both sides, the source's first")


def _entries(lines: tuple[str, ...]) -> list[tuple[str, ...]] | None:
    found: list[list[str]] = []
    for line in lines:
        if _HEADING.match(line):
            return None
        if _ENTRY.match(line) and (not found or _indent(line) <= _indent(found[0][0])):
            found.append([line])
        elif found:
            found[-1].append(line)
        elif line.strip():
            return None
    return [tuple(entry) for entry in found]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _said(entry: tuple[str, ...]) -> str:
    return " ".join(" ".join(entry).split())
