"""A test speaks of code that the merge no longer has.

Sees: names that tests replace (`patch`, `monkeypatch.setattr`), the arguments of `parametrize`, and the fixtures that tests ask for.
Fires: when a replaced name is gone, when `parametrize` gives an argument that the test does not take, and when a fixture is gone that a test
takes; all only if a parent has it right.
Why: one side's test meets the other side's code; it fails before it tests anything.
Silent: on names that are created by the test, where a parent has the same mismatch, and where anything else of the tree has the fixture's name.
Imports, calls and attributes of tests are judged by the checks for those.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.breaks import Lost, lost
from syncline.account.seam.fixtures import Ungiven, ungiven
from syncline.account.seam.tests import Argument, arguments
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, place_of, severity_of, ticked, use_asks, user, widest
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each replaced name, and for each test with its arguments."""
    seam = subject.seam
    groups: dict[tuple[str, str, str], list[Lost]] = {}
    for one in seam.every(lost):
        groups.setdefault((one.holder.path, one.holder.qualified, one.name), []).append(one)
    for _, group in sorted(groups.items()):
        if all(one.patched for one in group):
            yield _replaced(seam, group)
    tests: dict[tuple[str, str], list[Argument]] = {}
    for argument in seam.every(arguments):
        tests.setdefault((argument.path, argument.test.qualified), []).append(argument)
    for _, found in sorted(tests.items()):
        yield _arguments(seam, found)
    for fixture in seam.every(ungiven):
        yield _ungiven(seam, fixture)


def _replaced(seam: Seam, group: list[Lost]) -> Finding:
    first = group[0]
    sites = [one.site for one in group]
    where = f"`{first.holder.qualified}`" if first.holder.cls is not None else first.holder.path
    return Finding(
        check="test-of-removed-code",
        severity=severity_of(sites),
        message=f"{counted(len(sites), 'test')} replace{'s' if len(sites) == 1 else ''} `{first.name}` of {where}, which is gone",
        side=user(sites),
        scope=widest(site.path for site in sites),
        path=sites[0].path,
        line=sites[0].line,
        symbol=first.name,
        places=tuple(place_of(seam, site) for site in sites),
        proposal="bring the test to what the code is now, or restore the name",
        evidence={"name": first.name, "holder": first.holder.path},
        identity=("test-of-removed-code", first.holder.path, first.holder.qualified, first.name),
        asks=use_asks(seam, sites),
    )


def _arguments(seam: Seam, found: list[Argument]) -> Finding:
    first = found[0]
    test = first.test
    side = first.sides[0] if len(first.sides) == 1 else None
    return Finding(
        check="test-of-removed-code",
        severity=Severity.BLOCKER,
        message=f"`{test.qualified}` is given {ticked(one.name for one in found)} by parametrize, and does not take {'it' if len(found) == 1 else 'them'}",
        side=side,
        scope=widest([first.path]),
        path=first.path,
        line=test.line,
        symbol=test.qualified,
        places=(Place(first.path, test.line, test.qualified, seam.line(seam.merged, first.path, test.line).strip()[:100]),),
        proposal="bring decorator and signature of the test together",
        evidence={"arguments": tuple(one.name for one in found)},
        identity=("test-of-removed-code", first.path, test.qualified, *(one.name for one in found)),
        asks=line_asks(seam, Role.USE, first.path, test.line, Side),
    )


def _ungiven(seam: Seam, one: Ungiven) -> Finding:
    path, first = one.uses[0]
    text = seam.line(seam.side(one.side), one.home, one.line)
    return Finding(
        check="test-of-removed-code",
        severity=Severity.BLOCKER,
        message=(
            f"{counted(len(one.uses), 'test')} ask{'s' if len(one.uses) == 1 else ''} for the fixture `{one.name}`, which is gone; "
            f"the {one.side.value} has it in {one.home}"
        ),
        side=one.side,
        scope=widest(p for p, _ in one.uses),
        path=path,
        line=first.line,
        symbol=one.name,
        places=tuple(Place(p, f.line, f.qualified, seam.line(seam.merged, p, f.line).strip()[:100]) for p, f in one.uses),
        proposal=f"restore the fixture: {text.strip()[:160]}",
        evidence={"name": one.name, "holder": one.home},
        identity=("test-of-removed-code", "fixture", one.home, one.name),
        asks=(Ask(Role.DEFINITION, one.side, one.home, text), *line_asks(seam, Role.USE, path, first.line, Side)),
    )
