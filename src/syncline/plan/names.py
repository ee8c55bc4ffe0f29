"""Public names, options and enum members that the source removes, renames or moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from syncline.core.forecast import NameChange, NameFate, NameUse
from syncline.core.names import RepoPath
from syncline.core.text import split_lines
from syncline.core.unit import Unit, UnitKind
from syncline.syntax import language_of, units

_TOLD = frozenset({UnitKind.FUNCTION, UnitKind.CLASS, UnitKind.METHOD, UnitKind.FIELD, UnitKind.CONSTANT, UnitKind.ENUM_VALUE})
_CODE = frozenset({UnitKind.FUNCTION, UnitKind.METHOD})
# How much of a body must be the same before a name counts as another name of the same thing.
_SAME = 0.75
_LONG = 40
_WORD = re.compile(r"\w+")
_OPTION = re.compile(r"""["'](--[a-z0-9][a-z0-9_-]+)["']""")


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A file before and after the source's work; an empty text where it is absent. ``path`` is the new name, ``old_path`` the old one."""

    path: RepoPath
    old_path: RepoPath
    before: str
    after: str


# Definitions of Python at any depth, and names bound at the depth of a module or a class.
_PYTHON_CODE = re.compile(r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+([A-Za-z]\w*)", re.MULTILINE)
_PYTHON_BOUND = re.compile(r"^(?: {4}|\t)?([A-Za-z]\w*)[ \t]*[:=](?!=)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Named:
    unit: Unit
    path: RepoPath
    text: tuple[str, ...]


_Index = Mapping[tuple[UnitKind, str], Sequence[_Named]]
# A line that so many new units of one file have says nothing of which of them an old one became.
_COMMON = 60


class _Near:
    """The new units of one file and kind, to be found by their lines. In place of its own name each has a mark, so that a rename changes no line."""

    def __init__(self, come: Sequence[_Named]) -> None:
        self.units = [(named, _marked(named)) for named in come]
        self._having: dict[str, list[int]] = {}
        for at, (_, lines) in enumerate(self.units):
            for line in set(lines):
                self._having.setdefault(line, []).append(at)

    def sharing(self, lines: Sequence[str]) -> Iterable[tuple[_Named, list[str]]]:
        """Those that have a telling line of ``lines``, in the order of the file."""
        places = {at for line in lines if len(having := self._having.get(line, ())) <= _COMMON for at in having}
        return (self.units[at] for at in sorted(places))


def _marked(named: _Named) -> list[str]:
    return [line.replace(named.unit.name, "\0") for line in named.text]


def name_changes(files: Iterable[Rewritten], new: Iterable[tuple[RepoPath, str]] = ()) -> tuple[NameChange, ...]:
    """What became of the public names of the files that the source rewrote, by path and name. Only code that can be cut into units speaks.

    ``new`` are files that the source added, where names may have moved to.
    """
    gone: list[_Named] = []
    come: list[_Named] = []
    options_gone: dict[str, RepoPath] = {}
    options_kept: set[str] = set()
    for file in files:
        language = language_of(file.path)
        if language is None or not _loses(language, file):
            continue
        before, after = _public(language, file.before, file.old_path), _public(language, file.after, file.path)
        gone += [named for key, named in before.items() if key not in after]
        come += [named for key, named in after.items() if key not in before]
        had, has = set(_OPTION.findall(file.before)), set(_OPTION.findall(file.after))
        options_kept |= has
        options_gone.update(dict.fromkeys(had - has, file.old_path))
    vanished = {named.unit.name for named in gone}
    for path, text in new:
        language = language_of(path)
        if language is not None and vanished and not vanished.isdisjoint(_WORD.findall(text)):
            come += _public(language, text, path).values()
    across = _by_name(come)
    nearby = _by_place(come)
    found = [change for named in _outermost(gone) if (change := _fate(named, across, nearby)) is not None]
    found += [NameChange(path, None, option, NameFate.REMOVED) for option, path in options_gone.items() if option not in options_kept]
    return tuple(sorted(found, key=lambda c: (c.path, c.name)))


def _loses(language: str, file: Rewritten) -> bool:
    """A quick look: may a definition be gone? Reading units costs far more, and most changes only add."""
    if file.path != file.old_path or not file.after:
        return True
    if language != "python":
        return any(count > 0 for count in (Counter(file.before.splitlines()) - Counter(file.after.splitlines())).values())
    if Counter(_PYTHON_CODE.findall(file.before)) - Counter(_PYTHON_CODE.findall(file.after)):
        return True
    return any(set(pattern.findall(file.before)) - set(pattern.findall(file.after)) for pattern in (_PYTHON_BOUND, _OPTION))


def _public(language: str, text: str, path: RepoPath) -> dict[tuple[UnitKind, str], _Named]:
    if not text:
        return {}
    lines = split_lines(text)
    found: dict[tuple[UnitKind, str], _Named] = {}
    inside: list[Unit] = []
    for unit in units(language, text):
        while inside and unit.lines.start >= inside[-1].lines.stop:
            inside.pop()
        if unit.kind in _CODE:
            nested = bool(inside)
            inside.append(unit)
            if nested:
                continue
        elif inside:
            continue
        if unit.kind in _TOLD and not any(part.startswith("_") for part in unit.qualified.split(".")):
            found.setdefault((unit.kind, unit.qualified), _Named(unit, path, lines[unit.lines.start : unit.lines.stop]))
    return found


def _outermost(gone: Sequence[_Named]) -> list[_Named]:
    """Without the members of what is gone as a whole."""
    whole = {(named.path, named.unit.qualified) for named in gone}
    return [
        named
        for named in gone
        if not any((named.path, named.unit.qualified[:at]) in whole for at, sign in enumerate(named.unit.qualified) if sign == ".")
    ]


def _by_name(come: Sequence[_Named]) -> dict[tuple[UnitKind, str], list[_Named]]:
    found: dict[tuple[UnitKind, str], list[_Named]] = {}
    for named in come:
        found.setdefault((named.unit.kind, named.unit.qualified), []).append(named)
    return found


def _by_place(come: Sequence[_Named]) -> dict[tuple[UnitKind, str], _Near]:
    found: dict[tuple[UnitKind, str], list[_Named]] = {}
    for named in come:
        found.setdefault((named.unit.kind, named.path), []).append(named)
    return {key: _Near(units) for key, units in found.items()}


def _fate(named: _Named, across: _Index, nearby: Mapping[tuple[UnitKind, str], _Near]) -> NameChange | None:
    unit = named.unit
    same = across.get((unit.kind, unit.qualified))
    if same:
        return NameChange(named.path, unit.kind, unit.qualified, NameFate.MOVED, same[0].path)
    renamed = _renamed(named, nearby.get((unit.kind, named.path)))
    if renamed is not None:
        return NameChange(named.path, unit.kind, unit.qualified, NameFate.RENAMED, renamed.unit.qualified)
    return NameChange(named.path, unit.kind, unit.qualified, NameFate.REMOVED)


def _renamed(named: _Named, near: _Near | None) -> _Named | None:
    """The new unit of the same file with nearly the same body, if there is one; the most alike of several. One-line units say too little."""
    best: tuple[float, _Named] | None = None
    words = _marked(named)
    for other, theirs in near.sharing(words) if near is not None else ():
        if len(words) == 1 or len(theirs) == 1:
            # One line says too little, unless it says something of its own.
            alike = 1.0 if words == theirs and len(words[0].strip()) > _LONG else 0.0
        else:
            # The lines that both have, in any order, bound the ratio from above, and cost next to nothing.
            shared = (Counter(words) & Counter(theirs)).total()
            if 2 * shared < _SAME * (len(words) + len(theirs)):
                continue
            alike = SequenceMatcher(None, words, theirs, autojunk=False).ratio()
        if alike >= _SAME and (best is None or alike > best[0]):
            best = (alike, other)
    return best[1] if best is not None else None


def bare_name(change: NameChange) -> str:
    """The word that other code says."""
    return change.name if change.is_option else change.name.rpartition(".")[2]


def with_uses(
    changes: Iterable[NameChange], still_said: frozenset[str], uses: Iterable[tuple[str, RepoPath, int]]
) -> tuple[NameChange, ...]:
    """Add the places in git's merge that say a name which nothing of the source says any more (``still_said`` are the others)."""
    places: dict[str, list[NameUse]] = {}
    for word, path, line in uses:
        places.setdefault(word, []).append(NameUse(path, line))
    return tuple(
        replace(change, uses=tuple(places.get(bare_name(change), ()))) if bare_name(change) not in still_said else change
        for change in changes
    )
