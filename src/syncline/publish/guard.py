"""The landing guard: may this pull request land now, and did it land as it should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId
from syncline.core.pull import CheckRun, CheckState, LandingRules, MergeMethod, Pull
from syncline.publish.frame import described
from syncline.publish.record import Publication, Standing


@dataclass(frozen=True, slots=True)
class Guard:
    """One thing that was looked at. ``reason`` is a sentence either way."""

    name: str
    passed: bool
    reason: str


def guards(
    record: Publication, pull: Pull, rules: LandingRules, checks: Sequence[CheckRun], target_tip: CommitId | None, own_check: str = ""
) -> tuple[Guard, ...]:
    """Everything that must hold before an open pull request lands. ``own_check`` is the one that asks, and is not waited for."""
    return _method(pull, rules), _head(record, pull), _target(record, target_tip), _checks(rules, checks, own_check)


def _method(pull: Pull, rules: LandingRules) -> Guard:
    if pull.planned_method is not None and pull.planned_method is not MergeMethod.MERGE:
        return Guard(
            "merge method", False, f"it is set to land by {pull.planned_method.value}: the merge base would be lost; choose a merge commit"
        )
    if MergeMethod.MERGE not in rules.methods:
        allowed = ", ".join(m.value for m in rules.methods) or "nothing"
        return Guard("merge method", False, f"'{pull.target}' allows {allowed} only: the merge base would be lost; allow merge commits")
    others = [m.value for m in rules.methods if m is not MergeMethod.MERGE]
    return Guard("merge method", True, "merge commits are allowed" + (f"; do not choose {' or '.join(others)}" if others else ""))


def _head(record: Publication, pull: Pull) -> Guard:
    if pull.head != record.head:
        return Guard("audited head", False, f"its head is {pull.head[:10]}, audited is {record.head[:10]}; run 'syncline publish' again")
    if record.standing is not Standing.PUBLISHED or described(pull.body) != record.head:
        return Guard("audited head", False, "its publication is not finished; run 'syncline publish' again")
    return Guard("audited head", True, f"{record.head[:10]}, tree {record.tree[:10]}, is what was audited and described")


def _target(record: Publication, tip: CommitId | None) -> Guard:
    if tip is None:
        return Guard("target", False, f"'{record.target_branch}' does not exist there")
    if tip != record.target:
        return Guard(
            "target",
            False,
            f"'{record.target_branch}' moved to {tip[:10]} past the audited {record.target[:10]}; run 'syncline sync' again",
        )
    return Guard("target", True, f"'{record.target_branch}' stands where it was audited, at {tip[:10]}")


def _checks(rules: LandingRules, checks: Sequence[CheckRun], own: str) -> Guard:
    found: dict[str, list[CheckState]] = {}
    for run in checks:
        found.setdefault(run.name, []).append(run.state)
    wanted = dict.fromkeys((*rules.required, *(run.name for run in checks if run.required)))
    wanted.pop(own, None)
    absent = [n for n in wanted if n not in found]
    pending = [n for n in wanted if CheckState.PENDING in found.get(n, ())]
    failed = [n for n in wanted if CheckState.FAILED in found.get(n, ())]
    problems = [
        f"{what}: {', '.join(names)}" for what, names in (("not started", absent), ("not finished", pending), ("failed", failed)) if names
    ]
    if problems:
        return Guard("required checks", False, "; ".join(problems))
    return Guard("required checks", True, f"{len(wanted)} passed" if wanted else "none is required")


def landed(record: Publication, tip: CommitId, *, contains_merge: bool, reverted_by: CommitId | None) -> tuple[Guard, ...]:
    """Whether a pull request that has landed left the history that later syncs need."""
    where = f"'{record.target_branch}' at {tip[:10]}"
    if not contains_merge:
        lost = f"{where} does not contain the merge {record.merge[:10]}: it landed squashed or rebased, and the merge base is lost; "
        return (Guard("landed", False, lost + "the next sync meets every old conflict again until the ancestry is recorded"),)
    if reverted_by is not None:
        told = f"{where} contains the merge {record.merge[:10]}, and {reverted_by[:10]} took its content back; "
        return (Guard("landed", False, told + "its commits are ancestors now and will not come again by themselves: revert the revert"),)
    return (Guard("landed", True, f"{where} contains the merge {record.merge[:10]}"),)
