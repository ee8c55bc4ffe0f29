"""Units of Python by its own ``ast``."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from syncline.core.hunk import Span
from syncline.core.unit import Unit, UnitKind
from syncline.syntax.grammars import original, stand_in

_LINE = re.compile(r"\r\n|\r|\n")
_NO_COMMENT = ("#!", "# -*-", "# vim:")
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_FUNCTIONS = (UnitKind.FUNCTION, UnitKind.METHOD)

# Statements that define nothing themselves → the fields with statements in them.
_BLOCKS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.If: ("body", "orelse"),
    ast.For: ("body", "orelse"),
    ast.AsyncFor: ("body", "orelse"),
    ast.While: ("body", "orelse"),
    ast.Try: ("body", "handlers", "orelse", "finalbody"),
    ast.TryStar: ("body", "handlers", "orelse", "finalbody"),
    ast.ExceptHandler: ("body",),
    ast.With: ("body",),
    ast.AsyncWith: ("body",),
    ast.Match: ("cases",),
    ast.match_case: ("body",),
}


_OPEN = frozenset({*_FUNCTION, ast.ClassDef, *_BLOCKS})
# What names something in a function, where local variables have no name for others, and what does elsewhere: most statements are passed over.
_INSIDE = frozenset({*_OPEN, ast.Import, ast.ImportFrom})
_NAMING = frozenset({*_INSIDE, ast.Assign, ast.AnnAssign, *(kind for kind in ast.stmt.__subclasses__() if kind.__name__ == "TypeAlias")})


class _Scope(NamedTuple):
    prefix: str
    kind: UnitKind | None
    enum: bool = False
    self_name: str = ""
    owner: str = ""


# A statement, the scope it stands in, and the first row that a comment above it may have.
_Visit: TypeAlias = tuple[ast.AST, _Scope, int]


def parse_python(text: str) -> ast.Module | None:
    """The tree, or ``None`` for whatever reason Python does not make one. Warnings are nobody's business here.

    The last few trees are kept, since one text is asked for several things in a row: nobody may change what comes back.
    """
    return _kept(text) if len(text) <= _SMALL else parse_once(text)


# A tree takes some eighty times the room of its text.
_SMALL = 400_000


@lru_cache(maxsize=6)
def _kept(text: str) -> ast.Module | None:
    return parse_once(text)


def parse_once(text: str) -> ast.Module | None:
    """As ``parse_python``, for a text that nobody will ask about again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(stand_in(text).removeprefix("\ufeff"))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


# Fields that hold names, numbers, contexts and operators, whatever the node.
_PLAIN = frozenset(
    ("id", "attr", "arg", "asname", "module", "level", "ctx", "op", "ops", "kind", "type_comment", "conversion", "simple", "is_async")
)


# Kind of node → its fields in which nodes may stand.
_INNER: dict[type[ast.AST], tuple[str, ...]] = {}


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """As ``ast.walk``, in an order of its own, without contexts and operators; in a third of the time."""
    pending: list[ast.AST | str | None] = [tree]
    while pending:
        node = pending.pop()
        if not isinstance(node, ast.AST):
            continue
        yield node
        inner = _INNER.get(type(node))
        if inner is None:
            inner = _INNER[type(node)] = tuple(name for name in node._fields if name not in _PLAIN)
        for name in inner:
            value = getattr(node, name, None)
            if type(value) is list:
                # Nothing, or names, may stand among the nodes.
                pending += value
            elif isinstance(value, ast.AST):
                pending.append(value)


def python_units(text: str, *, attributes: bool = False) -> tuple[Unit, ...] | None:
    """All units in order of appearance, or ``None`` if the text does not parse. With ``attributes``, ``self.x = …`` in a method is a FIELD too."""
    tree = parse_python(text)
    return None if tree is None else _Reader(text, attributes).read(tree)


class _Reader:
    """The lines of one text, and the units found so far."""

    def __init__(self, text: str, attributes: bool) -> None:
        self.lines = text.removeprefix("\ufeff").split("\n")
        self.attributes = attributes
        self.units: list[Unit] = []
        self.seen: set[str] = set()
        # Python also ends a line at a lone carriage return; git does not. Row of Python → row of git, where they differ.
        self.rows = _rows(text) if text.count("\r") != text.count("\r\n") else None

    def row(self, line: int) -> int:
        return line - 1 if self.rows is None else self.rows[line - 1]

    def read(self, tree: ast.Module) -> tuple[Unit, ...]:
        stack: list[_Visit] = []
        _push(stack, tree.body, _Scope("", None), 0, self)
        while stack:
            node, scope, floor = stack.pop()
            kind = type(node)
            if isinstance(node, (*_FUNCTION, ast.ClassDef)):
                inner = self.define(node, scope, floor)
                _push(stack, node.body, inner, self.row(node.lineno) + 1, self)
            elif kind in _BLOCKS:
                start = getattr(node, "lineno", 0)
                at = self.row(start) + 1 if start else floor
                for name in reversed(_BLOCKS[kind]):
                    _push(stack, getattr(node, name), scope, at, self)
            elif isinstance(node, ast.stmt):
                self.bind(node, scope, floor)
        return tuple(self.units)

    def define(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, scope: _Scope, floor: int) -> _Scope:
        qualified = scope.prefix + node.name
        header = self.row(node.lineno)
        first = self.row(node.decorator_list[0].lineno) if node.decorator_list else header
        lines = Span(self.above(first, floor), self.behind(self.row(node.end_lineno or node.lineno) + 1, node.col_offset))
        head = node.body[0]
        marks = getattr(head, "decorator_list", None)
        start = self.row(marks[0].lineno if marks else head.lineno)
        body = Span(lines.stop, lines.stop)
        # "-> None: ..." leaves nothing behind the header, though the header began lines above.
        if start > header and (marks or _indent(self.lines[start]) == head.col_offset):
            while start - 1 > header and self.is_remark(start - 1):
                start -= 1
            body = Span(start, lines.stop)
        if isinstance(node, ast.ClassDef):
            self.units.append(Unit(UnitKind.CLASS, node.name, qualified, lines, body))
            return _Scope(qualified + ".", UnitKind.CLASS, enum=any(_is_enum(base) for base in node.bases))
        method = scope.kind is UnitKind.CLASS
        kind = UnitKind.METHOD if method else UnitKind.FUNCTION
        self.units.append(Unit(kind, node.name, qualified, lines, body))
        arguments = [*node.args.posonlyargs, *node.args.args] if method and self.attributes else []
        return _Scope(qualified + ".", kind, self_name=arguments[0].arg if arguments else "", owner=scope.prefix)

    def bind(self, node: ast.stmt, scope: _Scope, floor: int) -> None:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            dotted = isinstance(node, ast.Import)
            names = [alias.asname or (alias.name.partition(".")[0] if dotted else alias.name) for alias in node.names]
            self.add(node, UnitKind.IMPORT, names, scope.prefix, floor)
            return
        targets = _targets(node)
        if not targets:
            return
        if scope.kind in _FUNCTIONS:
            if scope.self_name:
                names = [name for one in _leaves(targets) if (name := _attribute(one, scope.self_name))]
                fresh = [name for name in dict.fromkeys(names) if scope.owner + name not in self.seen]
                self.seen.update(scope.owner + name for name in fresh)
                self.add(node, UnitKind.FIELD, fresh, scope.owner, floor)
            return
        names = [one.id for one in _leaves(targets) if isinstance(one, ast.Name)]
        kind = UnitKind.CONSTANT if scope.kind is None else UnitKind.FIELD
        if type(node).__name__ == "TypeAlias":
            kind = UnitKind.CLASS
        elif scope.enum and isinstance(node, ast.Assign):
            self.add(node, UnitKind.ENUM_VALUE, [name for name in names if name[0] != "_"], scope.prefix, floor)
            names = [name for name in names if name[0] == "_"]
        self.add(node, kind, names, scope.prefix, floor)

    def add(self, node: ast.stmt, kind: UnitKind, names: list[str], prefix: str, floor: int) -> None:
        if names:
            stop = self.row(node.end_lineno or node.lineno) + 1
            lines, body = Span(self.above(self.row(node.lineno), floor), stop), Span(stop, stop)
            self.units.extend(Unit(kind, name, original(prefix + name), lines, body) for name in names)

    def above(self, row: int, floor: int) -> int:
        """The first row of the comment block that stands directly above a row, indented like it."""
        indent = _indent(self.lines[row])
        while row > floor:
            line = self.lines[row - 1]
            if line.lstrip()[:1] != "#" or line.startswith(_NO_COMMENT) or _indent(line) != indent:
                break
            row -= 1
        return row

    def behind(self, stop: int, column: int) -> int:
        """Where a block really ends: comments below its last statement belong to it if they are indented deeper than its header."""
        row = stop
        while row < len(self.lines) and self.is_remark(row):
            line = self.lines[row]
            if line.strip():
                if _indent(line) <= column:
                    break
                stop = row + 1
            row += 1
        return stop

    def is_remark(self, row: int) -> bool:
        return self.lines[row].lstrip()[:1] in {"", "#"}


def _push(stack: list[_Visit], body: list[ast.AST] | list[ast.stmt], scope: _Scope, floor: int, reader: _Reader) -> None:
    wanted = _INSIDE if scope.kind in _FUNCTIONS and not scope.self_name else _NAMING
    visits: list[_Visit] = []
    before: ast.AST | None = None
    for node in body:
        if type(node) in wanted:
            end = getattr(before, "end_lineno", None)
            visits.append((node, scope, reader.row(end) + 1 if end else floor))
        before = node
    visits.reverse()
    stack.extend(visits)


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, ast.AnnAssign):
        return [node.target]
    return [node.name] if type(node).__name__ == "TypeAlias" else []  # type: ignore[attr-defined]  # ast.TypeAlias came with 3.12


def _leaves(targets: list[ast.expr]) -> list[ast.Name | ast.Attribute]:
    found: list[ast.Name | ast.Attribute] = []
    for target in targets:
        if isinstance(target, (ast.Name, ast.Attribute)):
            found.append(target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            found.extend(_leaves(target.elts))
        elif isinstance(target, ast.Starred):
            found.extend(_leaves([target.value]))
    return found


def _attribute(node: ast.Name | ast.Attribute, self_name: str) -> str:
    """``x`` of ``self.x``; empty for anything else."""
    owned = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == self_name
    return node.attr if owned and isinstance(node, ast.Attribute) else ""


def _is_enum(base: ast.expr) -> bool:
    name = base.attr if isinstance(base, ast.Attribute) else base.id if isinstance(base, ast.Name) else ""
    return name.endswith(("Enum", "Flag"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _rows(text: str) -> list[int]:
    rows, row = [0], 0
    for end in _LINE.findall(text):
        row += end != "\r"
        rows.append(row)
    return rows
