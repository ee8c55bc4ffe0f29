"""Words and signs of languages without a grammar, and of what a grammar leaves uncovered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from syncline.syntax.token import Token, TokenKind

_KINDS = {"comment": TokenKind.COMMENT, "string": TokenKind.STRING, "number": TokenKind.NUMBER, "name": TokenKind.NAME}
_NO_WORD = r"(?<![^\s;])"  # "#" starts a comment behind white space only, in shells and their kin


@dataclass(frozen=True, slots=True)
class Lexis:
    """The little that can be known without a grammar: regular expressions of comments and strings; empty means none.

    ``used`` finds the names used inside of a string.
    """

    comments: str = ""
    strings: str = ""
    used: str = ""


_BLOCK = r"/\*[\s\S]*?\*/"
_QUOTED = r'"(?:[^"\\\r\n]|\\.)*"' + r"|'(?:[^'\\\r\n]|\\.)*'"
_HASH = Lexis(_NO_WORD + r"\#[^\r\n]*", _QUOTED, r"\$\{?(\w+)")
_SLASHES = Lexis(r"//[^\r\n]*|" + _BLOCK, _QUOTED, r"\$\{?(\w+)")
_MARKUP = Lexis(r"<!--[\s\S]*?-->", r'"[^"<>\r\n]*"')

LEXES: dict[str, Lexis] = {
    "batch": Lexis(r"^[ \t]*(?:@?[Rr][Ee][Mm]\b|::)[^\r\n]*"),
    "cmake": _HASH,
    "cmakelists": _HASH,
    "css": Lexis(_BLOCK, _QUOTED),
    "cython": Lexis(r"\#[^\r\n]*", r'"""[\s\S]*?"""|' + r"'''[\s\S]*?'''|" + _QUOTED),
    "dockerfile": Lexis(r"^[ \t]*\#[^\r\n]*", _QUOTED, r"\$\{?(\w+)"),
    "groovy": _SLASHES,
    "html": _MARKUP,
    "ini": Lexis(r"^[ \t]*[\#;][^\r\n]*"),
    "lock": Lexis(r"^[ \t]*\#[^\r\n]*", _QUOTED),
    "makefile": Lexis(_NO_WORD + r"\#[^\r\n]*"),
    "markdown": Lexis(r"<!--[\s\S]*?-->"),
    "po": Lexis(r"^\#[^\r\n]*", _QUOTED),
    "powershell": Lexis(r"<\#[\s\S]*?\#>|\#[^\r\n]*", _QUOTED, r"\$\{?(\w+)"),
    "protobuf": _SLASHES,
    "shell": _HASH,
    "sql": Lexis(r"--[^\r\n]*|" + _BLOCK, r"'(?:[^'\r\n]|'')*'"),
    "twig": Lexis(r"\{\#[\s\S]*?\#\}|<!--[\s\S]*?-->", _QUOTED),
    "xml": _MARKUP,
}

_NOTHING = Lexis()


@cache
def pattern(language: str | None) -> re.Pattern[str]:
    """Groups ``comment``, ``string``, ``number``, ``name``; a sign is in none of them."""
    lexis = LEXES.get(language or "", _NOTHING)
    parts = [
        f"(?P<comment>{lexis.comments})" if lexis.comments else "",
        f"(?P<string>{lexis.strings})" if lexis.strings else "",
        r"(?P<number>\d[\w.]*\b)",
        r"(?P<name>\w+)",
        r"[^\w\s]",
    ]
    return re.compile("|".join(part for part in parts if part), re.MULTILINE)


@cache
def used_in_strings(language: str | None) -> re.Pattern[str] | None:
    """What finds names inside of a string, where strings of the language hold any."""
    lexis = LEXES.get(language or "", _NOTHING)
    return re.compile(lexis.used) if lexis.used else None


def plain_tokens(language: str | None, text: str, start: int = 0, stop: int | None = None, line: int = 0, bol: int = 0) -> Iterator[Token]:
    """Tokens of ``text[start:stop]``. ``line`` is the line of ``start`` and ``bol`` the offset of that line's first character."""
    at = start
    for found in pattern(language).finditer(text, start, len(text) if stop is None else stop):
        begin = found.start()
        ends = text.count("\n", at, begin)
        if ends:
            line += ends
            bol = text.rfind("\n", at, begin) + 1
        at = begin
        yield Token(_KINDS.get(found.lastgroup or "", TokenKind.OPERATOR), found[0], line, begin - bol, begin)
