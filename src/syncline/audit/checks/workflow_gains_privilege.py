"""A workflow of the source may do more than the target's.

Sees: CI definitions (GitHub workflows and actions, GitLab CI) of the source, the target and the merge.
Fires: on secrets, wider permissions, triggers that run foreign code with rights, and new or moved actions that the target's version does not have;
a blocker where the merge has them, a question where they were held back.
Why: a sync that nobody reads line by line must not be the way by which a workflow gets at a secret.
Silent: where the merged definition may do no more than the target's and nothing was held back.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.workflows import Privilege, gains, is_workflow, told
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.text import split_lines

STATUS = Status.STABLE
_ASKS = 4


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a definition."""
    for state in subject.states:
        if not is_workflow(state.path):
            continue
        base, source, target, merged = (
            subject.text(v) or "" for v in (state.versions.base, state.versions.source, state.versions.target, state.merged)
        )
        in_force = gains(target, merged)
        if in_force:
            yield _finding(state.path, in_force, merged, held_back=False)
        elif source != base:
            held = {p: line for p, line in gains(target, source).items() if p in gains(base, source)}
            if held:
                yield _finding(state.path, held, source, held_back=True)


def _finding(path: RepoPath, gained: dict[Privilege, int], text: str, *, held_back: bool) -> Finding:
    lines = split_lines(text)
    ordered = sorted(gained)
    # Nobody gets at anything by an action whose pin moved, but somebody should have read what it moved to.
    grave = any(p.kind != "action" for p in ordered)
    what = ", ".join(told(p) for p in ordered)
    message = (
        f"the source's workflow would gain {what}; the target's version was kept" if held_back else f"the merged workflow gains {what}"
    )
    return Finding(
        check="workflow-gains-privilege",
        severity=Severity.BLOCKER if grave and not held_back else Severity.CONFIRM,
        message=message,
        side=Side.SOURCE,
        scope=scope_of(path),
        path=path,
        line=None if held_back else min(gained.values()),
        places=tuple(Place(path, 0 if held_back else gained[p], "", lines[gained[p] - 1].strip()[:100]) for p in ordered),
        proposal='read the workflow; to let it in, add an override with side = "source" for its path',
        evidence={"held_back": held_back, "gains": tuple(told(p) for p in ordered)},
        identity=("workflow-gains-privilege", path, *(f"{p.kind} {p.name}" for p in ordered)),
        asks=tuple(Ask(Role.DEFINITION, Side.SOURCE, path, lines[gained[p] - 1]) for p in ordered[:_ASKS]),
    )
