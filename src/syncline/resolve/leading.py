"""Lines that lead a definition: decorators, annotations, attributes. Lines woven line by line may put one before another definition than it was meant for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from syncline.core.merge import Side
from syncline.resolve.view import Region

# C has none, and there a line with such a sign is something else.
_LEADERS = {
    **dict.fromkeys(("python", "java", "kotlin", "javascript", "typescript", "tsx"), re.compile(r"\s*@\w")),
    **dict.fromkeys(("rust", "php"), re.compile(r"\s*#\[")),
    "csharp": re.compile(r"\s*\[\w"),
}
_NAMED = re.compile(r"\b(?:class|def|fn|fun|function|interface|struct|enum|object|trait|record)\s+(\w+)|(\w+)\s*\(")
_REMARK = re.compile(r"\s*(?:#(?!\[)|//|/\*|\*)")
# So far below a region the definition stands that its last line leads.
_BELOW = 30


def strays(region: Region, answer: Sequence[str]) -> str:
    """Names a definition that would lose what leads it on a side to another one; empty where none does."""
    leader = _LEADERS.get(region.language or "")
    if leader is None or not any(leader.match(line) for line in answer):
        return ""
    made = set(_pairs(leader, (*answer, *_behind(region, Side.TARGET))))
    known = {pair for side in Side for pair in _pairs(leader, (*region.lines.side(side), *_behind(region, side)))}
    stop = region.starts.base + len(region.lines.base)
    known |= set(_pairs(leader, (*region.lines.base, *region.file.base[stop : stop + _BELOW])))
    defined = {name for line in (*answer, *_behind(region, Side.TARGET)) if (name := _name(line))}
    for line, _ in made - known:
        for other, name in known:
            if other == line and name in defined and (line, name) not in made:
                return name
    return ""


def leads(language: str | None, line: str) -> bool:
    """True for a line that leads a definition."""
    leader = _LEADERS.get(language or "")
    return leader is not None and leader.match(line) is not None


def _behind(region: Region, side: Side) -> tuple[str, ...]:
    return region.file.side(side)[region.stop(side) : region.stop(side) + _BELOW]


def _pairs(leader: re.Pattern[str], lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each leading line with the name of what it leads."""
    held: list[str] = []
    depth = 0
    for line in lines:
        if held and depth > 0:
            depth += _opened(line)
        elif leader.match(line):
            held.append(line.strip())
            depth = _opened(line)
        elif line.strip() and not _REMARK.match(line):
            name = _name(line)
            yield from ((one, name) for one in held if name)
            held = []


def _opened(line: str) -> int:
    return sum(line.count(sign) for sign in "([{") - sum(line.count(sign) for sign in ")]}")


def _name(line: str) -> str:
    found = _NAMED.search(line)
    return (found[1] or found[2]) if found else ""
