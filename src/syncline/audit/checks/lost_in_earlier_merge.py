"""Work of the source was lost in an earlier merge, and is still missing.

Sees: lines that the base has and neither target nor merge has, that no non-merge commit of the target ever removed, and that one of the
target's merges lacks though its second parent has them.
Fires: once for the source commit whose work it was (once for the merge where no such commit can be told), naming the merge.
Why: git takes the absence for the target's own choice for ever; no later merge will bring the lines back or speak of them.
Silent: where a commit of the target removed the lines, wherever they stood; where the target wrote something else in their place; where
this merge has them again.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.inherited import Inherited
from syncline.audit.reader import NAMED, Reader
from syncline.audit.scope import scope_of
from syncline.audit.sorting import declared_options, sorting_of
from syncline.audit.subject import Subject
from syncline.audit.wording import read_as, who
from syncline.core.finding import Finding, Origin, Place, Role, Scope, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status

STATUS = Status.STABLE

# Fewer telling lines than this, without a definition among them, are only worth reading.
_TELLING = 3
_NAMES = 6


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a source commit."""
    groups: dict[object, list[Inherited]] = {}
    for one in subject.inherited:
        commit = one.writer or one.merge
        groups.setdefault((commit.id if commit else None, scope_of(one.suspect.path) is Scope.OTHER), []).append(one)
    reader = sorting_of(subject).reader
    for group in groups.values():
        yield _finding(subject, reader, group)


def _finding(subject: Subject, reader: Reader, group: list[Inherited]) -> Finding:
    gone = tuple(dict.fromkeys(name for one in group for name in _gone(subject, reader, one)))
    lines = sum(len(one.lines) for one in group)
    paths = tuple(dict.fromkeys(one.suspect.path for one in group))
    scopes = {scope_of(path) for path in paths}
    loud = Scope.OTHER not in scopes and (bool(gone) or sum(_code(one) for one in group) >= _TELLING)
    merges = tuple(dict.fromkeys(one.merge for one in group if one.merge is not None))
    writer = group[0].writer
    whole = [one.suspect.path for one in group if one.suspect.whole]
    named = f"; gone: {', '.join(gone[:_NAMES])}" + (f" and {len(gone) - _NAMES} more" if len(gone) > _NAMES else "") if gone else ""
    files = f"; {len(whole)} file{'s' if len(whole) != 1 else ''} deleted by merges alone" if whole else ""
    where = paths[0] if len(paths) == 1 else f"{len(paths)} files"
    by = ", ".join(m.short for m in merges)
    return Finding(
        check="lost-in-earlier-merge",
        severity=Severity.CONFIRM if loud else Severity.INFO,
        message=f"{who(Side.SOURCE, writer) if writer else 'older work of the source'}: {lines} line{'s' if lines != 1 else ''} in {where} "
        f"went in merge {by} and are missing since{named}{files}",
        side=Side.SOURCE,
        scope=Scope.PRODUCTION if Scope.PRODUCTION in scopes else Scope.TEST if Scope.TEST in scopes else Scope.OTHER,
        path=paths[0],
        symbol=gone[0] if gone else None,
        places=_places(reader, subject, group),
        evidence={
            "lines": lines,
            "files": paths,
            "definitions": gone,
            "read_as": read_as(gone),
            "deleted_files": tuple(whole),
            "merges": tuple(m.id for m in merges),
        },
        proposal="bring the source's lines back, or record that the target does not want them",
        origin=(*((Origin(Role.LOST, writer),) if writer else ()), *(Origin(Role.REMOVED_BY, m) for m in merges)),
        identity=("lost-in-earlier-merge", *sorted(paths), *sorted(gone), *sorted({one.lines[0] for one in group})),
        content=tuple(f"{one.suspect.path}:{line}" for one in group for line in one.lines),
    )


def _code(one: Inherited) -> int:
    return sum(1 for text in one.lines if not text.startswith(("#", "//", "*", '"""')))


def _gone(subject: Subject, reader: Reader, one: Inherited) -> Iterator[str]:
    """Definitions and options of the base in these lines that the merged file has not."""
    state = next((s for s in subject.states if s.path == one.suspect.path), None)
    if state is None:
        return
    span = one.suspect.hunk.base
    for unit in reader.units(state.versions.base):
        if unit.kind in NAMED and span.start <= unit.lines.start < span.stop and unit.qualified not in reader.names(state.merged):
            yield unit.qualified
    text = reader.text(state.merged)
    for line in one.suspect.hunk.removed:
        yield from (name for name in declared_options(line) if f'"{name}"' not in text and f"'{name}'" not in text)
        # An attribute or keyword that is set here and nowhere in the merged file is gone by name too.
        for name in reader.assigned(line):
            if name not in text:
                yield name


def _places(reader: Reader, subject: Subject, group: list[Inherited]) -> tuple[Place, ...]:
    found: dict[tuple[str, str], Place] = {}
    states = {state.path: state for state in subject.states}
    for one in group:
        state = states.get(one.suspect.path)
        symbol = reader.around(state.versions.base, one.suspect.hunk.base.start) if state is not None else ""
        text = next((line.strip()[:100] for line in one.suspect.hunk.removed if any(c.isalnum() for c in line)), "")
        found.setdefault((one.suspect.path, symbol), Place(one.suspect.path, one.suspect.hunk.lines.start + 1, symbol, text))
    return tuple(found.values())
