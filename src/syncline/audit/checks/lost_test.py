"""A test of one side is not in the merge.

Sees: LOST lines in test files that hold the head of a test which the merged file no longer has.
Fires: once for the commit that wrote them, naming every test that is gone, and the test that still exercises the same code, if there is one.
Why: a test that is gone guards nothing, and nothing turns red.
Silent: where the merged file has a test of that name still.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from syncline.audit.reader import Reader
from syncline.audit.sorting import Sorted, assigned, sorting_of, states_by_path
from syncline.audit.subject import Subject
from syncline.audit.wording import amount, finding_of, names
from syncline.core.finding import Evidence, Finding
from syncline.core.resolution import Status
from syncline.core.text import split_lines
from syncline.core.tree import Version
from syncline.core.unit import Unit

STATUS = Status.STABLE

_CALLED = re.compile(r"([^\W\d]\w{2,})\s*\(")
# The part of a test's calls that another test must make to count as exercising the same code.
_SHARED = 0.6


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a commit."""
    for one in assigned(subject, "lost-test"):
        kin = _kin(subject, one)
        verb = "is" if len(one.gone) == 1 else "are"
        still = "; " + ", ".join(f"{name} is still exercised by {other}" for name, other in list(kin.items())[:3]) if kin else ""
        message = f"{names(one.gone)} {verb} gone ({amount(subject, one)}){still}"
        found = finding_of(subject, one, message, "restore the tests, or name those that exercise the same code and record the decision")
        evidence: dict[str, Evidence] = dict(kin.items())
        yield replace(found, evidence={**found.evidence, "still_exercised_by": evidence})


def _kin(subject: Subject, one: Sorted) -> dict[str, str]:
    """For tests that are gone: a test of the merged file that calls most of what they call."""
    reader, states = sorting_of(subject).reader, states_by_path(subject)
    found: dict[str, str] = {}
    for gone in one.gone:
        state = states.get((one.loss.side, gone.path))
        if not gone.test or state is None or not isinstance(state.merged, Version):
            continue
        own = next((u for u in reader.units(state.versions.side(one.loss.side)) if u.qualified == gone.qualified), None)
        wanted = _calls(reader, state.versions.side(one.loss.side), own)
        for unit in reader.units(state.merged):
            if wanted and reader.is_test(state.merged, unit) and len(wanted & _calls(reader, state.merged, unit)) >= _SHARED * len(wanted):
                found[gone.qualified] = unit.qualified
                break
    return found


def _calls(reader: Reader, version: object, unit: Unit | None) -> frozenset[str]:
    if unit is None or not isinstance(version, Version):
        return frozenset()
    lines = split_lines(reader.text(version))[unit.body.start : unit.lines.stop]
    return frozenset(name for line in lines for name in _CALLED.findall(line))
