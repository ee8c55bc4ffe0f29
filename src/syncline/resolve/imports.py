"""Import statements of Python as data: what they bring in, and written back in the file's own style."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

_START = re.compile(r"\s*(?:import|from)\s")


@dataclass(frozen=True, slots=True)
class Brought:
    """One name brought in: ``from module import name as alias``; ``module`` is empty for plain ``import name``."""

    module: str
    name: str
    alias: str

    @property
    def binds(self) -> str:
        """The name that code uses."""
        return self.alias or (self.name if self.module else self.name.partition(".")[0])


@dataclass(frozen=True, slots=True)
class Statement:
    """One import statement with the comment lines above it. ``notes`` are the comments inside of it."""

    names: tuple[Brought, ...]
    lines: tuple[str, ...]
    lead: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def module(self) -> str:
        """What it brings from; empty for plain imports."""
        return self.names[0].module


def statements(lines: Sequence[str]) -> tuple[Statement, ...] | None:
    """Cut lines into import statements; ``None`` where anything else stands among them. Blank lines are dropped."""
    indent = next((line[: len(line) - len(line.lstrip())] for line in lines if line.strip()), "")
    text = "".join(line.removeprefix(indent) if line.strip() else "\n" for line in lines)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found: list[Statement] = []
    row = 0
    for node in tree.body:
        if not isinstance(node, ast.Import | ast.ImportFrom) or node.end_lineno is None or node.lineno - 1 < row:
            return None
        lead = tuple(line for line in lines[row : node.lineno - 1] if line.strip())
        own = tuple(lines[node.lineno - 1 : node.end_lineno])
        row = node.end_lineno
        module = "." * node.level + (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        names = tuple(Brought(module, alias.name, alias.asname or "") for alias in node.names)
        found.append(Statement(names, own, lead, tuple(_notes(own))))
    if any(line.strip() for line in lines[row:]):
        return None
    return tuple(found)


def _notes(lines: Iterable[str]) -> list[str]:
    return [line[line.index("#") :].strip() for line in lines if "#" in line]


def bindings(text: str) -> Counter[str]:
    """How often each name is bound in a text: imports, definitions, assignments, arguments; nothing where it does not parse."""
    found: Counter[str] = Counter()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            dotted = isinstance(node, ast.Import)
            found.update(alias.asname or (alias.name.partition(".")[0] if dotted else alias.name) for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found[node.name] += 1
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found[node.id] += 1
        elif isinstance(node, ast.arg):
            found[node.arg] += 1
    return found


def begins_import(line: str) -> bool:
    """True for the first line of an import statement."""
    return _START.match(line) is not None


def rewritten(statement: Statement, names: Sequence[Brought], width: int) -> Statement:
    """The statement with other names, on one line where it fits, else one name a line where it was so, else as many as fit."""
    first = statement.lines[0]
    indent = first[: len(first) - len(first.lstrip())]
    end = "\r\n" if first.endswith("\r\n") else "\n"
    spelled = [name.name + (f" as {name.alias}" if name.alias else "") for name in names]
    if not statement.module:
        lines: tuple[str, ...] = tuple(f"{indent}import {one}{end}" for one in spelled)
        return replace(statement, names=tuple(names), lines=lines)
    notes = "".join("  " + note for note in dict.fromkeys(statement.notes))
    head = f"{indent}from {statement.module} import "
    flat = head + ", ".join(spelled)
    if len(statement.lines) == 1 and len(flat) + len(notes) <= width:
        return replace(statement, names=tuple(names), lines=(flat + notes + end,))
    if (len(statement.lines) > 1 and "\\" not in first and first.rstrip().endswith("(")) or len(statement.lines) == 1:
        return replace(statement, names=tuple(names), lines=_stacked(statement, names, head, indent, end))
    return replace(statement, names=tuple(names), lines=_filled(head, spelled, notes, indent, end, width))


def _stacked(statement: Statement, names: Sequence[Brought], head: str, indent: str, end: str) -> tuple[str, ...]:
    """One name a line; a name keeps the line it had, with its comment."""
    kept: dict[str, str] = {}
    inner = indent + "    "
    for line in statement.lines[1:]:
        word = re.match(r"\s*([\w.*]+(?:\s+as\s+\w+)?)\s*,?\s*(#.*)?$", line)
        if word:
            kept[" ".join(word[1].split())] = word[2] or ""
            inner = line[: len(line) - len(line.lstrip())]
    note = statement.lines[0].partition("#")[2].strip()
    rows = [f"{head}({'  # ' + note if note else ''}{end}"]
    for name in names:
        spelled = name.name + (f" as {name.alias}" if name.alias else "")
        remark = kept.get(spelled, "")
        rows.append(f"{inner}{spelled},{'  ' + remark if remark else ''}{end}")
    return (*rows, f"{indent}){end}")


def _filled(head: str, spelled: Sequence[str], notes: str, indent: str, end: str, width: int) -> tuple[str, ...]:
    rows: list[str] = []
    row, pad = f"{head}(", " " * (len(head) + 1)
    if len(pad) + max(map(len, spelled)) > width:
        pad = indent + "    "
    for at, name in enumerate(spelled):
        piece = name + ("," if at + 1 < len(spelled) else ")")
        if row.strip() and row[-1] != "(" and len(row) + 1 + len(piece) > width:
            rows.append(row + end)
            row = pad + piece
        else:
            row += (" " if row[-1] == "," else "") + piece
    return (*rows, row + notes + end)
