"""Where the statements of a Python text stand: the rows of each simple one, and of the head of each compound one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from syncline.syntax.python_units import parse_python

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


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
    return tuple(sorted(_walk(tree, text.encode("utf-8", "surrogatepass").split(b"\n")))) if tree is not None else ()


def _walk(tree: ast.Module, rows: list[bytes]) -> Iterator[Head]:
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
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
