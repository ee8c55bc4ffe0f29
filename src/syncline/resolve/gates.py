"""What a finished text must pass, whoever answered: it parses if its inputs do, and no marker is left."""

from __future__ import annotations

import re
from collections.abc import Sequence

from syncline.resolve.view import View
from syncline.syntax import parse_problem

_MARKER = re.compile(r"^(<{7,}|>{7,}|\|{7,})( |$)")


def fault(view: View, lines: Sequence[str]) -> str:
    """What is wrong with ``lines`` as the merge of ``view``; empty when nothing is."""
    left = marker_left(view, lines)
    if left:
        return left
    if view.sound:
        problem = parse_problem(view.language, "".join(lines))
        if problem is not None:
            return f"the result would not parse: line {problem.line}: {problem.message}"
    return ""


def marker_left(view: View, lines: Sequence[str]) -> str:
    """Says so when a conflict marker stands in ``lines`` that neither side has."""
    if not any(_MARKER.match(line) for line in lines):
        return ""
    known = {line for own in (view.lines.source, view.lines.target) for line in own if _MARKER.match(line)}
    return "a conflict marker would be left" if any(_MARKER.match(line) and line not in known for line in lines) else ""
