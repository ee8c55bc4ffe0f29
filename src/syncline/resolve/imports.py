"""Import statements of Python as data: what they bring in, and written back in the file's own style."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from syncline.syntax.python_units import nodes, parse_python

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
    tree = parse_python(text)
    for node in nodes(tree) if tree is not None else ():
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


# Several regions of one file are looked at in one finished text.
@lru_cache(maxsize=8)
def reads(text: str) -> Counter[str] | None:
    """How often each name is read as a name, or told in ``__all__``; an attribute or a keyword argument of that spelling is none.

    ``None`` where the text does not parse.
    """
    tree = parse_python(text)
    if tree is None:
        return None
    found: Counter[str] = Counter()
    for node in nodes(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            found[node.id] += 1
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value is not None and _is_all(node):
            found.update(one.value for one in ast.walk(node.value) if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return found


def _is_all(node: ast.Assign | ast.AugAssign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)


def renames(base: Iterable[Brought], side: Iterable[Brought], lines: Iterable[str]) -> dict[str, str]:
    """Modules that a side knows by another name than the base: all their names come from one other module there, and nothing else in ``lines``
    is brought from the old one.
    """
    old, new = set(base), set(side)
    heirs: dict[str, set[str]] = {}
    for name in old - new:
        if name.module:
            heirs.setdefault(name.module, set()).update(
                o.module for o in new - old if (o.name, o.alias) == (name.name, name.alias) and o.module
            )
    kept = {name.module for name in new} | {words[1] for line in lines if len(words := line.split(None, 2)) > 2 and words[0] == "from"}
    return {module: next(iter(found)) for module, found in heirs.items() if len(found) == 1 and module not in kept}


def renamed(all_: Iterable[Statement], modules: dict[str, str], width: int) -> tuple[Statement, ...]:
    """The statements with other names for their modules."""

    def one(statement: Statement) -> Statement:
        if not statement.module or statement.module not in modules:
            return statement
        names = tuple(replace(name, module=modules[name.module]) for name in statement.names)
        return rewritten(replace(statement, names=names), names, width)

    return tuple(map(one, all_))


def same_thing(name: Brought) -> tuple[str, str, str]:
    """Equal for two spellings of one import: ``from a import b`` and ``import a.b as b``."""
    if not name.module and name.alias and "." in name.name:
        module, _, last = name.name.rpartition(".")
        return module, last, name.alias
    return name.module, name.name, name.binds


@lru_cache(maxsize=4)
def outermost(text: str) -> Counter[tuple[str, str, str]]:
    """What the import statements at the outermost level of a text bring in, as ``same_thing`` spells it; nothing where it does not parse."""
    found: Counter[tuple[str, str, str]] = Counter()
    tree = parse_python(text)
    for node in tree.body if tree is not None else ():
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = "." * node.level + (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            found.update(same_thing(Brought(module, alias.name, alias.asname or "")) for alias in node.names)
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
    if (
        len(statement.lines) > 1
        and first.rstrip().endswith("(")
        and any(", " in line.partition("#")[0].strip() for line in statement.lines[1:])
    ):
        return replace(statement, names=tuple(names), lines=_hung(statement, spelled, head, notes, end, width))
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
    closing = statement.lines[-1] if len(statement.lines) > 1 and statement.lines[-1].strip() == ")" else f"{indent}){end}"
    return (*rows, closing if closing.endswith("\n") else closing + end)


def _hung(statement: Statement, spelled: Sequence[str], head: str, notes: str, end: str, width: int) -> tuple[str, ...]:
    """As many names a line as fit, from the second line on, closed as it was."""
    second = statement.lines[1]
    pad = second[: len(second) - len(second.lstrip())]
    last = statement.lines[-1].partition("#")[0].rstrip()
    rows = [pad + spelled[0]]
    for name in spelled[1:]:
        if len(rows[-1]) + 2 + len(name) + 1 > width:
            rows[-1] += ","
            rows.append(pad + name)
        else:
            rows[-1] += ", " + name
    if last.strip() == ")":
        rows[-1] += "," if any(line.partition("#")[0].rstrip().endswith(",") for line in statement.lines[-2:-1]) else ""
        rows.append(last)
    else:
        rows[-1] += ")"
    return (f"{head}({notes}{end}", *(row + end for row in rows))


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
