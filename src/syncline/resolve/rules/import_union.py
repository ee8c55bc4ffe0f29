"""Both sides changed import statements.

Sees: a region of whole Python import statements, on all terms.
Answers: three-way, name by name: what either side brought in comes in, what either side threw out goes; in the target's order and style, names
sorted where they were sorted.
Why right: imports are a set of names; their lines only collide because they stand together.
Declines when: anything but plain import statements stands in the region (guards, assignments); the sides bind one name to different things;
star imports differ.
Safety: unsafe: people drop a name here and there that the other side no longer needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.merge import Merge
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.imports import Brought, Statement, begins_import, bindings, rewritten, statements
from syncline.resolve.view import Region
from syncline.syntax import identifiers

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE

# Lines as long as a file's own longest import may be written; this is the least.
_WIDTH = 79


def run(region: Region) -> Resolution | Declined:
    """Merge the sets of names."""
    if region.language != "python":
        return Declined("not Python")
    cut = region.lines.map(statements)
    if cut.base is None or cut.source is None or cut.target is None:
        return Declined("not import statements alone")
    found = Merge(cut.base, cut.source, cut.target)
    brought = found.map(lambda all_: {name for one in all_ for name in one.names})
    added = brought.source - brought.base - brought.target
    removed = brought.base - brought.source
    wanted = (brought.target - removed) | added
    if any(name.name == "*" for name in brought.source ^ brought.target):
        return Declined("star imports differ")
    clash = _clash(wanted)
    if clash:
        return Declined(f"'{clash}' would be bound to two things")
    lines = _written(region, found, wanted)
    if lines is None:
        return Declined("the statements cannot be put together")
    return Resolution(lines, Safety.UNSAFE, "imports merged name by name")


def revise(region: Region, answer: Resolution, text: str) -> Resolution:
    """Look at the answer again in the finished ``text``: names that code still uses stay, names that nothing uses any more go."""
    cut = region.lines.map(statements)
    if cut.base is None or cut.source is None or cut.target is None:
        return answer
    found = Merge(cut.base, cut.source, cut.target)
    brought = found.map(lambda all_: {name for one in all_ for name in one.names})
    now = {name for one in statements(answer.lines) or () for name in one.names}
    used = identifiers("python", text)
    spelled = identifiers("python", "".join(answer.lines))
    bound = {name.binds for name in now}
    gone = (brought.base | brought.source | brought.target) - now
    back = {name for name in gone if name.binds not in bound and used[name.binds] > spelled[name.binds]}
    if back:
        elsewhere = bindings(text) - bindings(
            "".join(line.lstrip() for one in statements(answer.lines) or () for line in rewritten(one, one.names, 10_000).lines)
        )
        back = {name for name in back if not elsewhere[name.binds]}
    idle = {name for name in now if used[name.binds] <= spelled[name.binds] and _was_used(region, brought, name)}
    if not back and not idle:
        return answer
    lines = _written(region, found, (now | back) - idle)
    if lines is None:
        return answer
    told = [f"'{n.binds}' stays: it is still used" for n in sorted(back, key=_order)]
    told += [f"'{n.binds}' goes: nothing uses it any more" for n in sorted(idle, key=_order)]
    return Resolution(lines, Safety.UNSAFE, f"{answer.reason}; {', '.join(told)}")


def _was_used(region: Region, brought: Merge[set[Brought]], name: Brought) -> bool:
    """True when each side that has the name also used it: then the other side's change took the use away."""
    if name.module == "__future__" or name.name == "*" or name.alias == name.name:
        return False
    for side, names in ((region.view.texts.source, brought.source), (region.view.texts.target, brought.target)):
        if name in names and identifiers("python", side)[name.binds] <= 1:
            return False
    return not region.path.endswith("__init__.py")


def _clash(wanted: set[Brought]) -> str:
    seen: dict[str, Brought] = {}
    for name in sorted(wanted, key=_order):
        other = seen.setdefault(name.binds, name)
        if other != name and (name.module or name.alias or other.module or other.alias):
            return name.binds
    return ""


def _order(name: Brought) -> tuple[str, str, str]:
    return name.module, name.name, name.alias


def _written(region: Region, found: Merge[tuple[Statement, ...]], wanted: set[Brought]) -> tuple[str, ...] | None:
    """The wanted names: in the target's statements, then in the source's where the target has no statement for them."""
    width = max([_WIDTH, *(len(line.rstrip("\n")) for line in region.file.target if begins_import(line))])
    out: list[Statement] = []
    left = set(wanted)
    for one in found.target:
        more = [n for n in _fresh(found, one, left) if n not in one.names] if not _later(found.target, one) else []
        names = _placed([n for n in one.names if n in left], more, one)
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


def _placed(names: list[Brought], more: list[Brought], one: Statement) -> list[Brought]:
    """New names at their place where the old ones are sorted, in one of the usual ways; at the end otherwise."""
    more = list(dict.fromkeys(more))
    if not more:
        return names
    for key in (lambda n: n.name, lambda n: n.name.lower(), lambda n: (not n.name.isupper(), not n.name[:1].isupper(), n.name)):
        if list(one.names) == sorted(one.names, key=key):
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
