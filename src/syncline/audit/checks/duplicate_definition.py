"""A file defines the same thing twice.

Sees: files whose merged text stands in neither parent. Python: functions, methods, classes, fields, constants, keys of dicts, values of enums,
command-line options, and blocks of three lines and more inside one function or class. Other languages: what their units are. JSON, YAML, TOML: keys.
Fires: when the merge has a definition more often in one place than either parent; neighbours are one finding. Copies that differ are a blocker, for
one hides the other; copies that are alike, and values of enums, ask for confirmation.
Why: both sides add the same thing at different places, or a resolution keeps both versions; the later one wins in silence.
Silent: on overloads, setters, registered functions, arms of a conditional and of conditional compilation, constants built from their own value.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.blocks import repeats
from syncline.account.seam.duplicates import Key, Twice, twice
from syncline.account.seam.neutral import twice_elsewhere
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, ticked
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.resolution import Status

STATUS = Status.STABLE
# Copies further apart than this are not neighbours.
_NEAR = 8
_WORDS = {"key": "key", "value": "enum value", "option": "command-line option"}


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each group of neighbours."""
    groups: list[list[Twice]] = []
    for one in sorted(
        (*subject.seam.every(twice), *subject.seam.every(twice_elsewhere), *_blocks(subject.seam)),
        key=lambda t: (t.path, t.key.kind, t.key.owner, t.lines),
    ):
        last = groups[-1][-1] if groups else None
        if last is not None and (last.path, last.key.kind, last.key.owner) == (one.path, one.key.kind, one.key.owner) and _near(last, one):
            groups[-1].append(one)
        else:
            groups.append([one])
    for group in groups:
        yield _finding(subject.seam, group)


def _blocks(seam: Seam) -> Iterator[Twice]:
    """Blocks that stand there twice; not those of which a definition that stands there twice is part, or that are part of one."""
    whole = {(one.path, f"{one.key.owner}.{one.key.name}".lstrip(".")) for one in seam.every(twice)}
    parts = {(one.path, one.key.owner.partition(" ")[0]) for one in seam.every(twice)}
    yield from (one for one in seam.every(repeats) if (one.path, one.key.owner) not in whole | parts)


def _near(last: Twice, one: Twice) -> bool:
    return len(last.lines) == len(one.lines) and all(abs(b - a) <= _NEAR for a, b in zip(last.lines, one.lines, strict=True))


def _finding(seam: Seam, group: list[Twice]) -> Finding:
    first = group[0]
    kind = _WORDS.get(first.key.kind, first.key.kind)
    one = len(group) == 1
    # Copies of a name that a decorator may have registered, or that stand in a function's body, can be meant.
    sure = any(not t.same for t in group) and first.key.kind != "value"
    where = f" of `{first.key.owner}`" if first.key.owner and first.key.kind != "option" else ""
    how = "alike" if all(t.same for t in group) else "with different content"
    return Finding(
        check="duplicate-definition",
        severity=Severity.BLOCKER if sure or first.key.kind == "option" else Severity.CONFIRM,
        message=f"{kind}{'' if one else 's'} {ticked(t.key.name for t in group)}{where} {'stands' if one else 'stand'} there {_times(first)}, {how}",
        scope=scope_of(first.path),
        path=first.path,
        line=first.lines[-1],
        symbol=_symbol(first.key),
        places=tuple(
            Place(first.path, line, t.key.name, seam.line(seam.merged, first.path, line).strip()[:100]) for t in group for line in t.lines
        ),
        proposal="keep one" if how == "alike" else "bring the copies together; the later one hides the earlier",
        evidence={"names": tuple(t.key.name for t in group), "kind": kind, "alike": how == "alike"},
        identity=("duplicate-definition", first.path, first.key.kind, first.key.owner, *(t.key.name for t in group)),
        asks=tuple(ask for line in first.lines[:4] for ask in line_asks(seam, Role.DEFINITION, first.path, line, first.sides)),
    )


def _symbol(key: Key) -> str:
    if key.kind == "block":
        return key.owner
    return ".".join(filter(None, (key.owner if key.kind != "option" else "", key.name)))


def _times(one: Twice) -> str:
    # Two keys of a dict may stand on one line.
    return "twice" if len(one.lines) <= 2 else f"{len(one.lines)} times"
