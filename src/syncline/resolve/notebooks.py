"""Jupyter notebooks as values: cells with names, merged three ways. What a run leaves in them (outputs, counters) is no work of anybody's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from syncline.account.matching import blocks
from syncline.account.threeway import StretchKind, stretches
from syncline.core.merge import ABSENT, Absent, Merge
from syncline.core.text import split_lines
from syncline.resolve.weave import line_changes, weave

Cell = dict[str, Any]
# What running a notebook, or opening it elsewhere, writes anew.
_VOLATILE = frozenset(
    {"execution_count", "outputs", "execution", "ExecuteTime", "collapsed", "scrolled", "language_info", "kernelspec", "signature"}
)


class NoNotebookError(Exception):
    """The notebooks cannot be merged; the message says why. Never leaves the rule."""


@dataclass(slots=True)
class Losses:
    """What was given up on the way, in words."""

    said: list[str]


def parsed(text: str) -> Cell:
    """A notebook of format 4. Raises ``NoNotebookError`` for anything else, and for a cell name that stands there twice."""
    try:
        book = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise NoNotebookError("not valid JSON, or a key stands there twice") from error
    if not isinstance(book, dict) or book.get("nbformat") != 4 or not isinstance(book.get("cells"), list):
        raise NoNotebookError("not a notebook of format 4")
    if not all(isinstance(cell, dict) and isinstance(cell.get("source"), (str, list)) for cell in book["cells"]):
        raise NoNotebookError("a cell has no source")
    ids = [cell["id"] for cell in book["cells"] if "id" in cell]
    if len(set(ids)) != len(ids):
        raise NoNotebookError("two cells have one id")
    return book


def _object(pairs: list[tuple[str, Any]]) -> Cell:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


def written(book: Cell, like: str) -> str:
    """A notebook in the layout of another text: its indentation, its escapes, its last line end."""
    rows = like.split("\n", 2)
    indent = len(rows[1]) - len(rows[1].lstrip(" ")) if len(rows) > 1 else None
    plain = json.dumps(book, indent=indent or None, ensure_ascii="\\u" in like and like.isascii())
    return plain + ("\n" if like.endswith("\n") else "")


def merged(books: Merge[Cell]) -> tuple[Cell, list[str]]:
    """One notebook of three, and what was given up in it. Raises ``NoNotebookError`` where both sides changed one thing."""
    losses = Losses([])
    rest = books.map(lambda book: {key: value for key, value in book.items() if key != "cells"})
    head = _table(rest, "the notebook", losses)
    cells = _cells(books.map(lambda book: book["cells"]), losses)
    # In the order that the target has.
    out = {key: cells if key == "cells" else head[key] for key in books.target if key == "cells" or key in head}
    return {**out, **{key: value for key, value in head.items() if key not in out}}, losses.said


def _table(tables: Merge[Cell], where: str, losses: Losses) -> Cell:
    out: Cell = {}
    for key in dict.fromkeys((*tables.target, *tables.source)):
        values: Merge[Any] = tables.map(lambda table, key=key: table.get(key, ABSENT))  # type: ignore[misc]
        value = _value(values, key, where, losses)
        if not isinstance(value, Absent):
            out[key] = value
    return out


def _value(values: Merge[Any], key: str, where: str, losses: Losses) -> Any:  # noqa: ANN401 - whatever JSON holds
    # As JSON has them: true is not 1 there.
    spelled = values.map(lambda one: ABSENT if isinstance(one, Absent) else json.dumps(one, sort_keys=True))
    forced = spelled.trivial()
    if forced is not None:
        return values.target if spelled.target == forced.value else values.source
    if key in _VOLATILE:
        losses.said.append(f"the source's {key} of {where}")
        return values.target
    if isinstance(values.source, dict) and isinstance(values.target, dict):
        base = values.base if isinstance(values.base, dict) else {}
        return _table(Merge(base, values.source, values.target), where, losses)
    raise NoNotebookError(f"both sides changed {key} of {where}")


def _cells(lists: Merge[list[Cell]], losses: Losses) -> list[Cell]:
    """The cells of both sides, in the order of the base."""
    names = _named(lists)
    by_name = Merge(
        *(
            dict(zip(own, cells, strict=True))
            for own, cells in ((names.base, lists.base), (names.source, lists.source), (names.target, lists.target))
        )
    )
    changes = Merge((), line_changes(names.base, names.source), line_changes(names.base, names.target))
    order = weave(names.base, changes, join=lambda one, other: (*other, *one))
    if order is None or len(set(order)) != len(order):
        raise NoNotebookError("both sides moved or removed the same cells")
    out: list[Cell] = []
    for name in order:
        base, source, target = by_name.base.get(name), by_name.source.get(name), by_name.target.get(name)
        out.append(_cell(Merge(base, source, target), f"cell {len(out) + 1}", losses))
    for name, cell in by_name.base.items():
        # A cell that one side removed may be gone only if the other left it alone.
        for here, other in ((by_name.source, by_name.target), (by_name.target, by_name.source)):
            if name not in here and name in other and _text(other[name]) != _text(cell):
                raise NoNotebookError("one side removed a cell that the other changed")
    return out


def _cell(cells: Merge[Cell | None], where: str, losses: Losses) -> Cell:
    if cells.source is None or cells.target is None:
        cell = cells.target or cells.source
        if cell is None:
            raise NoNotebookError("both sides removed a cell that is still there")
        return cell
    base: Cell = cells.base if cells.base is not None else {}
    known = Merge(base, cells.source, cells.target)
    texts = known.map(lambda cell: _text(cell) if cell else ())
    code = _lines(texts, where)
    out = _table(
        known.map(lambda cell: {k: v for k, v in cell.items() if k not in ("source", "outputs", "execution_count")}), where, losses
    )
    run = _run(known, texts, code, where, losses)
    form = cells.target["source"]
    source = list(code) if isinstance(form, list) else "".join(code)
    return {
        key: {**out, **run, "source": source}[key]
        for key in dict.fromkeys((*cells.target, *out, *run))
        if key in out or key in run or key == "source"
    }


def _run(cells: Merge[Cell], texts: Merge[tuple[str, ...]], code: tuple[str, ...], where: str, losses: Losses) -> Cell:
    """Outputs and counter of the code that stands there: of the side that has run it; none where nobody has."""
    if "outputs" not in cells.target:
        return {}
    if code == texts.source == texts.target:
        part: Merge[Cell] = cells.map(lambda cell: {k: v for k, v in cell.items() if k in ("execution_count", "outputs")})
        return _table(part, where, losses)
    for side, other, own in ((cells.target, cells.source, texts.target), (cells.source, cells.target, texts.source)):
        if code == own:
            if other.get("outputs") not in (cells.base.get("outputs", []), side.get("outputs")):
                losses.said.append(f"the outputs of {where} that older code gave")
            return {k: side.get(k) for k in ("execution_count", "outputs")}
    if cells.source.get("outputs") or cells.target["outputs"]:
        losses.said.append(f"the outputs of {where}, whose code nobody has run")
    return {"execution_count": None, "outputs": []}


def _lines(texts: Merge[tuple[str, ...]], where: str) -> tuple[str, ...]:
    forced = texts.trivial()
    if forced is not None:
        return forced.value
    out: list[str] = []
    for stretch in stretches(texts):
        spans = stretch.spans
        if stretch.kind is StretchKind.CONFLICT:
            raise NoNotebookError(f"both sides changed the same lines of {where}")
        term, span = (texts.source, spans.source) if stretch.kind is StretchKind.SOURCE else (texts.target, spans.target)
        out.extend(term[span.start : span.stop])
    return tuple(out)


def _text(cell: Cell) -> tuple[str, ...]:
    source = cell["source"]
    return split_lines(source if isinstance(source, str) else "".join(map(str, source)))


def _named(lists: Merge[list[Cell]]) -> Merge[tuple[str, ...]]:
    """A name for each cell: its id, or where there are none, the place of the base's cell that it goes back to."""
    if all("id" in cell for own in (lists.base, lists.source, lists.target) for cell in own):
        return lists.map(lambda own: tuple(str(cell["id"]) for cell in own))
    base = [_spelled(cell) for cell in lists.base]
    names = [f"base {n}" for n in range(len(base))]
    return Merge(tuple(names), _counted(base, lists.source), _counted(base, lists.target))


def _spelled(cell: Cell) -> str:
    return f"{cell.get('cell_type')} {''.join(_text(cell))}"


def _counted(base: Sequence[str], cells: Sequence[Cell]) -> tuple[str, ...]:
    """Cells that stand in both as they are, and between them as many as in the base, are the base's; others are new."""
    own = [_spelled(cell) for cell in cells]
    names: list[str] = []
    at_base = at_own = 0
    for a, b, n in [*blocks(base, own), (len(base), len(own), 0)]:
        alike = a - at_base == b - at_own
        names += [f"base {at_base + k}" if alike else f"new {own[at_own + k]}" for k in range(b - at_own)]
        names += [f"base {a + k}" for k in range(n)]
        at_base, at_own = a + n, b + n
    return tuple(names)
