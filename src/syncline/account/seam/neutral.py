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
from syncline.core.names import BlobId, RepoPath
from syncline.core.text import decode
from syncline.core.unit import Unit, UnitKind
from syncline.syntax import identifiers, language_of, units

CODE = frozenset({"javascript", "typescript", "tsx", "go", "rust", "java", "kotlin", "c", "cpp", "csharp", "php", "ruby"})
_DATA = frozenset({"json", "yaml", "toml"})
# Several functions of one name are told apart by their parameters.
_OVERLOADS = frozenset({"java", "kotlin", "cpp", "csharp", "typescript", "tsx"})
_ONCE = frozenset(UnitKind) - {UnitKind.IMPORT, UnitKind.SECTION}
_CONDITION = re.compile(r"^\s*(#\s*(if|ifdef|ifndef|elif|else)\b|#\[cfg|@available)")


# Shorter names are local more often than not.
_NAME = re.compile(r"[A-Za-z_]\w{3,}")
# Beyond that many files that differ, two branches have grown too far apart for names alone to tell anything.
_MOST = 1500
_DEFINES = re.compile(
    r"\b(?:function|class|interface|trait|enum|struct|union|type|object|record|module|const|val|var|let|static|func|fn|def|macro_rules!|define)\s+[&*]?"
    r"([A-Za-z_]\w{3,})"
)
_C_FUNCTION = re.compile(r"^[A-Za-z_][^\n(;={}]*?([A-Za-z_]\w{3,})\s*\(", re.MULTILINE)
# Ways to bind a name in a file: declared, assigned, given a type, a parameter.
_BINDS = (
    r"\b(?:let|var|const|val|final|auto|fn|func|def|function|class|struct|type|enum|interface)\s+{}\b",
    r"\b{}\s*(?::=|=(?!=)|:\s|=>)",
    r"\w[\w<>\[\],.*&]*\s+[*&]?{}\s*[,;)=]",
    r"\([^()]*\b{}\b[^()]*\)\s*(?:=>|\{{)",
)


class Gone(NamedTuple):
    """A definition of ``side`` (``line`` of ``home``) that the merge has nowhere, and the places that still name it."""

    name: str
    side: Side
    home: RepoPath
    line: int
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
    """Definitions that a side has, the merge has nowhere, and files that the side brought still use.

    Trees of long-lived branches differ in thousands of files, so definitions are found by their keywords alone; that finds too many, which
    only makes this more careful.
    """
    files = seam.merged.files
    changed = seam.changed_of(_is_code)
    found: dict[str, Gone] = {}
    for side in Side:
        lost = _lost(seam, side)
        if not lost:
            continue
        for path in changed:
            if seam.side(side.other).files.get(path) == files[path]:
                continue  # the other side has it so, and its own definitions
            for name in lost.keys() & set(_NAME.findall(decode(seam.data(files[path])))):
                uses = tuple(_uses(seam, path, side, name))
                if uses:
                    home, line = lost[name]
                    known = found.get(name, Gone(name, side, home, line, ()))
                    if known.side is side:
                        found[name] = known._replace(uses=(*known.uses, *uses))
    if found:
        # A definition that moved is in a file that may be the same everywhere.
        anywhere = {name for path, oid in files.items() if _is_code(path) for name in _defined(seam, path, oid)}
        yield from (one for name, one in sorted(found.items()) if name not in anywhere and not _old(seam, name, one.uses, one.side.other))


def _lost(seam: Seam, side: Side) -> dict[str, tuple[RepoPath, int]]:
    """Names that files of a side define and their merged versions do not, each with where."""
    code, files = seam.side(side), seam.merged.files
    found: dict[str, tuple[RepoPath, int]] = {}
    homes = sorted(p for p in code.files if files.get(p) != code.files[p] and _is_code(p))
    for home in homes if len(homes) <= _MOST else ():
        here = _defined(seam, home, files[home]) if home in files else {}
        for name, line in _defined(seam, home, code.files[home]).items():
            if name not in here:
                found.setdefault(name, (home, line))
    return found


def _is_code(path: str) -> bool:
    return language_of(path) in CODE


def _defined(seam: Seam, path: RepoPath, oid: BlobId) -> dict[str, int]:
    """Names that a text defines by a keyword, or in C as a function at the left margin, with their lines."""
    text = decode(seam.data(oid))
    found: dict[str, int] = {}
    for pattern in (_DEFINES, _C_FUNCTION) if language_of(path) in ("c", "cpp") else (_DEFINES,):
        for match in pattern.finditer(text):
            found.setdefault(match[1], text.count("\n", 0, match.start()) + 1)
    return found


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


def _old(seam: Seam, name: str, uses: tuple[tuple[RepoPath, int], ...], side: Side) -> bool:
    """True when the other side uses the name there too and has no definition of it either."""
    code = seam.side(side)
    for path, _ in uses:
        before = seam.before(path, side)
        if before is not None and identifiers(language_of(before), _text(seam, code, before))[name]:
            differing = (p for p in code.files if _is_code(p) and seam.merged.files.get(p) != code.files[p])
            if not any(name in _defined(seam, p, code.files[p]) for p in differing):
                return True
    return False
