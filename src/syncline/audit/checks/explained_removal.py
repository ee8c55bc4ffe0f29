"""Definitions are gone because a commit of one side took them away: what an audit by names would call lost, with the proof that it is not.

Sees: definitions of the base that one side removed, that the other side still has and the merge has not.
Fires: once for the commit that removed them, as information, each with its class: moved, another kind of definition, renamed, inlined,
homonym (what remains of the name belongs to something else), the other side equals the base, in the base and never touched by the other
side; with the references that remain, in production and in tests.
Why: "the other side meant it" is never assumed; it is shown, so that nobody has to argue it away by hand.
Silent: where the merge has the definition; where no commit of the side removed it (see lost-in-earlier-merge).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from syncline.account.departures import Class, Departure
from syncline.audit.scope import scope_of
from syncline.audit.sorting import sorting_of
from syncline.audit.subject import Subject
from syncline.audit.wording import who
from syncline.core.finding import Evidence, Finding, Origin, Place, Role, Scope, Severity
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit
from syncline.core.resolution import Status
from syncline.core.text import squeezed

STATUS = Status.STABLE

_NAMES = 6


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a removing commit."""
    groups: dict[tuple[object, object], tuple[Commit | None, list[Departure]]] = {}
    for one in subject.departures:
        commit = subject.logs.side(one.side).remover((one.path,), squeezed(one.text))
        if commit is not None:
            groups.setdefault((one.side, commit.id), (commit, []))[1].append(one)
    references = sorting_of(subject).references
    for commit, group in groups.values():
        yield _finding(commit, group, references)


def _finding(commit: Commit | None, group: list[Departure], references: Mapping[str, Mapping[RepoPath, int]]) -> Finding:
    side = group[0].side
    rows = []
    for one in group:
        places = references.get(one.name, {})
        tests = sum(n for path, n in places.items() if scope_of(path) is Scope.TEST)
        rows.append((one, _class(one, places), sum(places.values()) - tests, tests))
    named = ", ".join(f"{one.qualified} ({reason.value}{f' → {one.became}' if one.became else ''})" for one, reason, _, _ in rows[:_NAMES])
    more = f" and {len(rows) - _NAMES} more" if len(rows) > _NAMES else ""
    symbols: tuple[Evidence, ...] = tuple(
        {
            "name": one.qualified,
            "path": one.path,
            "class": reason.value,
            "became": one.became or None,
            "references": {"production": production, "tests": tests},
        }
        for one, reason, production, tests in rows
    )
    return Finding(
        check="explained-removal",
        severity=Severity.INFO,
        message=f"{who(side, commit)} removed {named}{more}",
        side=side,
        scope=scope_of(group[0].path),
        path=group[0].path,
        symbol=group[0].qualified,
        places=tuple(Place(one.path, 0, one.qualified, "-" + one.text.strip()[:100]) for one in group),
        evidence={"symbols": symbols},
        origin=(Origin(Role.REMOVED_BY, commit),) if commit is not None else (),
        identity=("explained-removal", side.value, *sorted(f"{one.path}:{one.qualified}" for one in group)),
    )


def _class(one: Departure, places: Mapping[RepoPath, int]) -> Class:
    """A name that left without successor and is still said in the merge is another's name there."""
    plain = (Class.UNTOUCHED, Class.UNTOUCHED_FILE, Class.CHANGED)
    return Class.HOMONYM if one.reason in plain and places else one.reason
