"""Where the statements of a Python text stand: the rows of each simple one, and of the head of each compound one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from syncline.syntax.excerpt import excerpt
from syncline.syntax.python_units import parse_once, parse_python

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
# Statements with statements in them, and what stands between the two; all others have neither blocks nor decorators.
_KINDS: tuple[type[ast.AST], ...] = (*ast.stmt.__subclasses__(), ast.ExceptHandler, ast.match_case)
_COMPOUND = frozenset(kind for kind in _KINDS if not {"body", "cases"}.isdisjoint(kind._fields))


class Head(NamedTuple):
    """Rows ``first`` to ``stop`` (from 0, the last one not included) of a statement, or of what stands before its first block.

    ``lone`` is true where the first row begins with it and no block begins on its rows.
    """

    first: int
    stop: int
    lone: bool


# Three texts of one file, asked about at each of its conflicts by more than one rule.
@lru_cache(maxsize=6)
def heads(text: str) -> tuple[Head, ...]:
    """The statements and heads of a text, decorators on their own, in order of their rows; none where it does not parse.

    None either where Python counts rows otherwise than git does: a lone carriage return, or a byte order mark, which moves the columns.
    """
    if text.count("\r") != text.count("\r\n") or text.startswith("\ufeff"):
        return ()
    tree = parse_python(text)
    return tuple(sorted(_walk(tree.body, text.encode("utf-8", "surrogatepass").split(b"\n")))) if tree is not None else ()


# More rows than these are not read as a piece.
_FEW = 400
# A row that ends like this, or is followed by one that begins like that, may go on; so may a text beside a text.
_OPEN_END = re.compile(r"(?:[,(\[{\\=+\-*/%&|^<>@.\"']|\b(?:and|or|not|in|is|if|else|for|lambda|await|yield|from|async))$")
_GOES_ON = re.compile(r"[)\]},:=+\-*/%&|^<>@.\"']|(?:and|or|not|in|is|if|elif|else|except|finally|for|async)\b|[rbfuRBFU]{1,2}[\"']")
# A row that says what the next one is done with or under.
_HOLDS = re.compile(r"@|(?:if|elif|else|for|while|with|try|except|finally|async|match|case|def|class)\b.*:$")
# The key of a dict, above its value.
_KEY = re.compile(r"[\"'].*:$")


@lru_cache(maxsize=12)
def heads_near(text: str, first: int, stop: int) -> tuple[Head, ...]:
    """Those of ``heads`` that tell of rows ``first`` to ``stop``, or of the gap above ``first``, and some around them.

    A few rows that begin and end like statements are parsed by themselves where that shows them to be some; else the definitions around are, and
    where these do not parse, the whole text is.
    """
    if "\r" in text or text[:1] == "\ufeff":
        return heads(text)
    rows, inside = _rows(text)
    near = _near(rows, inside, first, stop)
    if near is None:
        return _in_excerpt(text, rows, first, stop)
    # Rows that are indented need a head of their own.
    indented = rows[near[0]][:1].isspace()
    piece = ["if 1:"] * indented + rows[near[0] : near[1]]
    tree = parse_once("".join(f"{row}\n" for row in piece))
    body: Sequence[ast.AST] = tree.body if tree is not None else ()
    if indented:
        around = body[0] if len(body) == 1 else None
        body = around.body if isinstance(around, ast.If) and not around.orelse else ()
    found = sorted(_walk(body, [row.encode("utf-8", "surrogatepass") for row in piece]))
    shift = near[0] - indented
    return tuple(Head(head.first + shift, head.stop + shift, head.lone) for head in found) or _in_excerpt(text, rows, first, stop)


def _in_excerpt(text: str, rows: Sequence[str], first: int, stop: int) -> tuple[Head, ...]:
    """The heads of the definitions that have one of the rows, and of what stands between all definitions."""
    kept = excerpt(text, range(max(first - 1, 0), stop + 1))
    tree = parse_python(kept) if kept != text else None
    if tree is None:
        return heads(text)
    there = kept.split("\n")
    found = sorted(_walk(tree.body, [row.encode("utf-8", "surrogatepass") for row in rows]))
    # What stands for a definition that was cut out is no statement of the text.
    return tuple(head for head in found if there[head.first] == rows[head.first])


@lru_cache(maxsize=6)
def _rows(text: str) -> tuple[list[str], list[bool]]:
    """The rows of a text, and for each whether a long string is open above it, as far as counting tells."""
    rows = text.split("\n")
    inside, double, single = [False], 0, 0
    for row in rows:
        if '"""' in row or "'''" in row:
            double, single = double + row.count('"""'), single + row.count("'''")
        inside.append(bool(double % 2 or single % 2))
    return rows, inside


def _near(rows: Sequence[str], inside: Sequence[bool], first: int, stop: int) -> tuple[int, int] | None:
    """The rows from what looks like the beginning of a statement to that of the next one that is not inside of it."""
    own = [row for row in rows[first:stop] if row.strip()] or [rows[first - 1] if first else ""]
    indent = min(map(_indent, own))
    begin = first if stop > first else first - 1
    while begin >= 0 and (inside[begin] or not _begins(rows, begin, indent)):
        begin -= 1
    if begin < 0:
        return None
    indent, end = _indent(rows[begin]), max(stop, begin + 1)
    while end < len(rows) and (inside[end] or not _begins(rows, end, indent)):
        end += 1
    # The decorators and heads before what begins there belong to it, or hold it.
    for at in range(end - 1, max(stop, begin + 1) - 1, -1):
        row = rows[at].partition("#")[0].strip()
        if row and not _HOLDS.match(row):
            break
        end = at if row else end
    return (begin, end) if end - begin <= _FEW else None


def _begins(rows: Sequence[str], at: int, indent: int) -> bool:
    row = rows[at].strip()
    if not row or _indent(rows[at]) > indent or not (row[0].isidentifier() or row[0] == "@"):
        return False
    above = next((bare for one in reversed(rows[max(0, at - 8) : at]) if (bare := one.partition("#")[0].strip())), "")
    return not _OPEN_END.search(above) and not _GOES_ON.match(row) and not _KEY.match(above)


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def _walk(body: Sequence[ast.AST], rows: list[bytes]) -> Iterator[Head]:
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        if type(node) not in _COMPOUND:
            if isinstance(node, ast.stmt):
                first = node.lineno - 1
                yield Head(first, node.end_lineno or node.lineno, not rows[first][: node.col_offset].strip())
            continue
        for decorator in getattr(node, "decorator_list", ()):
            stop = decorator.end_lineno or decorator.lineno
            yield Head(decorator.lineno - 1, stop, rows[decorator.lineno - 1][: decorator.col_offset].strip() == b"@")
        blocks = [block for name in _BLOCKS if isinstance(block := getattr(node, name, None), list) and block]
        pending.extend(child for block in blocks for child in block)
        if isinstance(node, (ast.stmt, ast.ExceptHandler)):
            first, stop = node.lineno - 1, node.end_lineno or node.lineno
            lone = not rows[first][: node.col_offset].strip()
            if blocks:
                inner = min(_row(child) for child in blocks[0])
                lone, stop = lone and inner >= node.lineno, max(first + 1, min(stop, inner))
            yield Head(first, stop, lone)


def _row(node: ast.AST) -> int:
    """The row (from 0) on which a node begins, its decorators included."""
    own = node.pattern if isinstance(node, ast.match_case) else node
    return int(min([getattr(own, "lineno", 1), *(d.lineno for d in getattr(node, "decorator_list", ()))])) - 1
