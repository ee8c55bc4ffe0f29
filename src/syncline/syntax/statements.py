"""Python text → its statements, spelled the same however they are laid out. A text that differs in layout alone gives the same keys."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from syncline.core.hunk import Span
from syncline.syntax.python_units import parse_python

# A string; a comment; a word, or the letters before a quote.
_PIECE = re.compile(r"""('{3}[\s\S]*?'{3}|"{3}[\s\S]*?"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|\#[^\n]*|(?![bfru]{1,2}['"])(\w+)""")
_WORD = re.compile(r"\w+")
_SCOPES = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Raise, ast.Assert, ast.Delete, ast.Pass)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


# No slots: the key is spelled out when it is first asked for, which costs more than parsing and is needed for few statements.
@dataclass(frozen=True)
class Statement:
    """A simple statement, or the head of a compound one, or one name of an import. ``lines`` count from 0.

    ``written`` is what stands there, with its place in the definitions around it: equal for statements that are laid out alike. ``ordered`` is
    false for imports: they may stand in any order.
    """

    written: str
    lines: Span
    ordered: bool = True
    roof: str = ""
    node: ast.AST | None = field(default=None, compare=False, repr=False)
    said: str = field(default="", compare=False, repr=False)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words and numbers, those of its strings too: what stays the same however it is laid out, and whatever remark stands beside it.

        Not the letters before a quote, which a formatter may drop.
        """
        found: list[str] = []
        for text, word in _PIECE.findall(self.said.lower()):
            found += [word] if word else _WORD.findall(text)
        return tuple(found)

    @cached_property
    def key(self) -> str:
        """Equal for two spellings of the same thing at the same depth of the same definition."""
        if self.node is None:
            return self.written
        if isinstance(self.node, ast.expr):
            return f"{self.roof} @{_spelling(self.node)}"
        told = (name for name in self.node._fields if name not in (*_BLOCKS, "decorator_list"))
        return f"{self.roof} {type(self.node).__name__}({', '.join(_field(self.node, name) for name in told)})"


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
    """The statements of a text in order; ``None`` for other languages than Python, and for a text that does not parse.

    None either where Python would count lines that git does not (a lone carriage return ends one). With ``rows`` only those that stand on one
    of these lines; imports outside of functions and classes always.
    """
    tree = parse_python(text) if language == "python" and text.count("\r") == text.count("\r\n") else None
    if tree is None:
        return None
    return tuple(_block(tree.body, text.removeprefix("\ufeff").split("\n"), None if rows is None else sorted(rows)))


def _block(body: list[ast.stmt], lines: Sequence[str], rows: Sequence[int] | None) -> Iterator[Statement]:
    # A stack in place of recursion: generated code can nest deeper than Python does.
    pending: list[tuple[ast.AST, str]] = [(node, "") for node in reversed(body)]
    while pending:
        node, above = pending.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from _imports(node, above)
            continue
        if rows is not None and isinstance(node, (*_SCOPES, *_SIMPLE)) and not _touches(node, rows):
            continue
        blocks = [(name, block) for name in _BLOCKS if isinstance(block := getattr(node, name, None), list) and block]
        yield from _head(node, above, [block for _, block in blocks], lines)
        inside = f"{above}.{node.name}" if isinstance(node, _SCOPES) else f"{above}/"
        for name, block in reversed(blocks):
            pending.extend((child, f"{inside}{name}" if name != "body" else inside) for child in reversed(block))


def _touches(node: ast.stmt, rows: Sequence[int]) -> bool:
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))]) - 1
    at = bisect_left(rows, first)
    return at < len(rows) and rows[at] < (node.end_lineno or node.lineno)


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


def _field(node: ast.AST, name: str) -> str:
    value = getattr(node, name, None)
    if isinstance(value, list):
        return f"[{', '.join(map(_spelling, value))}]"
    return _spelling(value)


def _spelling(value: object) -> str:
    """A node or a plain value. That a string was written with ``u`` in front makes no difference where the text parses at all."""
    return ast.dump(value).replace(", kind='u')", ")") if isinstance(value, ast.AST) else repr(value)
