"""Python text → its statements, spelled the same however they are laid out. A text that differs in layout alone gives the same keys."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from syncline.core.hunk import Span
from syncline.syntax.excerpt import excerpt
from syncline.syntax.python_units import parse_python
from syncline.syntax.statement import BLOCKS, Statement
from syncline.syntax.worded import worded_statements

_SCOPES = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_SIMPLE = frozenset((ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Raise, ast.Assert, ast.Delete, ast.Pass))
# What is passed over, with all in it, where it stands on no row that is asked about.
_PASSED = _SIMPLE.union(_SCOPES)


def spelled(one: Sequence[Statement], other: Sequence[Statement]) -> tuple[list[str], list[str]]:
    """What to compare the statements of two texts by: as they are written where both write them equally often, by their keys otherwise.

    A key is spelled out only where the other text has a statement of the same words: no layout changes those.
    """
    first, second = Counter(s.written for s in one), Counter(s.written for s in other)
    open_ones = [[s for s in text if first[s.written] != second[s.written]] for text in (one, other)]
    words, across = ({s.words for s in text} for text in open_ones)
    shared = words & across
    told = {id(s): s.key for text in open_ones for s in text if s.words in shared}
    mine, theirs = ([told.get(id(s), s.written) for s in text] for text in (one, other))
    return mine, theirs


def statements(language: str | None, text: str, rows: Iterable[int] | None = None) -> tuple[Statement, ...] | None:
    """The statements of a text in order; ``None`` for other languages than Python, and for a text that does not parse (``both_statements`` has
    an answer there).

    None either where Python would count lines that git does not (a lone carriage return ends one). With ``rows`` only those that stand on one
    of these lines; imports outside of functions and classes always. What is wrong with a definition that has none of the rows is not seen then.
    """
    if language != "python" or text.count("\r") != text.count("\r\n"):
        return None
    asked = None if rows is None else sorted(rows)
    tree = parse_python(text if asked is None else excerpt(text, asked)) or parse_python(text)
    if tree is None:
        return None
    return tuple(_block(tree.body, text.removeprefix("\ufeff").split("\n"), asked))


def both_statements(
    language: str | None, one: str, other: str, rows: Iterable[int], others: Iterable[int]
) -> tuple[tuple[Statement, ...], tuple[Statement, ...]] | None:
    """The statements of two texts to be compared, on some rows of each; as words tell them where one of the texts does not parse.

    ``None`` for other languages than Python.
    """
    mine, yours = statements(language, one, rows), statements(language, other, others)
    if mine is not None and yours is not None:
        return mine, yours
    if language != "python" or any(text.count("\r") != text.count("\r\n") for text in (one, other)):
        return None
    return worded_statements(one), worded_statements(other)


def _block(body: list[ast.stmt], lines: Sequence[str], rows: Sequence[int] | None) -> Iterator[Statement]:
    # A stack in place of recursion: generated code can nest deeper than Python does.
    pending: list[tuple[ast.AST, str]] = [(node, "") for node in reversed(body)]
    while pending:
        node, above = pending.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from _imports(node, above)
            continue
        kind = type(node)
        if rows is not None and kind in _PASSED and not _touches(node, rows):
            continue
        names = () if kind in _SIMPLE else BLOCKS
        blocks = [(name, block) for name in names if isinstance(block := getattr(node, name, None), list) and block]
        yield from _head(node, above, [block for _, block in blocks], lines)
        inside = f"{above}.{node.name}" if isinstance(node, _SCOPES) else f"{above}/"
        for name, block in reversed(blocks):
            pending.extend((child, f"{inside}{name}" if name != "body" else inside) for child in reversed(block))


def _touches(node: ast.AST, rows: Sequence[int]) -> bool:
    first: int = getattr(node, "lineno", 0)
    stop: int = getattr(node, "end_lineno", 0) or first
    if marks := getattr(node, "decorator_list", None):
        first = min(first, *(mark.lineno for mark in marks))
    at = bisect_left(rows, first - 1)
    return at < len(rows) and rows[at] < stop


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
        span = Span(decorator.lineno - 1, decorator.end_lineno or decorator.lineno)
        said, written = _written(lines, span, decorator.col_offset)
        yield Statement(f"{roof} @{written}", span, roof=roof, node=decorator, said=said)
    start, stop = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    if isinstance(node, ast.match_case):
        start, stop = node.pattern.lineno, node.body[-1].end_lineno
    if start is None or stop is None:
        return
    if blocks:
        first = blocks[0][0]
        row = getattr(first, "lineno", stop + 1)
        above = min((d.lineno for d in getattr(first, "decorator_list", ())), default=row)
        # A block that begins on the last line of its head shares that line.
        shared = row <= len(lines) and bool(lines[row - 1][: getattr(first, "col_offset", 0)].strip())
        stop = max(start, min(stop, row if shared else above - 1))
        # Comments between head and block belong to neither.
        while stop > start and lines[stop - 1].lstrip()[:1] in ("", "#"):
            stop -= 1
    span = Span(start - 1, stop)
    said, written = _written(lines, span, getattr(node, "col_offset", 0))
    yield Statement(f"{roof} {type(node).__name__} {written}", span, roof=roof, node=node, said=said)


def _written(lines: Sequence[str], span: Span, column: int) -> tuple[str, str]:
    """The lines as they stand, without the indentation of the first; and with the column of a statement that shares its line."""
    first = lines[span.start].lstrip()
    told = "\n".join((first, *lines[span.start + 1 : span.stop]))
    return told, told if len(lines[span.start]) - len(first) == column else f"{column} {told}"
