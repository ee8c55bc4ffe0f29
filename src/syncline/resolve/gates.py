"""What a finished text must pass, whoever answered: it parses if both sides do, no marker is left, and its lines end alike where theirs do."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.resolve.markers import marker_lines
from syncline.resolve.view import View
from syncline.syntax import parse_problem


def fault(view: View, lines: Sequence[str]) -> str:
    """What is wrong with ``lines`` as the merge of ``view``; empty when nothing is."""
    left = marker_left(view, lines)
    if left:
        return left
    if _mixed(lines) and not any(map(_mixed, (view.lines.source, view.lines.target))):
        return "the result would mix line endings"
    problem = parse_problem(view.language, "".join(lines))
    # The sides are read last: most results parse, and then nobody needs to know whether the sides do. A base of several bases may hold a
    # conflict of its own; what two sound sides make has to be sound all the same.
    if problem is not None and view.sound_sides:
        return f"the result would not parse: line {problem.line}: {problem.message}"
    return ""


def marker_left(view: View, lines: Sequence[str]) -> str:
    """Says so when a conflict marker stands in ``lines`` that neither side has."""
    if not marker_lines(lines, ()):
        return ""
    known = {line for own in (view.lines.source, view.lines.target) for line in own}
    return "a conflict marker would be left" if marker_lines(lines, known) else ""


def _mixed(lines: Sequence[str]) -> bool:
    """True where some lines end in a carriage return and a line feed, and some in a line feed alone."""
    text = "".join(lines)
    return 0 < text.count("\r\n") < text.count("\n")
