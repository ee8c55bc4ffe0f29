"""Python text → its statements, spelled the same however they are laid out. A text that differs in layout alone gives the same keys."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from syncline.core.hunk import Span
from syncline.syntax.python_units import parse_python

_SCOPES = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
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
    """What to compare the statements of two texts by: as they are written where both write them equally often, by their keys otherwise."""
    first, second = Counter(s.written for s in one), Counter(s.written for s in other)
    mine, theirs = ([s.written if first[s.written] == second[s.written] else s.key for s in text] for text in (one, other))
    return mine, theirs


# Both sides of one file are compared with the same base and the same merge.
@lru_cache(maxsize=16)
def statements(language: str | None, text: str) -> tuple[Statement, ...]:
    """The statements of a text in order; none for other languages than Python, and for a text that does not parse.

    None either where Python would count lines that git does not (a lone carriage return ends one).
    """
    tree = parse_python(text) if language == "python" and text.count("\r") == text.count("\r\n") else None
    return tuple(_block(tree.body, text.removeprefix("\ufeff").split("\n"))) if tree is not None else ()


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
        span = Span(decorator.lineno - 1, decorator.end_lineno or decorator.lineno)
        yield Statement(f"{roof} @{_written(lines, span, decorator.col_offset)}", span, roof=roof, node=decorator)
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
    written = f"{roof} {type(node).__name__} {_written(lines, span, getattr(node, 'col_offset', 0))}"
    yield Statement(written, span, roof=roof, node=node)


def _written(lines: Sequence[str], span: Span, column: int) -> str:
    """The lines as they stand, without the indentation of the first. A statement that shares its line is told from the others by its column."""
    first = lines[span.start].lstrip()
    told = "\n".join((first, *lines[span.start + 1 : span.stop]))
    return told if len(lines[span.start]) - len(first) == column else f"{column} {told}"


def _field(node: ast.AST, name: str) -> str:
    value = getattr(node, name, None)
    if isinstance(value, list):
        return f"[{', '.join(map(_spelling, value))}]"
    return _spelling(value)


def _spelling(value: object) -> str:
    """A node or a plain value. That a string was written with ``u`` in front makes no difference where the text parses at all."""
    return ast.dump(value).replace(", kind='u')", ")") if isinstance(value, ast.AST) else repr(value)
