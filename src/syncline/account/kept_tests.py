"""The tests of both sides in one file: what a preference dropped beside a test comes back at its place. Pure.

Only tests that a side added or changed are looked for: one that a side left as the base has it, and that is gone, was deleted by the other
side without a conflict, and stays deleted.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from syncline.core.hunk import Span
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.text import split_lines
from syncline.core.unit import Unit, UnitKind
from syncline.syntax import is_test_unit, language_of, parse_problem
from syncline.syntax.units import ReadUnits, defines, units

_WORD = re.compile(r"[^\W\d]\w*")
_NAMED = frozenset({UnitKind.FUNCTION, UnitKind.METHOD, UnitKind.CLASS})


@dataclass(frozen=True, slots=True)
class Union:
    """A text that has the tests of both sides, and those that came back, each with its side and the base lines that the other side had deleted."""

    text: str
    back: tuple[tuple[Side, str, Span | None], ...]


@dataclass(frozen=True)
class _Text:
    """A text that is read when something is asked of it: most files lack no test, and then nobody asks for the base."""

    language: str
    text: str
    read: ReadUnits = units

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return split_lines(self.text)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return self.read(self.language, self.text) if self.text else ()

    @cached_property
    def _named(self) -> dict[str, Unit]:
        return {u.qualified: u for u in reversed(self.units) if u.kind in _NAMED}

    def find(self, qualified: str) -> Unit | None:
        """The first definition of a name."""
        return self._named.get(qualified)

    def said(self, unit: Unit | None) -> tuple[str, ...]:
        """The lines of a unit, without those around it that are blank."""
        return tuple(line for line in self.lines[unit.lines.start : unit.lines.stop] if line.strip()) if unit is not None else ()


def united(
    path: RepoPath, texts: Merge[str], merged: str, tested: Callable[[Side, frozenset[str]], bool], read_units: ReadUnits = units
) -> Union | None:
    """The merged text with the tests that one side added or changed and the merge lacks; ``None`` where there are none, or it would not parse.

    ``tested`` is asked for a test that the other side deleted: whether the code that it tests (its words, of that side's file) is still there.
    """
    language = language_of(path)
    if language is None or not defines(language):
        return None
    now, back = merged, list[tuple[Side, str, Span | None]]()
    read = texts.map(lambda text: _Text(language, text, read_units))
    there = next((own for own in (read.target, read.source) if own.text == merged), _Text(language, merged))
    if not any(True for side in Side for _ in _missing(read.side(side), read.base, there)) or parse_problem(language, merged) is not None:
        return None
    for side in (Side.TARGET, Side.SOURCE):
        own, base, across = read.side(side), read.base, read.side(side.other)
        for test in _missing(own, base, there if now is merged else _Text(language, now)):
            words = frozenset(_WORD.findall("".join(own.said(test))))
            before = base.find(test.qualified)
            deleted = before is not None and across.find(test.qualified) is None
            if deleted and not tested(side, words):
                continue
            with_it = _with(language, own, test, _Text(language, now))
            if with_it is not None:
                now = _with_imports(language, own, words, with_it)
                span = (
                    Span(before.lines.start - len(_gap(base.lines, before)), before.lines.stop) if before is not None and deleted else None
                )
                back.append((side, test.qualified, span))
    if not back or parse_problem(language, now) is not None:
        return None
    return Union(now, tuple(back))


def _missing(own: _Text, base: _Text, merged: _Text) -> Iterable[Unit]:
    for unit in own.units:
        if is_test_unit(unit, own.lines) and merged.find(unit.qualified) is None and own.said(unit) != base.said(base.find(unit.qualified)):
            yield unit


def _with(language: str, own: _Text, test: Unit, merged: _Text) -> str | None:
    """The merged text with one test, behind the nearest test before it that the merge has too; ``None`` where its class is not there."""
    parent = test.qualified.rpartition(".")[0]
    around = merged.find(parent) if parent else None
    if parent and around is None:
        return None
    siblings = [u for u in own.units if u.kind in _NAMED and u.qualified.rpartition(".")[0] == parent]
    at = siblings.index(test)
    before = next((there for u in reversed(siblings[:at]) if (there := merged.find(u.qualified)) is not None), None)
    after = next((there for u in siblings[at + 1 :] if (there := merged.find(u.qualified)) is not None), None)
    place = before.lines.stop if before else after.lines.start if after else _end(language, around, merged)
    text = _closed(own.lines[test.lines.start : test.lines.stop])
    gap = _gap(own.lines, test) or ("\n",)
    inserted = (*gap, *text) if before or not after else (*text, *gap)
    lines = [*_closed(merged.lines[:place]), *inserted, *merged.lines[place:]]
    return "".join(lines)


def _end(language: str, around: Unit | None, merged: _Text) -> int:
    if around is None:
        return len(merged.lines)
    # Where blocks are closed by a bracket, the last line of a class is that bracket.
    return around.lines.stop if language == "python" else around.lines.stop - 1


def _closed(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, the last one ended."""
    return (*lines[:-1], lines[-1] if lines[-1].endswith("\n") else lines[-1] + "\n") if lines else ()


def _gap(lines: Sequence[str], unit: Unit) -> tuple[str, ...]:
    """The blank lines that stand before a unit."""
    start = unit.lines.start
    while start and not lines[start - 1].strip():
        start -= 1
    return tuple(lines[start : unit.lines.start])


def _with_imports(language: str, own: _Text, words: frozenset[str], text: str) -> str:
    """The text with the imports that a test needs and the text has not."""
    merged = _Text(language, text)
    bound = {u.name.split(".")[0] for u in merged.units if u.kind is UnitKind.IMPORT or "." not in u.qualified}
    lacking = [u for u in own.units if u.kind is UnitKind.IMPORT and u.name.split(".")[0] in words - bound]
    if not lacking:
        return text
    last = max((u.lines.stop for u in merged.units if u.kind is UnitKind.IMPORT), default=0)
    wanted = dict.fromkeys(_python_import("".join(own.lines), u) if language == "python" else "".join(own.said(u)) for u in lacking)
    return "".join((*_closed(merged.lines[:last]), *(line for line in wanted if line), *merged.lines[last:]))


def _python_import(text: str, unit: Unit) -> str:
    """The import of one name alone: the statement may bring others that the text has already."""
    name = unit.name.split(".")[0]
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom | ast.Import):
            for alias in node.names:
                if (alias.asname or alias.name.split(".")[0]) == name:
                    one = [ast.alias(alias.name, alias.asname)]
                    made = ast.ImportFrom(node.module, one, node.level) if isinstance(node, ast.ImportFrom) else ast.Import(one)
                    return ast.unparse(made) + "\n"
    return ""
