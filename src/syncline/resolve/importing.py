"""Import statements of both sides put together: in the target's order and style, with the blank lines that either side had."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from syncline.core.merge import Merge
from syncline.resolve.imports import Brought, Statement
from syncline.resolve.view import Region

# A statement with other names, no line longer than a width.
Rewritten: TypeAlias = Callable[[Statement, Sequence[Brought], int], Statement]


def put_together(
    region: Region, found: Merge[tuple[Statement, ...]], wanted: set[Brought], rewritten: Rewritten, width: int
) -> tuple[str, ...] | None:
    """The wanted names: in the target's statements, then in the source's where the target has no statement for them. ``None`` where some
    have no statement on either side.
    """
    out: list[Statement] = []
    left = set(wanted)
    for one in found.target:
        more = [n for n in _fresh(found, one, left) if n not in one.names] if not _later(found.target, one) else []
        names = _placed([n for n in one.names if n in left], more, [one, *(o for o in found.source if o.module == one.module)])
        left.difference_update(names)
        if names:
            out.append(one if tuple(names) == one.names else rewritten(one, names, width))
    for one in (*found.source, *found.base):
        names = [n for n in one.names if n in left]
        left.difference_update(names)
        if names:
            kept = one if tuple(names) == one.names else rewritten(one, names, width)
            _insert(out, kept, found.source if one in found.source else found.base, one)
    return _spaced(region, out) if not left else None


def _fresh(found: Merge[tuple[Statement, ...]], one: Statement, left: set[Brought]) -> list[Brought]:
    """Names of the same module that the target has no statement for, unless they come from a statement of the source with notes of its own."""
    if not one.module:
        return []
    mine = {name for other in found.target for name in other.names}
    return [
        n
        for other in (*found.source, *found.base)
        if other.module == one.module and not other.lead
        for n in other.names
        if n in left and n not in mine
    ]


def _later(all_: Sequence[Statement], one: Statement) -> bool:
    return any(other.module == one.module for other in all_[all_.index(one) + 1 :]) if one.module else False


def _placed(names: list[Brought], more: list[Brought], written: Sequence[Statement]) -> list[Brought]:
    """New names at their place where both sides sorted theirs, in one of the usual ways; at the end otherwise."""
    more = list(dict.fromkeys(more))
    if not more:
        return names
    for key in (lambda n: n.name, lambda n: n.name.lower(), lambda n: (not n.name.isupper(), not n.name[:1].isupper(), n.name)):
        if all(list(one.names) == sorted(one.names, key=key) for one in written):
            return sorted([*names, *more], key=key)
    return [*names, *more]


def _insert(out: list[Statement], new: Statement, source: Sequence[Statement], origin: Statement) -> None:
    """Behind the statement it follows on its own side; else in order of modules; else at the end."""
    if origin.module == "__future__":
        out.insert(0, new)
        return
    keys = [_key(one) for one in out]
    if keys == sorted(keys):
        at = sum(key <= _key(new) for key in keys)
        out.insert(at, new)
        return
    before = list(source[: source.index(origin)])
    for one in reversed(before):
        for at, there in enumerate(out):
            if there.module == one.module and (there.module or set(there.names) & set(one.names)):
                out.insert(at + 1, new)
                return
    if source and source[0] is origin and len(source) > 1:
        out.insert(0, new)
    else:
        out.append(new)


def _key(one: Statement) -> tuple[bool, str]:
    return bool(one.module), (one.module or one.names[0].name).lower()


def _spaced(region: Region, out: Sequence[Statement]) -> tuple[str, ...]:
    """Lines with the blank lines the sides had before the same statement."""
    gaps: dict[str, int] = {}
    for lines in (region.lines.source, region.lines.target):
        run = 0
        for line in lines:
            if line.strip():
                if run:
                    gaps[line] = run
                run = 0
            else:
                run += 1
    rows: list[str] = []
    for one in out:
        text = (*one.lead, *one.lines)
        if rows or not region.lines.target or not region.lines.target[0].strip():
            rows.extend(["\n"] * gaps.get(text[0], 0))
        rows.extend(text)
    tail = 0
    for line in reversed(region.lines.target):
        if line.strip():
            break
        tail += 1
    return (*rows, *["\n"] * (tail if rows else 0))
