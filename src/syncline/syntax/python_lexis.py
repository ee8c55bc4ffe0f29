"""Regular expressions for the words of Python, old and new, whole or broken."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PREFIX = r"(?:[fFtT][rR]?|[rR][fFtTbB]?|[bB][rR]?|[uU][rR]?)?"
_TRIPLE = r'"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*"""' + r"|'''[^'\\]*(?:(?:\\[\s\S]|'(?!''))[^'\\]*)*'''"
_SINGLE = r'"[^"\\\r\n]*(?:\\(?:\r\n|[\s\S])[^"\\\r\n]*)*"' + r"|'[^'\\\r\n]*(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*)*'"
_OPEN = r'"""[\s\S]*' + r"|'''[\s\S]*"
COMMENT = r"\#[^\r\n]*"
STRING = rf"{_PREFIX}(?:{_TRIPLE}|(?!\"\"\"|''')(?:{_SINGLE}))"
NAME = r"[^\W\d]\w*"
NUMBER = (
    r"0[xX][\da-fA-F_]+[lL]?|0[bB][01_]+|0[oO][0-7_]+"
    r"|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJlL]?"
)
_OPERATOR = r"\*\*=?|//=?|>>=?|<<=?|<>|\.\.\.|->|:=|[-+*/%@&|^=<>!]=|[-+*/%@&|^~<>=()\[\]{}.,:;`!?$]"

WORDS = re.compile(
    rf"(?P<comment>{COMMENT})|(?P<string>{STRING})|(?P<open>{_PREFIX}(?:{_OPEN}))|(?P<name>{NAME})|(?P<number>{NUMBER})"
    rf"|(?P<newline>\r\n|\r|\n)|(?P<joined>\\(?:\r\n|\r|\n))|(?P<space>[^\S\r\n]+)|(?P<operator>{_OPERATOR})|(?P<text>[\s\S])"
)

# Strings are group 1, names group 2. A string that never closes counts as code: better one use too many than one too few.
NAMES = re.compile(rf"{COMMENT}|({STRING})|({NAME})|{NUMBER}")


_STRING = re.compile(STRING)
_BRACES = re.compile(r"\{\{|\}\}")
_FORMATTED = re.compile(r"[rR]?[fFtT]")

# How far behind its first possible end a torn string is followed. Real ones end on the same line; a text of open ones would take for ever.
_FURTHER = 500


def is_formatted(string: str) -> bool:
    """True for strings with ``f`` or ``t`` in front, whose braces hold expressions."""
    return _FORMATTED.match(string) is not None


def string_end(text: str, start: int, stop: int) -> int:
    """Where a formatted string ends whose expressions hold its own quotes (3.12); ``stop`` if it never does.

    ``start`` is its first character, ``stop`` the end that a reader of older Python sees.
    """
    quote_at = next(at for at in range(start, start + 3) if text[at] in "\"'")
    quote = text[quote_at]
    closing = quote * 3 if text.startswith(quote * 3, quote_at) else quote
    at, depth = quote_at + len(closing), 0
    limit = min(len(text), stop + _FURTHER)
    while at < limit:
        char = text[at]
        if not depth and text.startswith(closing, at):
            return at + len(closing)
        if char == "\n" and len(closing) == 1 and not depth:
            return stop
        if not depth and (char == "\\" or text[at : at + 2] in {"{{", "}}"}):
            at += 2
        elif depth and char in "\"'":
            inner = _STRING.match(text, at)
            at = inner.end() if inner else at + 1
        else:
            depth += (char == "{") - (char == "}" and depth > 0)
            at += 1
    return stop


def is_torn(string: str) -> bool:
    """True for a formatted string that ends inside of braces: its real end lies further on."""
    inside = _BRACES.sub("", string)
    return inside.count("{") > inside.count("}")


def expressions(string: str) -> Iterator[str]:
    """The expressions in the braces of a formatted string, without conversions and formats (whose own braces count as well)."""
    at, size = 0, len(string)
    while at < size:
        if string.startswith(("{{", "}}"), at):
            at += 2
        elif string[at] == "{":
            first, depth = at + 1, 0
            at += 1
            while at < size and not (depth == 0 and string[at] in "}:!" and string[at : at + 2] != "!="):
                inner = _STRING.match(string, at) if string[at] in "\"'" else None
                depth += (string[at] in "([{") - (string[at] in ")]}")
                at = inner.end() if inner else at + 1
            yield string[first:at]
        else:
            at += 1
