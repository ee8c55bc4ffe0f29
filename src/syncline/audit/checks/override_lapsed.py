"""An override rule is over, or no longer true.

Sees: the overrides of the configuration, their ends and their checks, at the target.
Fires: where the last day has passed, the check fails, the path became a folder, or neither side has such a path.
Why: a rule that outlives its reason takes features away from one side every night, and nobody remembers why.
Silent: while the rule holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Severity
from syncline.core.names import RepoPath
from syncline.core.policy import LapseKind
from syncline.core.resolution import Status

STATUS = Status.STABLE

# A rule that speaks of nothing harms nobody; the others decide differently than their author meant.
_SEVERITY = {LapseKind.MATCHES_NOTHING: Severity.INFO}
_CURE = {
    LapseKind.EXPIRED: "remove the rule, or give it a new end",
    LapseKind.UNTRUE: "remove the rule, or correct its check",
    LapseKind.NOW_A_FOLDER: "name the new paths in the rule",
    LapseKind.MATCHES_NOTHING: "remove the rule, or correct its paths",
}


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a rule."""
    for lapse in subject.policy.lapses:
        if lapse.kind not in _CURE:
            continue
        in_force = "it still decides" if lapse.kind is LapseKind.NOW_A_FOLDER else "it was not applied"
        yield Finding(
            check="override-lapsed",
            severity=_SEVERITY.get(lapse.kind, Severity.CONFIRM),
            message=f"{lapse.rule}: {lapse.kind.value} ({lapse.detail}); {in_force}. Its reason was: {lapse.reason}",
            path=RepoPath(lapse.paths[0]) if lapse.paths else None,
            places=tuple(Place(RepoPath(path)) for path in lapse.paths) or (Place(RepoPath("syncline.toml")),),
            proposal=_CURE[lapse.kind],
            evidence={"rule": lapse.rule, "why": lapse.kind.value},
            identity=("override-lapsed", lapse.rule, lapse.kind.value),
        )
