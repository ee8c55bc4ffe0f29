"""Python text → its statements, spelled the same however they are laid out. A text that differs in layout alone gives the same keys."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from syncline.core.hunk import Span
from syncline.syntax.python_units import parse_python

_SCOPES = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


@dataclass(frozen=True, slots=True)
class Statement:
    """A simple statement, or the head of a compound one, or one name of an import. ``lines`` count from 0.

    ``key`` is equal for two spellings of the same thing at the same depth of the same definition. ``ordered`` is false for imports:
    they may stand in any order.
    """

    key: str
    lines: Span
    ordered: bool = True


# Both sides of one file are compared with the same base and the same merge.
@lru_cache(maxsize=16)
def statements(language: str | None, text: str) -> tuple[Statement, ...]:
    """The statements of a text in order; none for other languages than Python, and for a text that does not parse."""
    tree = parse_python(text) if language == "python" else None
    return tuple(_block(tree.body, text.split("\n"))) if tree is not None else ()


def _block(body: list[ast.stmt], lines: Sequence[str]) -> Iterator[Statement]:
    # A stack in place of recursion: generated code can nest deeper than Python does.
    pending: list[tuple[ast.AST, str]] = [(node, "") for node in reversed(body)]
    while pending:
        node, above = pending.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from _imports(node, above)
            continue
        blocks = [(name, block) for name in _BLOCKS if isinstance(block := getattr(node, name, None), list) and block]
        yield from _head(node, above, [block for _, block in blocks], lines)
        inside = f"{above}.{node.name}" if isinstance(node, _SCOPES) else f"{above}/"
        for name, block in reversed(blocks):
            pending.extend((child, f"{inside}{name}" if name != "body" else inside) for child in reversed(block))


def _imports(node: ast.Import | ast.ImportFrom, roof: str) -> Iterator[Statement]:
    module = f"{'.' * node.level}{node.module or ''}" if isinstance(node, ast.ImportFrom) else ""
    start = node.lineno - 1
    if isinstance(node, ast.ImportFrom):
        yield Statement(f"{roof} from {module}", Span(start, start + 1), ordered=False)
    for alias in node.names:
        key = f"{roof} from {module} import {alias.name} as {alias.asname}"
        yield Statement(key, Span(alias.lineno - 1, alias.end_lineno or alias.lineno), ordered=False)


def _head(node: ast.AST, roof: str, blocks: list[list[ast.AST]], lines: Sequence[str]) -> Iterator[Statement]:
    """The part of a statement before its first block; decorators on their own."""
    for decorator in getattr(node, "decorator_list", ()):
        yield Statement(f"{roof} @{ast.dump(decorator)}", Span(decorator.lineno - 1, decorator.end_lineno or decorator.lineno))
    start, stop = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    if isinstance(node, ast.match_case):
        start, stop = node.pattern.lineno, node.pattern.end_lineno
    if start is None or stop is None:
        return
    if blocks:
        first = blocks[0][0]
        above = min((getattr(d, "lineno", start) for d in getattr(first, "decorator_list", ())), default=getattr(first, "lineno", stop + 1))
        stop = max(start, min(stop, above - 1))
        # Comments between head and block belong to neither.
        while stop > start and lines[stop - 1].lstrip()[:1] in ("", "#"):
            stop -= 1
    key = f"{roof} {type(node).__name__}({', '.join(_field(node, name) for name in node._fields if name not in (*_BLOCKS, 'decorator_list'))})"
    yield Statement(key, Span(start - 1, stop))


def _field(node: ast.AST, name: str) -> str:
    value = getattr(node, name, None)
    if isinstance(value, list):
        return f"[{', '.join(ast.dump(item) if isinstance(item, ast.AST) else repr(item) for item in value)}]"
    return ast.dump(value) if isinstance(value, ast.AST) else repr(value)
