"""A merged file no longer parses, though each parent's version does.

Sees: merged files whose content stands in neither parent, in a language we can parse.
Fires: on a syntax error in the merged file where the versions of the parents parse.
Why: a merge that leaves text in two halves of two sides breaks the file for everybody.
Silent: where a parent's version has a syntax error too (newer syntax, templates, dialects): then the parser is no judge.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import split_lines
from syncline.syntax import can_parse, language_of, parse_problem

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a file."""
    for state in subject.novel():
        language = language_of(state.path)
        if language is None or not can_parse(language):
            continue
        text = subject.text(state.merged)
        problem = parse_problem(language, text) if text is not None else None
        if problem is None or text is None:
            continue
        parents = [p for side in Side if (p := subject.text(state.versions.side(side))) is not None]
        if not parents or any(parse_problem(language, parent) is not None for parent in parents):
            continue
        lines = split_lines(text)
        excerpt = lines[problem.line - 1].strip()[:80] if 0 < problem.line <= len(lines) else ""
        yield Finding(
            check="does-not-parse",
            severity=Severity.BLOCKER,
            message=f"the merged file does not parse as {language}: {problem.message}",
            scope=scope_of(state.path),
            path=state.path,
            line=problem.line,
            places=(Place(state.path, problem.line, "", excerpt),),
            proposal="repair the syntax; both parents' versions parse",
            identity=("does-not-parse", state.path),
        )
