"""The seam in languages other than Python, by units and names alone: definitions that stand twice, definitions that are gone and still used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.duplicates import Key, Twice
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.unit import Unit, UnitKind
from syncline.syntax import identifiers, language_of, units

CODE = frozenset({"javascript", "typescript", "tsx", "go", "rust", "java", "kotlin", "c", "cpp", "csharp", "php", "ruby"})
_DATA = frozenset({"json", "yaml", "toml"})
# Several functions of one name are told apart by their parameters.
_OVERLOADS = frozenset({"java", "kotlin", "cpp", "csharp", "typescript", "tsx"})
_DEFINING = frozenset({UnitKind.FUNCTION, UnitKind.CLASS, UnitKind.METHOD, UnitKind.CONSTANT, UnitKind.ENUM_VALUE})
_ONCE = _DEFINING | {UnitKind.FIELD, UnitKind.KEY}
_CONDITION = re.compile(r"^\s*(#\s*(if|ifdef|ifndef|elif|else)\b|#\[cfg|@available)")


# Ways to bind a name in a file: declared, assigned, given a type, a parameter.
_BINDS = (
    r"\b(?:let|var|const|val|final|auto|fn|func|def|function|class|struct|type|enum|interface)\s+{}\b",
    r"\b{}\s*(?::=|=(?!=)|:\s|=>)",
    r"\w[\w<>\[\],.*&]*\s+[*&]?{}\s*[,;)=]",
    r"\([^()]*\b{}\b[^()]*\)\s*(?:=>|\{{)",
)


class Gone(NamedTuple):
    """A definition of ``side`` that the merge has nowhere, and the places that still name it."""

    name: str
    unit: Unit
    side: Side
    home: RepoPath
    uses: tuple[tuple[RepoPath, int], ...]


def _language(path: str) -> str | None:
    language = language_of(path)
    return language if language in CODE | _DATA else None


def _text(seam: Seam, code: Code, path: str) -> str:
    return "\n".join(seam.lines(code, path))


def twice_elsewhere(seam: Seam) -> Iterator[Twice]:
    """Definitions and keys that stand twice in the merged version of a file, and in neither parent's."""
    for path in seam.novel_of(_language):
        language = language_of(path)
        merged = seam.lines(seam.merged, path)
        found: dict[tuple[UnitKind, str, str], list[Unit]] = {}
        for unit in units(language, "\n".join(merged)):
            if unit.kind in _ONCE:
                found.setdefault(_key(language, unit, merged), []).append(unit)
        repeated = {key: copies for key, copies in found.items() if len(copies) > 1 and not _conditional(merged, copies)}
        if not repeated:
            continue
        before = {side: _counts(seam, path, side) for side in Side}
        whole = {key[1] for key in repeated}
        for (kind, qualified, head), copies in repeated.items():
            owner, _, name = qualified.rpartition(".")
            most = max(before[side][kind, qualified, head] for side in Side)
            if most <= 1 and owner not in whole:
                texts = tuple("".join("".join(merged[u.lines.start : u.lines.stop]).split()) for u in copies)
                sides = tuple(side for side in Side if before[side][kind, qualified, head])
                yield Twice(path, Key(kind.value, owner, name), tuple(_head_line(u, merged) for u in copies), texts, sides)


def _key(language: str | None, unit: Unit, lines: list[str]) -> tuple[UnitKind, str, str]:
    """Where functions are told apart by their parameters, the whole head belongs to the name."""
    if language in _OVERLOADS and unit.kind in (UnitKind.FUNCTION, UnitKind.METHOD):
        stop = unit.body.start if len(unit.body) else unit.lines.stop
        head = "".join("".join(lines[unit.lines.start : max(stop, unit.lines.start + 1)]).split())
        return unit.kind, unit.qualified, head.partition("{")[0]
    if language in ("c", "cpp") and not len(unit.body):
        return unit.kind, unit.qualified, "declared"
    return unit.kind, unit.qualified, ""


def _counts(seam: Seam, path: RepoPath, side: Side) -> Counter[tuple[UnitKind, str, str]]:
    before = seam.before(path, side)
    if before is None:
        return Counter()
    language = language_of(before)
    lines = seam.lines(seam.side(side), before)
    return Counter(_key(language, unit, lines) for unit in units(language, "\n".join(lines)) if unit.kind in _ONCE)


def _conditional(lines: list[str], copies: list[Unit]) -> bool:
    """Arms of a conditional compilation may each define it."""
    first, last = copies[0].lines.start, copies[-1].lines.stop
    return any(_CONDITION.match(line) for line in lines[max(first - 1, 0) : last])


def _head_line(unit: Unit, lines: list[str]) -> int:
    for at in range(unit.lines.start, unit.lines.stop):
        if unit.name in lines[at]:
            return at + 1
    return unit.lines.start + 1


def gone(seam: Seam) -> Iterator[Gone]:
    """Definitions that a side has, the merge has nowhere, and files still use as they do on that side."""
    paths = seam.changed_of(lambda path: language_of(path) in CODE)
    defined = {unit.name for path in paths for unit in _units(seam, seam.merged, path)}
    used: dict[str, list[RepoPath]] = {}
    for path in paths:
        for name in identifiers(language_of(path), _text(seam, seam.merged, path)):
            used.setdefault(name, []).append(path)
    seen: set[str] = set()
    for side in Side:
        code = seam.side(side)
        for home in sorted(p for p in code.files if language_of(p) in CODE and seam.merged.files.get(p) != code.files[p]):
            for unit in _units(seam, code, home):
                name = unit.name
                if name in seen or name in defined or name not in used or len(name) < 4 or unit.kind is UnitKind.METHOD:
                    continue
                uses = tuple(use for path in used[name] for use in _uses(seam, path, side, name))
                if uses and not _elsewhere(seam, name) and not _old(seam, name, uses, side.other):
                    seen.add(name)
                    yield Gone(name, unit, side, home, uses)


def _units(seam: Seam, code: Code, path: RepoPath) -> tuple[Unit, ...]:
    oid = code.files[path]
    return seam.units(oid, language_of(path))


def _uses(seam: Seam, path: RepoPath, side: Side, name: str) -> Iterator[tuple[RepoPath, int]]:
    """Lines that call or name it and that the side has too; nothing where the file binds the name itself."""
    before = seam.before(path, side)
    if before is None:
        return
    lines = seam.lines(seam.merged, path)
    word = re.compile(rf"(?<![\w.$>:]){re.escape(name)}(?!\w)")
    binds = re.compile("|".join(pattern.format(re.escape(name)) for pattern in _BINDS))
    theirs = {line.strip() for line in seam.lines(seam.side(side), before)}
    text = "\n".join(lines)
    if binds.search(text) or not identifiers(language_of(path), text)[name]:
        return
    for n, line in enumerate(lines, 1):
        if (
            word.search(line)
            and line.strip() in theirs
            and not line.lstrip().startswith(("//", "#", "*", "/*", "import ", "use ", "from "))
        ):
            yield path, n


def _elsewhere(seam: Seam, name: str) -> bool:
    """True when a file that all trees share may define it."""
    word = re.compile(rf"\b{re.escape(name)}\b".encode())
    for path, oid in seam.merged.files.items():
        if (
            language_of(path) in CODE
            and word.search(seam.data(oid))
            and any(unit.name == name for unit in seam.units(oid, language_of(path)))
        ):
            return True
    return False


def _old(seam: Seam, name: str, uses: tuple[tuple[RepoPath, int], ...], side: Side) -> bool:
    """True when the other side uses the name there too and has no definition of it either."""
    code = seam.side(side)
    for path, _ in uses:
        before = seam.before(path, side)
        if before is not None and identifiers(language_of(before), _text(seam, code, before))[name]:
            homes = (p for p in code.files if language_of(p) in CODE and seam.merged.files.get(p) != code.files[p])
            if not any(unit.name == name for p in homes for unit in _units(seam, code, p)):
                return True
    return False
