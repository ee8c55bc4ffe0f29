"""Lines that hold nothing a machine reads: blank ones, comments and, in Python, strings that stand alone (docstrings)."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.hunk import Span
from syncline.syntax.profiles import PROFILES
from syncline.syntax.python_lexis import is_formatted
from syncline.syntax.token import Token, TokenKind
from syncline.syntax.tokens import tokens

_MARKS = frozenset({TokenKind.NEWLINE, TokenKind.INDENT, TokenKind.DEDENT})


def comment_lines(language: str | None, text: str) -> frozenset[int]:
    """The lines (from 0) of a text that are blank, comment or docstring from their first to their last character.

    What a compiler obeys is no comment: ``#!`` in the first line, ``//go:embed``.
    """
    code: set[int] = set()
    found = tokens(language, text)
    pragmas = profile.pragmas if (profile := PROFILES.get(language or "")) is not None else ()
    idle = _docstrings(found) if language == "python" else frozenset()
    for at, token in enumerate(found):
        if token.kind in _MARKS or at in idle:
            continue
        if token.kind is not TokenKind.COMMENT or (token.text.startswith(pragmas) if pragmas else False) or _is_shebang(token):
            code.update(range(token.line, token.line + token.text.count("\n") + 1))
    return frozenset(range(text.count("\n") + bool(text) - text.endswith("\n"))) - code


def comment_only_at(language: str | None, text: str, span: Span) -> bool:
    """True if the lines of ``span`` hold only comments, docstrings and blanks. For several spans of one text ask ``comment_lines`` once."""
    lines = comment_lines(language, text)
    return all(line in lines for line in range(span.start, span.stop))


def comment_only(language: str | None, lines: Sequence[str]) -> bool:
    """As ``comment_only_at`` for lines whose surroundings are not known.

    Says no to what only its surroundings could tell: the inside of a docstring or block comment, half of a pair of quotes.
    """
    text = "".join(line if line.endswith("\n") else line + "\n" for line in lines)
    return len(comment_lines(language, text)) == len(lines)


def _is_shebang(token: Token) -> bool:
    return token.start == 0 and token.text.startswith("#!")


def _docstrings(found: Sequence[Token]) -> frozenset[int]:
    """Which tokens are strings that make up a statement of their own."""
    idle: set[int] = set()
    run: list[int] = []
    fresh = True
    for at, token in enumerate(found):
        if token.kind is TokenKind.COMMENT:
            continue
        if token.kind in _MARKS:
            if token.kind is TokenKind.NEWLINE and fresh:
                idle.update(run)
            run, fresh = [], True
        elif token.kind is TokenKind.STRING and not is_formatted(token.text):
            run.append(at)
        elif token.text != "\ufeff":
            fresh = False
    return frozenset(idle)
