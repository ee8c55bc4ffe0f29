"""Sections of running text: headings of Markdown and reStructuredText, and of files in the manner of ``.ini`` with their keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from syncline.core.hunk import Span
from syncline.core.unit import Unit, UnitKind

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t\r]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_SETEXT = re.compile(r" {0,3}(=+|-{2,})[ \t\r]*$")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t\r]*$")
_HEADER = re.compile(r"\[([^\]\r\n]+)\]")
_ENTRY = re.compile(r"([^\s=:\[#;][^=:\r\n]*?)[ \t]*[=:]")


class _Heading(NamedTuple):
    level: int
    name: str
    start: int
    body: int


def markdown_units(text: str) -> tuple[Unit, ...]:
    """Headings, ATX and underlined, outside of code fences. ``qualified`` joins them; a section ends at the next of its level or above."""
    lines = text.split("\n")
    found: list[_Heading] = []
    fence = ""
    for row, line in enumerate(lines):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) and not line.strip().strip(mark[1][0]) else fence
        elif mark:
            fence = mark[1]
        elif heading := _ATX.match(line):
            found.append(_Heading(len(heading[1]), (heading[2] or "").strip(), row, row + 1))
        elif row and (under := _SETEXT.match(line)) and _is_title(lines[row - 1]) and (row < 2 or not lines[row - 2].strip()):
            found.append(_Heading(1 if under[1][0] == "=" else 2, lines[row - 1].strip(), row - 1, row + 1))
    return _sections(found, _count(lines))


def rst_units(text: str) -> tuple[Unit, ...]:
    """Titles by their adornment; the level is the order in which adornments first appear, as docutils has it."""
    lines = text.split("\n")
    styles: list[str] = []
    found: list[_Heading] = []
    row = 0
    while row < len(lines) - 1:
        title, under = lines[row].rstrip(), _ADORNMENT.match(lines[row + 1])
        over = row > 0 and _ADORNMENT.match(lines[row - 1]) is not None
        fits = under is not None and title.strip() and len(under[0].rstrip()) >= min(len(title), 4) and not _ADORNMENT.match(title)
        if under is None or not fits or (title[0].isspace() and not over) or not (over or row == 0 or not lines[row - 1].strip()):
            row += 1
            continue
        style = under[1] * 2 if over else under[1]
        if style not in styles:
            styles.append(style)
        found.append(_Heading(styles.index(style) + 1, title.strip(), row - over, row + 2))
        row += 2
    return _sections(found, _count(lines))


def ini_units(text: str) -> tuple[Unit, ...]:
    """``[section]`` and the keys in it. What is indented continues the key above."""
    lines = text.split("\n")
    stop = _count(lines)
    starts = [(row, found[1]) for row, line in enumerate(lines) if (found := _HEADER.match(line))]
    units: list[Unit] = []
    for at, (row, name) in enumerate([(-1, ""), *starts]):
        end = starts[at][0] if at < len(starts) else stop
        head = _above(lines, row) if name else 0
        end = _trim(lines, row + 1, _above(lines, end) if at < len(starts) else end)
        if name:
            units.append(Unit(UnitKind.SECTION, name, name, Span(head, max(end, row + 1)), Span(row + 1, max(end, row + 1))))
        keys = [(at, found[1]) for at in range(row + 1, end) if (found := _ENTRY.match(lines[at]))]
        for index, (start, key) in enumerate(keys):
            last = _trim(lines, start + 1, _above(lines, keys[index + 1][0]) if index + 1 < len(keys) else end)
            qualified = f"{name}.{key}" if name else key
            units.append(Unit(UnitKind.KEY, key, qualified, Span(_above(lines, start), last), Span(start + 1, last)))
    return tuple(units)


def _is_title(line: str) -> bool:
    return bool(line.strip()) and not line.startswith(("    ", "\t", "#", ">", "-", "*", "|"))


def _above(lines: Sequence[str], row: int) -> int:
    while row > 0 and lines[row - 1][:1] in {"#", ";"}:
        row -= 1
    return row


def _trim(lines: Sequence[str], first: int, stop: int) -> int:
    while stop > first and not lines[stop - 1].strip():
        stop -= 1
    return max(stop, first)


def _count(lines: Sequence[str]) -> int:
    return len(lines) - (not lines[-1])


def _sections(headings: Sequence[_Heading], stop: int) -> tuple[Unit, ...]:
    units: list[Unit] = []
    path: list[_Heading] = []
    ends = [stop] * len(headings)
    waiting: list[int] = []
    for index, heading in enumerate(headings):
        while waiting and headings[waiting[-1]].level >= heading.level:
            ends[waiting.pop()] = heading.start
        waiting.append(index)
    for heading, end in zip(headings, ends, strict=True):
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(heading)
        body = min(heading.body, end)
        qualified = ".".join(one.name for one in path)
        units.append(Unit(UnitKind.SECTION, heading.name, qualified, Span(heading.start, end), Span(body, end)))
    return tuple(units)
