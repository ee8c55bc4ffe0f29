"""A conflict marker was committed.

Sees: merged files whose content stands in neither parent.
Fires: on a line that is one of the four marker kinds of diff3 (start, base, middle, end) and that neither parent has.
Why: a marker left behind breaks the file, or hides in text that nothing parses.
Silent: where a parent has the line already (documentation of merges, test data); on a lone row of equals signs under a title of the
same length, which is a heading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import split_lines

STATUS = Status.STABLE

# git nests markers by one sign more for each level.
_LOUD = re.compile(r"(<{7,9}|\|{7,9}|>{7,9})(?:\s|$)")
_MIDDLE = re.compile(r"={7}\s*$")


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a file, with every marker as a place."""
    for state in subject.novel():
        text = subject.text(state.merged)
        if text is None or not any(sign in text for sign in ("<<<<<<<", "|||||||", ">>>>>>>", "=======")):
            continue
        known: Counter[str] = Counter()
        for side in Side:
            known |= Counter(subject.lines(state.versions.side(side)))
        lines = split_lines(text)
        found = []
        for at, line in enumerate(lines):
            if not (_LOUD.match(line) or (_MIDDLE.match(line) and not _underlines(lines, at))):
                continue
            if known[line] > 0:
                known[line] -= 1
                continue
            found.append(Place(state.path, at + 1, "", line.strip()[:80]))
        if found:
            yield Finding(
                check="marker-left",
                severity=Severity.BLOCKER,
                message=f"{len(found)} conflict marker{'s' if len(found) > 1 else ''} left in the merged file",
                scope=scope_of(state.path),
                path=state.path,
                line=found[0].line,
                places=tuple(found),
                proposal="resolve the conflict and remove the markers",
                identity=("marker-left", state.path),
            )


def _underlines(lines: tuple[str, ...], at: int) -> bool:
    """A row of equals signs under (or over) a title of about its length is a heading."""
    near = [lines[i].strip() for i in (at - 1, at + 1) if 0 <= i < len(lines)]
    return any(len(text) == 7 and not text.startswith("=") for text in near)
