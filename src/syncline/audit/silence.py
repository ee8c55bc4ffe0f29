"""Lines that say nothing to a machine: blank ones, comments, docstrings. Their loss alone is only worth reading.

A quicker answer than ``syntax.comment_lines``, which reads every token: here whole lines count alone, in a hundred files an audit.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Sequence

from syncline.core.text import split_lines
from syncline.syntax.profiles import PROFILES
from syncline.syntax.python_lexis import COMMENT, STRING
from syncline.syntax.python_units import parse_python

_HASH = frozenset({"python", "ruby", "shell", "yaml", "toml", "makefile", "dockerfile", "r", "perl"})
# Where an asterisk at the start of a line is the inside of a comment; in a running text it is the item of a list.
_BRACES = frozenset(
    {"c", "cpp", "csharp", "css", "go", "java", "javascript", "kotlin", "php", "rust", "scala", "swift", "tsx", "typescript"}
)
_SLASH = re.compile(r"\s*(//|/\*|\*/|\*(\s|$))")
# Strings that go on over lines, as a group, among whatever else holds their quotes. What looks like a comment inside of one is text.
_BLOCK = r"//[^\n]*|/\*[\s\S]*?\*/"
_SHORT = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
_RAW = rf"{_BLOCK}|(\"\"\"[\s\S]*?\"\"\"|@\"[^\"]*\")|{_SHORT}"
_TICKS = rf"{_BLOCK}|{_SHORT}|(`(?:\\[\s\S]|[^`\\])*`)"
_LONG = {
    "python": rf"{COMMENT}|({STRING})",
    "go": rf"{_BLOCK}|{_SHORT}|(`[^`]*`)",
    **dict.fromkeys(("javascript", "tsx", "typescript"), _TICKS),
    **dict.fromkeys(("csharp", "java", "kotlin", "scala", "swift"), _RAW),
    "cpp": rf"{_BLOCK}|(R\"(\w*)\([\s\S]*?\)\2\")|{_SHORT}",
    "php": rf"""{_BLOCK}|\#[^\n]*|(<<<[ \t]*["']?(\w+)["']?\n[\s\S]*?^[ \t]*\2\b|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*')""",
    "rust": rf"""{_BLOCK}|(r(\#*)"[\s\S]*?"\2|"(?:\\[\s\S]|[^"\\])*")|'(?:\\.|[^'\\\n])'""",
    "shell": r"""^[ \t]*\#[^\n]*|(<<-?[ \t]*\\?["']?(\w+)["']?[^\n]*\n[\s\S]*?^[ \t]*\2$)""",
}
# Without one of these there is no such string, and nothing to look for.
_SIGNS = {"python": ('"""', "'''"), "go": ("`",), "cpp": ('R"',), "shell": ("<<",)} | dict.fromkeys(
    ("javascript", "tsx", "typescript"), ("`",)
)

_DOCS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def silent_lines(language: str | None, text: str) -> frozenset[int]:
    """The numbers (from 0) of the lines of a file that hold nothing but comment, docstring or white space."""
    lines = split_lines(text)
    found = {at for at, line in enumerate(lines) if not line.strip()}
    if language in _HASH:
        found.update(at for at, line in enumerate(lines) if line.lstrip().startswith("#") and not (at == 0 and line.startswith("#!")))
    elif language in _BRACES:
        # What a compiler obeys is no comment.
        profile = PROFILES.get(language)
        pragmas = profile.pragmas if profile is not None else ()
        found.update(at for at, line in enumerate(lines) if _SLASH.match(line) and not line.lstrip().startswith(pragmas or "\0"))
    found -= _inside_strings(language, text)
    if language == "python":
        found.update(_docstrings(text, lines))
    return frozenset(found)


def _inside_strings(language: str | None, text: str) -> set[int]:
    """The lines that begin inside of a string."""
    if language not in _LONG or not any(sign in text for sign in _SIGNS.get(language, ("",))):
        return set()
    found: set[int] = set()
    starts = [0, *(end.end() for end in _END.finditer(text))]
    for piece in re.compile(_LONG[language], re.MULTILINE).finditer(text):
        if piece[1] and "\n" in piece[1]:
            found.update(range(bisect_right(starts, piece.start(1)), bisect_right(starts, piece.end(1) - 1)))
    return found


_END = re.compile("\n")


def _docstrings(text: str, lines: Sequence[str]) -> set[int]:
    tree = parse_python(text)
    if tree is None:
        return set()
    found: set[int] = set()
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        body = getattr(node, "body", None)
        if isinstance(node, _DOCS) and node.body and isinstance(first := node.body[0], ast.Expr):
            value = first.value
            # A docstring that shares a line with code does not silence that code.
            if (
                isinstance(value, ast.Constant)
                and isinstance(value.value, str)
                and lines[first.lineno - 1][: first.col_offset].strip() == ""
            ):
                found.update(range(first.lineno - 1, first.end_lineno or first.lineno))
        # Definitions stand in statement lists only; looking into every expression would cost more than parsing.
        for block in (body, getattr(node, "orelse", None), getattr(node, "finalbody", None), getattr(node, "handlers", None)):
            if isinstance(block, list):
                pending.extend(block)
    return found
