"""Python that does not parse → its statements all the same, as far as words tell them: old Python, newer Python than ours, a broken file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from keyword import iskeyword

from syncline.core.hunk import Span
from syncline.syntax.python_tokens import python_tokens
from syncline.syntax.statement import Statement
from syncline.syntax.token import Token, TokenKind

_OPENERS, _CLOSERS = frozenset("([{"), frozenset(")]}")
# What opens a block.
_HEADS = frozenset({"async", "class", "def", "elif", "else", "except", "finally", "for", "if", "try", "while", "with"})
# A string in which neither quote stands, so that it does not matter in which it is put.
_PLAIN = re.compile(r"""([A-Za-z]*)(?:'([^'"]*)'|"([^'"]*)")""")
# What may go on with a number: "\\1" and "2" are not "\\12".
_NUMBERED = re.compile(r"\\[0-7]{1,2}$")
# Behind these an expression begins that may stand in brackets of its own.
_BEFORE = frozenset(
    {"=", "+=", "-=", "*=", "/=", "|=", "&=", "%=", ":", "return", "yield", "raise", "assert", "if", "elif", "while", "in", "not", "del"}
)


def worded_statements(text: str) -> tuple[Statement, ...]:
    """The logical lines of a text, spelled by their words: other line breaks, quotes, trailing commas and brackets around a whole expression
    make no difference. The place is that of the definitions and blocks around, as far as indentation tells it.

    Never refuses: what does not close is one long statement, equal to itself alone.
    """
    return tuple(_read(python_tokens(text)))


def _read(found: Sequence[Token]) -> Iterator[Statement]:
    roofs: list[str] = [""]
    head: list[Token] = []
    line: list[Token] = []
    for token in found:
        if token.kind is TokenKind.INDENT:
            roofs.append(f"{roofs[-1]}{_name_of(head)}")
        elif token.kind is TokenKind.DEDENT:
            if len(roofs) > 1:
                roofs.pop()
        elif token.kind is TokenKind.NEWLINE:
            if line:
                yield from _line(line, roofs[-1])
                head, line = line, []
        elif token.kind is not TokenKind.COMMENT:
            line.append(token)


def _name_of(head: Sequence[Token]) -> str:
    words = [token.text for token in head[:3] if token.text != "async"]
    return f".{words[1]}" if len(words) > 1 and words[0] in ("class", "def") else "/"


def _line(line: Sequence[Token], roof: str) -> Iterator[Statement]:
    """The statements of one logical line: what stands behind a colon or a semicolon could stand on a line of its own."""
    start = depth = lambdas = 0
    heading = line[0].text in _HEADS
    for at, token in enumerate(line):
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
        lambdas += token.text == "lambda" and not depth
        if depth or token.text not in ":;" or token.kind is not TokenKind.OPERATOR:
            continue
        if token.text == ";":
            if at > start:
                yield from _told(line[start:at], roof)
            start = at + 1
        elif lambdas:
            lambdas -= 1
        elif heading:
            yield from _told(line[start : at + 1], roof)
            roof, start, heading = f"{roof}{_name_of(line)}", at + 1, False
    if start < len(line):
        yield from _told(line[start:], roof)


def _told(line: Sequence[Token], roof: str) -> Iterator[Statement]:
    span = Span(line[0].line, line[-1].line + line[-1].text.count("\n") + 1)
    imported = list(_imports(line, roof)) if line[0].text in ("from", "import") else []
    yield from imported or (Statement(f"{roof} {' '.join(_spelled(line))}", span),)


def _imports(line: Sequence[Token], roof: str) -> Iterator[Statement]:
    """The names of an import, each on its own; nothing where it is none after all."""
    words = [token.text for token in line]
    at = words.index("import") if "import" in words else -1
    if at < 0:
        return
    module = "".join(words[1:at]) if words[0] == "from" else ""
    if words[0] == "from":
        yield Statement(f"{roof} from {module}", Span(line[0].line, line[0].line + 1), ordered=False)
    name: list[Token] = []
    for token in (*line[at + 1 :], None):
        if token is not None and token.text not in ",()":
            name.append(token)
        elif name:
            said = "".join(f" {one.text} " if one.text == "as" else one.text for one in name)
            real, _, other = said.partition(" as ")
            lines = Span(name[0].line, name[-1].line + 1)
            yield Statement(f"{roof} from {module} import {real} as {other or None}", lines, ordered=False)
            name = []


def _spelled(line: Sequence[Token]) -> list[str]:
    """The words without what a formatter is free to change."""
    found: list[str] = []
    for token in line:
        if token.text in _CLOSERS and found[-1:] == [","] and not _makes_tuple(found):
            found.pop()
        plain = _PLAIN.fullmatch(token.text) if token.kind is TokenKind.STRING else None
        if plain is None:
            found.append(token.text)
            continue
        text = plain[2] or plain[3] or ""
        before = _PLAIN.fullmatch(found[-1]) if found else None
        if before is not None and before[1] == plain[1] and not _NUMBERED.search(before[3] or ""):
            # Strings side by side are one.
            found[-1] = f'{plain[1]}"{before[3] or ""}{text}"'
        else:
            found.append(f'{plain[1]}"{text}"')
    return _unwrapped(found)


def _makes_tuple(found: Sequence[str]) -> bool:
    """The comma at the end makes a tuple: it is the only one in brackets that hold no arguments, or the only one of an index."""
    depth = 0
    for at in range(len(found) - 2, -1, -1):
        word = found[at]
        if word == "," and not depth:
            return False
        depth += (word in _CLOSERS) - (word in _OPENERS)
        if depth < 0:
            before = found[at - 1] if at else ""
            belongs = before in _CLOSERS or (before.isidentifier() and not iskeyword(before))
            return belongs if word == "[" else word == "(" and not belongs
    return True


def _unwrapped(words: list[str]) -> list[str]:
    """Without brackets around all that stands between a word of ``_BEFORE`` and the end of the statement or of its head."""
    end = len(words) - (words[-1:] == [":"])
    for at in range(1, end):
        if words[at] == "(" and words[at - 1] in _BEFORE and _closes(words, at) == end - 1 and not _is_tuple(words[at + 1 : end - 1]):
            return [*words[:at], *words[at + 1 : end - 1], *words[end:]]
    return words


def _closes(words: Sequence[str], start: int) -> int:
    depth = 0
    for at in range(start, len(words)):
        depth += (words[at] in _OPENERS) - (words[at] in _CLOSERS)
        if not depth:
            return at
    return -1


def _is_tuple(inside: Sequence[str]) -> bool:
    """Nothing, or a comma that is in no further brackets; a generator, a ``yield`` and an assignment need their brackets as well."""
    depth = 0
    for word in inside:
        depth += (word in _OPENERS) - (word in _CLOSERS)
        if not depth and word in (",", "for", "yield", ":="):
            return True
    return not inside
