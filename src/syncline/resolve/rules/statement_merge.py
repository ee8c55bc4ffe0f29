"""Both sides add statements at one place of a block, and neither needs the other's.

Sees: Python; a region that is whole statements of one block in all three texts, with none changed by both sides, where the lines of the two sides touch.
Answers: the statements of both, in the order of the base; what both insert at one place, the target's first.
Why right: no statement of one side reads or sets a name, an attribute or an item that a statement of the other side sets, and none of them leaves
the block; so that either order means the same for them.
Declines when: both sides changed one statement, or add one and the same, or two of one form, which may be one thing said twice; one sets what the other
reads or sets; one of them returns, raises, breaks or continues; they add definitions, imports, or to different blocks; a comment stands alone behind
the last statement; the file does not parse.
Safety: unsafe. Nothing is lost, but of the answers that only set names, more differed from what people committed than agreed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent

from syncline.core.merge import Merge, Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region
from syncline.resolve.weave import line_changes, weave
from syncline.syntax.heads import heads_near
from syncline.syntax.python_units import parse_python

STATUS = Status.PREVIEW
SAFETY = Safety.UNSAFE

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Global, ast.Nonlocal)
_DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A statement with what stands above it since the one before: its lines, its tree, and how far the run was moved to the left to read it."""

    lines: tuple[str, ...]
    node: ast.stmt
    shift: int


def run(region: Region) -> Resolution | Declined:
    """Merge the statements of a region."""
    if region.language != "python":
        return Declined("not Python")
    texts, starts = region.view.texts, region.starts
    base = _pieces(region.lines.base, texts.base, starts.base)
    source = _pieces(region.lines.source, texts.source, starts.source)
    target = _pieces(region.lines.target, texts.target, starts.target)
    if base is None or source is None or target is None:
        return Declined("not whole statements of one block")
    known: dict[str, _Piece] = {}
    keys = Merge(*(tuple(_keyed(own, known)) for own in (base, source, target)))
    changes = Merge((), line_changes(keys.base, keys.source), line_changes(keys.base, keys.target))
    ours = {side: [known[key] for change in changes.side(side) for key in change.new] for side in Side}
    gone = {side: [known[key] for change in changes.side(side) for key in keys.base[change.start : change.stop]] for side in Side}
    if not ours[Side.SOURCE] or not ours[Side.TARGET]:
        return Declined("one side adds no statement")
    if problem := _dependent(ours, gone):
        return Declined(problem)
    answer = weave(keys.base, changes, join=lambda one, other: (*other, *one))
    if answer is None:
        return Declined("both sides changed one statement")
    if len(set(answer)) != len(answer):
        return Declined("both sides add one and the same statement")
    if not region.view.sound:
        return Declined("the file does not parse")
    lines = tuple(line if line.endswith("\n") else line + "\n" for key in answer for line in known[key].lines)
    return Resolution(lines, Safety.UNSAFE, "the sides add statements that do not touch what the other's do")


def _pieces(lines: tuple[str, ...], file: str, start: int) -> list[_Piece] | None:
    """The statements of a run of lines of a file; ``None`` where it is not whole statements of one block."""
    if not lines:
        return []
    text = dedent("".join(lines))
    shift = next((len(line) - len(line.lstrip()) for line in lines if line.strip()), 0) - next(
        (len(line) - len(line.lstrip()) for line in text.split("\n") if line.strip()), 0
    )
    rows = text.count("\n") + (not text.endswith("\n") and bool(text))
    tree = parse_python(text) if rows == len(lines) else None
    if tree is None:
        return None
    found, at, begun = [], 0, {head.first for head in heads_near(file, start, start + len(lines))}
    for node in tree.body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))]) - 1
        stop = node.end_lineno or node.lineno
        # What reads like a statement may be an argument in the file.
        if first < at or start + first not in begun:
            return None
        found.append(_Piece(lines[at:stop], node, shift))
        at = stop
    return found if not any(line.strip() for line in lines[at:]) else None


def _keyed(own: Sequence[_Piece], known: dict[str, _Piece]) -> Iterator[str]:
    for piece in own:
        key = ast.dump(piece.node)
        known.setdefault(key, piece)
        yield key


def _dependent(ours: dict[Side, list[_Piece]], gone: dict[Side, list[_Piece]]) -> str:
    """Says what one side's statements have to do with the other's; empty where it is nothing."""
    for side in Side:
        if any(isinstance(node, _LEAVING) for piece in ours[side] for node in ast.walk(piece.node)):
            return f"the {side.value} adds a statement that may leave the block"
        if any(isinstance(piece.node, ast.Expr) and isinstance(piece.node.value, ast.Constant) for piece in ours[side]):
            return f"the {side.value} adds a text that speaks of the statement above it"
        if any(isinstance(piece.node, _DEFINING) for piece in ours[side]):
            return f"the {side.value} adds a definition or an import"
    if len({piece.node.col_offset + piece.shift for side in Side for piece in ours[side]}) > 1:
        return "the sides add them to different blocks"
    if any(_alike(one.node, other.node) for one in ours[Side.SOURCE] for other in ours[Side.TARGET]):
        return "both sides add a statement of one form: it may be one thing, said twice"
    sets = {side: _names([*ours[side], *gone[side]], stored=True) for side in Side}
    reads = {side: _names(ours[side], stored=False) for side in Side}
    for side in Side:
        both = sets[side] & (sets[side.other] | reads[side.other])
        if both:
            return f"the {side.value} sets {min(both)}, which the {side.other.value} reads or sets too"
    return ""


def _alike(one: ast.stmt, other: ast.stmt) -> bool:
    """True where two statements say the same of different things; a call that registers something under another name does not."""
    if isinstance(one, (ast.Assign, ast.AnnAssign)):
        return False
    if isinstance(one, ast.Expr) and isinstance(other, ast.Expr) and isinstance(one.value, ast.Call) and isinstance(other.value, ast.Call):
        if ast.dump(one.value.func) != ast.dump(other.value.func):
            return False
        first = [call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None for call in (one.value, other.value)]
        return None in first or first[0] == first[1]
    return _shape(one) == _shape(other)


def _shape(node: ast.stmt) -> str:
    """A statement without its literals."""
    return re.sub(r"Constant\(value=(?:'[^']*'|\"[^\"]*\"|[^()]*)\)", "Constant", ast.dump(node))


def _names(pieces: Sequence[_Piece], *, stored: bool) -> set[str]:
    """Names that are set, or read; an attribute by its own name, whatever it is of; what a method may change counts as set."""
    found = set()
    for piece in pieces:
        for node in ast.walk(piece.node):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) is not stored:
                found.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) is not stored:
                found.add(node.attr)
            elif isinstance(node, ast.Subscript) and stored and not isinstance(node.ctx, ast.Load):
                found |= {
                    n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(node.value) if isinstance(n, (ast.Name, ast.Attribute))
                }
    return found
