"""Import statements of languages other than Python as the same data: one name of one statement is one ``Brought``.

A statement with a list in braces brings the names of the list; its ``module`` is the text around them. Any other statement brings one thing:
its own text, bound to the name that code uses for it, as far as the statement shows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from syncline.resolve.imports import Brought, Statement


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a language writes imports. ``one``: a statement that brings one thing; its group, if any, is what it binds.
    ``many``: the text before, in and behind the braces of a list. ``comment`` begins a comment line.
    """

    one: re.Pattern[str]
    many: re.Pattern[str] | None = None
    comment: str = "//"


_PATH = r"[\w.$\\]+"
SPELLINGS: dict[str, Spelling] = {
    "c": Spelling(re.compile(r'#[ \t]*(?:include|import)[ \t]*(?:<[^>\n]+>|"[^"\n]+")')),
    "csharp": Spelling(
        re.compile(rf"(?:global )?using (?:static )?(?:(?P<as>\w+) = )?{_PATH};"),
    ),
    "go": Spelling(re.compile(r'(?:import )?(?:(?P<as>[A-Za-z]\w*) |[_.] )?"(?:[^"\n]*/)?(?P<last>[^"/\n]+)"')),
    "java": Spelling(re.compile(r"import (?:static )?[\w.]+\.(?:\*|(?P<last>\w+));")),
    "javascript": Spelling(
        re.compile(
            r"""import (?:type )?(?:\* as )?(?:(?P<as>[\w$]+) from )?["'][^"'\n]+["'];?"""
            r"""|(?:const|var|let) (?P<last>[\w$]+) = require\(["'][^"'\n]+["']\)[;,]?"""
        ),
        re.compile(r"""(import (?:type )?(?:[\w$]+, )?)\{([^{}]*)\}( from ["'][^"'\n]+["'];?)"""),
    ),
    "kotlin": Spelling(re.compile(r"import [\w.]+\.(?:\*|(?P<last>\w+))(?: as (?P<as>\w+))?;?")),
    "php": Spelling(
        re.compile(r"use (?:function |const )?(?:[\w\\]+\\)?(?P<last>\w+)(?: as (?P<as>\w+))?;"),
        re.compile(r"(use (?:function |const )?[\w\\]+\\)\{([^{}]*)\}(;)"),
    ),
    "ruby": Spelling(re.compile(r"""(?:require|require_relative|load|autoload :\w+,) ["'][^"'\n]+["']"""), comment="#"),
    "rust": Spelling(
        re.compile(r"(?:pub(?:\([^)]*\))? )?(?:use [\w:]*?(?:\*|(?P<last>\w+))(?: as (?P<as>\w+))?|(?:extern crate|mod) (?P<mod>\w+));"),
        re.compile(r"((?:pub(?:\([^)]*\))? )?use [\w:]+::)\{([^{}]*)\}(;)"),
    ),
}
SPELLINGS["cpp"] = SPELLINGS["c"]
SPELLINGS["typescript"] = SPELLINGS["tsx"] = SPELLINGS["javascript"]

# Inside of a class or function "use" means something else.
_OUTERMOST = frozenset({"php"})
# A list in braces over more lines than this is left as it is.
_REACH = 120


def other_statements(language: str, lines: Sequence[str]) -> tuple[Statement, ...] | None:
    """Cut lines into import statements; ``None`` where anything else stands among them. Blank lines are dropped."""
    spelling = SPELLINGS[language]
    found: list[Statement] = []
    lead: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        text = line.strip()
        if not text or text.startswith(spelling.comment):
            lead.extend([line] if text else [])
            at += 1
            continue
        if language in _OUTERMOST and line[:1].isspace():
            return None
        stop = at + 1
        while spelling.many is not None and text.count("{") > text.count("}") and stop < min(len(lines), at + _REACH):
            text += " " + lines[stop].strip()
            stop += 1
        names = _brought(spelling, text)
        if names is None:
            return None
        found.append(Statement(names, tuple(lines[at:stop]), tuple(lead), ()))
        lead, at = [], stop
    return None if lead else tuple(found)


def brought_by_lines(language: str, text: str) -> Counter[str]:
    """What the import statements of a text bind that stand on one line each."""
    spelling, found = SPELLINGS[language], Counter[str]()
    for line in text.split("\n"):
        if names := _brought(spelling, line.strip()):
            found.update(name.binds for name in names)
    return found


def things_by_lines(language: str, text: str) -> Counter[str]:
    """What the import statements of a text bring in that stand on one line each, as ``one_thing`` spells it."""
    spelling, found = SPELLINGS[language], Counter[str]()
    for line in text.split("\n"):
        if names := _brought(spelling, line.strip()):
            found.update(map(one_thing, names))
    return found


def one_thing(name: Brought) -> str:
    """Equal for one thing brought in from a list and by itself."""
    before, _, behind = name.module.partition("{}")
    alias = f" as {name.alias}" if name.module and name.alias else ""
    return re.sub(r"[\s;]", "", f"{before}{name.name}{alias}{behind}")


def _brought(spelling: Spelling, text: str) -> tuple[Brought, ...] | None:
    if spelling.many is not None and (many := spelling.many.fullmatch(text)):
        words = [" ".join(word.split()) for word in many[2].split(",")]
        if any("/" in word for word in words):
            return None
        return tuple(Brought(f"{many[1]}{{}}{many[3]}", *_aliased(word)) for word in words if word) or None
    one = spelling.one.fullmatch(text)
    if one is None:
        return None
    bound = next((name for group in ("as", "last", "mod") if group in spelling.one.groupindex and (name := one[group])), text)
    return (Brought("", text, bound),)


def _aliased(word: str) -> tuple[str, str]:
    name, _, alias = word.partition(" as ")
    return name.strip(), alias.strip()


def other_rewritten(statement: Statement, names: Sequence[Brought], width: int) -> Statement:
    """The statement with other names in its braces, on one line where it fits, else one name a line."""
    first = statement.lines[0]
    indent = first[: len(first) - len(first.lstrip())]
    end = "\r\n" if first.endswith("\r\n") else "\n"
    before, _, behind = statement.module.partition("{}")
    spelled = [name.name + (f" as {name.alias}" if name.alias else "") for name in names]
    space = " " if re.search(r"\{ ", "".join(statement.lines)) else ""
    flat = f"{indent}{before}{{{space}{', '.join(spelled)}{space}}}{behind}"
    if len(statement.lines) == 1 and len(flat) <= max(width, len(first.rstrip())):
        return replace(statement, names=tuple(names), lines=(flat + end,))
    inner = next(
        (line[: len(line) - len(line.lstrip())] for line in statement.lines[1:] if line.strip()[:1] not in ("", "}")), indent + "    "
    )
    if before.lstrip().startswith(("use ", "pub ")) and "\\" not in before and not _one_a_line(statement):
        rows = _rows(spelled, inner, width)
        return replace(
            statement, names=tuple(names), lines=tuple(row + end for row in (f"{indent}{before}{{", *rows, f"{indent}}}{behind}"))
        )
    trailing = "" if len(statement.lines) > 1 and not statement.lines[-2].rstrip().endswith(",") else ","
    rows = [f"{inner}{name}{',' if at + 1 < len(spelled) else trailing}{end}" for at, name in enumerate(spelled)]
    return replace(statement, names=tuple(names), lines=(f"{indent}{before}{{{end}", *rows, f"{indent}}}{behind}{end}"))


def _one_a_line(statement: Statement) -> bool:
    return len(statement.lines) > 1 and all(line.count(",") <= 1 for line in statement.lines) and len(statement.names) > 1


def _rows(spelled: Sequence[str], inner: str, width: int) -> list[str]:
    """As many names a line as fit, as rustfmt writes them."""
    rows = [inner + spelled[0] + ","]
    for name in spelled[1:]:
        if len(rows[-1]) + len(name) + 2 > width:
            rows.append(f"{inner}{name},")
        else:
            rows[-1] += f" {name},"
    return rows
