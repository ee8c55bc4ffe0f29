"""Tokens of Python. A lexer of our own: the same answer on every interpreter, and never a refusal."""

from __future__ import annotations

from syncline.syntax.python_lexis import WORDS, is_formatted, is_torn, string_end
from syncline.syntax.token import Token, TokenKind

_KINDS = {
    "name": TokenKind.NAME,
    "number": TokenKind.NUMBER,
    "open": TokenKind.TEXT,
    "operator": TokenKind.OPERATOR,
    "string": TokenKind.STRING,
    "text": TokenKind.TEXT,
}
_DEPTH = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def python_tokens(text: str) -> tuple[Token, ...]:
    """As ``tokenize`` cuts them, but: a formatted string is one token, line ends that end nothing are none, and no text is refused.

    What does not fit (a string never closed, a stray sign) is ``TEXT``. A lone carriage return ends a statement, not a line.
    """
    found: list[Token] = []
    indents = [0]
    at = line = bol = depth = 0
    fresh = True  # nothing but white space and comments since the last statement ended
    size = len(text)
    match = WORDS.match
    while at < size:
        word = match(text, at)
        if word is None:  # cannot be: the last alternative takes any character
            break
        group, start, at = word.lastgroup, at, word.end()
        if group == "space":
            continue
        if group == "comment":
            found.append(Token(TokenKind.COMMENT, word[0], line, start - bol, start))
            continue
        if group == "newline" or group == "joined":
            if group == "newline" and not depth and not fresh:
                found.append(Token(TokenKind.NEWLINE, word[0], line, start - bol, start))
                fresh = True
            if text[at - 1] == "\n":
                line, bol = line + 1, at
            continue
        if start == 0 and word[0] == "\ufeff":
            found.append(Token(TokenKind.TEXT, "\ufeff", 0, 0, 0))
            continue
        if fresh and not depth:
            _indent(found, indents, _width(text, start), Token(TokenKind.INDENT, "", line, start - bol, start))
        fresh = False
        piece = word[0]
        if group == "string" and is_formatted(piece) and is_torn(piece):
            at = string_end(text, start, at)
            piece = text[start:at]
        elif group == "operator":
            depth = max(0, depth + _DEPTH.get(piece, 0))
        found.append(Token(_KINDS[group or "text"], piece, line, start - bol, start))
        ends = piece.count("\n")
        if ends:
            line, bol = line + ends, start + piece.rfind("\n") + 1
    end = Token(TokenKind.NEWLINE, "", line, size - bol, size)
    if not fresh:
        found.append(end)
    _indent(found, indents, 0, end)
    return tuple(found)


def _width(text: str, start: int) -> int:
    """The width of the white space in front of ``start`` on its line, tabs to the next multiple of eight."""
    first = start
    while first and text[first - 1] in " \t\f":
        first -= 1
    space = text[first:start]
    return len(space[space.rfind("\f") + 1 :].expandtabs(8))


def _indent(found: list[Token], indents: list[int], width: int, place: Token) -> None:
    if width > indents[-1]:
        indents.append(width)
        found.append(place._replace(kind=TokenKind.INDENT))
    while width < indents[-1]:
        indents.pop()
        found.append(place._replace(kind=TokenKind.DEDENT))
