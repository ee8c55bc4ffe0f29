"""Both sides changed import statements.

Sees: a region of whole import statements, on all terms: of Python, JavaScript, TypeScript, Java, Kotlin, Go, Rust, C, C++, C#, PHP, Ruby.
Answers: three-way, name by name: what either side brought in comes in, what either side threw out goes; in the target's order and style, names
sorted where they were sorted. A module that one side knows by another name is that module for the other side's names too. A name that the finished
code still reads stays, one that nothing reads any more goes, one that is brought in elsewhere is not brought in twice.
Why right: imports are a set of names; their lines only collide because they stand together.
Declines when: anything but plain import statements stands in the region (guards, assignments); the region is inside of a long string; the sides
bind one name to different things; star imports differ.
Safety: safe where the finished code reads each name that came in, bound nowhere else, and none of those that went: then no other set would do;
unsafe otherwise: people drop a name here and there that the other side no longer needs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from syncline.core.merge import Merge
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.importing import put_together
from syncline.resolve.imports import (
    Brought,
    Statement,
    begins_import,
    bindings,
    outermost,
    reads,
    renamed,
    renames,
    rewritten,
    same_thing,
    statements,
)
from syncline.resolve.other_imports import SPELLINGS, brought_by_lines, one_thing, other_rewritten, other_statements, things_by_lines
from syncline.resolve.view import Region
from syncline.syntax import identifiers

STATUS = Status.STABLE
SAFETY = Safety.SAFE

# Lines as long as a file's own longest import may be written; this is the least.
_WIDTH = 79
_WIDE = 100
_FORCED = "imports merged name by name; all that came in is read, and nothing that went"
# Where a comment may begin; an include of C does, too, and says the same there on all sides.
_REMARK = re.compile(r"#|//|/\*|^\s*\*")
# Where an import brings in no name that could be looked for.
_NAMELESS = frozenset({"c", "cpp", "ruby"})


def run(region: Region) -> Resolution | Declined:
    """Merge the sets of names."""
    if region.language != "python" and region.language not in SPELLINGS:
        return Declined("how imports are written in this language is not known")
    found = _found(region)
    if found is None:
        return Declined("not import statements alone")
    if region.in_text:
        return Declined("inside of a text")
    brought = found.map(_names)
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


def _found(region: Region) -> Merge[tuple[Statement, ...]] | None:
    """The statements of each term. Where one side knows a module by another name, the other terms are told in that name too."""
    cut = region.lines.map(lambda lines: _statements(region, lines))
    if cut.base is None or cut.source is None or cut.target is None:
        return None
    found = Merge(cut.base, cut.source, cut.target)
    if region.language != "python":
        return found
    brought = found.map(_names)
    source = renames(brought.base, brought.source, region.file.source)
    target = renames(brought.base, brought.target, region.file.target)
    width = _width(region)
    modules = {**source, **target}
    if not modules or any(target[old] != source[old] for old in source.keys() & target.keys()):
        return found
    return Merge(renamed(found.base, modules, width), renamed(found.source, target, width), renamed(found.target, source, width))


def _statements(region: Region, lines: Sequence[str]) -> tuple[Statement, ...] | None:
    return statements(lines) if region.language == "python" or region.language is None else other_statements(region.language, lines)


def _names(all_: tuple[Statement, ...]) -> set[Brought]:
    return {name for one in all_ for name in one.names}


def revise(region: Region, answer: Resolution, text: str) -> Resolution:
    """Look at the answer again in the finished ``text``: names that code still uses stay, names that nothing uses any more go."""
    found = _found(region)
    if found is None:
        return answer
    brought = found.map(_names)
    now = _names(_statements(region, answer.lines) or ())
    read = _reads(region, text)
    if read is None:
        return answer
    bound = {name.binds for name in now}
    gone = (brought.base | brought.source | brought.target) - now
    back = {name for name in gone if name.binds not in bound and read[name.binds]}
    if back:
        back = _bound_nowhere_else(region, back, answer, text)
    idle = {name for name in now if not read[name.binds] and _was_used(region, brought, name)}
    twice = _twice(region, now & (brought.source ^ brought.target), text)
    if not back and not idle and not twice:
        return Resolution(answer.lines, Safety.SAFE, _FORCED) if _is_forced(region, brought, now, read, text, answer.lines) else answer
    lines = _written(region, found, (now | back) - idle - twice)
    if lines is None:
        return answer
    told = [f"'{n.binds}' stays: it is still used" for n in sorted(back, key=_order)]
    told += [f"'{n.binds}' goes: nothing uses it any more" for n in sorted(idle, key=_order)]
    told += [f"'{n.binds}' is brought in elsewhere" for n in sorted(twice - idle, key=_order)]
    return Resolution(lines, Safety.UNSAFE, f"{answer.reason}; {', '.join(told)}")


def _is_forced(
    region: Region, brought: Merge[set[Brought]], now: set[Brought], read: Counter[str], text: str, lines: Sequence[str]
) -> bool:
    """True where no other set of names would do for the finished text. A module that goes by another name is left to people, and so are remarks
    that come or go.
    """
    plain = region.lines.map(lambda lines: _names(_statements(region, lines) or ()))
    came, gone = now - brought.base, (brought.base | brought.source | brought.target) - now
    if plain != brought or any(read[name.binds] for name in gone) or not all(read[name.binds] for name in came):
        return False
    if not _remarks(region.lines.base) == _remarks(region.lines.source) == _remarks(region.lines.target) == _remarks(lines):
        return False
    # What is bound in two places may be meant to be bound in the other alone.
    bound = bindings(text) if region.language == "python" else brought_by_lines(str(region.language), text)
    return all(bound[name.binds] == 1 for name in came)


def _remarks(lines: Sequence[str]) -> list[str]:
    """What stands in comments, in any order."""
    return sorted(line[found.start() :].strip() for line in lines if (found := _REMARK.search(line)))


def _reads(region: Region, text: str) -> Counter[str] | None:
    """How often a text reads each name; ``None`` where that cannot be told. C includes files, not names; Ruby loads them."""
    if region.language == "python":
        return reads(text)
    if region.language in _NAMELESS:
        return None
    # All of a text's import statements name what they bring: what stands there more often is read.
    return identifiers(region.language, text) - brought_by_lines(str(region.language), text)


def _bound_nowhere_else(region: Region, names: set[Brought], answer: Resolution, text: str) -> set[Brought]:
    if region.language != "python":
        elsewhere = brought_by_lines(str(region.language), text)
        # What neither side has any more, both knew to do without.
        had = _names(_statements(region, region.lines.source) or ()) | _names(_statements(region, region.lines.target) or ())
        return {name for name in names & had if not elsewhere[name.binds]}
    bound = bindings(text) - bindings(
        "".join(line.lstrip() for one in statements(answer.lines) or () for line in rewritten(one, one.names, 10_000).lines)
    )
    return {name for name in names if not bound[name.binds]}


def _twice(region: Region, names: set[Brought], text: str) -> set[Brought]:
    """Which of the names an import outside of the region brings in as well."""
    if region.language == "python":
        known = outermost(text)
        return {name for name in names if known[same_thing(name)] > 1}
    there = things_by_lines(str(region.language), text)
    return {name for name in names if there[one_thing(name)] > 1}


def _was_used(region: Region, brought: Merge[set[Brought]], name: Brought) -> bool:
    """True when each side that has the name also used it: then the other side's change took the use away."""
    if name.module == "__future__" or name.name == "*" or name.alias == name.name:
        return False
    for side, names in ((region.view.texts.source, brought.source), (region.view.texts.target, brought.target)):
        if name in names and not (_reads(region, side) or Counter())[name.binds]:
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
    return put_together(region, found, wanted, rewritten if region.language == "python" else other_rewritten, _width(region))


def _width(region: Region) -> int:
    return max(
        [_WIDE if region.language == "rust" else _WIDTH, *(len(line.rstrip("\n")) for line in region.file.target if begins_import(line))]
    )
