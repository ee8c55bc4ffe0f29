"""The message of the fix commit: its families, each with cause, files and what shows it fixed; golden and regenerated files apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.acceptance import Acceptance
from syncline.report.message import inert


@dataclass(frozen=True, slots=True)
class Family:
    """Repairs of one cause. ``cause`` and ``proof`` are what their author wrote behind ``Cause:`` and ``Shown-by:``; empty when nothing."""

    subject: str
    cause: str
    files: tuple[str, ...]
    proof: str


_FILES = 12


def fix_message(families: tuple[Family, ...], apart: tuple[str, ...], *, signed_off_by: str) -> str:
    """Subject, families, the files that stand apart, trailer."""
    count = len(families)
    lines = [inert(families[0].subject) if count == 1 else f"Repair the sync: {count} families", ""]
    for number, family in enumerate(families, 1):
        lines.append(f"{number}. {inert(family.subject)}")
        lines.append(f"   Cause: {inert(family.cause) or 'not stated'}")
        lines.append(f"   Files: {_some(family.files)}")
        lines.append(f"   Shown by: {inert(family.proof) or 'not stated'}")
    if apart:
        lines += ["", f"Golden, generated and lock files: {_some(apart)}"]
    if signed_off_by:
        lines += ["", f"Signed-off-by: {signed_off_by}"]
    return "\n".join(lines) + "\n"


_DECISIONS = "Decisions, with their reasons in .syncline/decisions.toml:"


def with_decisions(text: str, decisions: Sequence[Acceptance], *, signed_off_by: str) -> str:
    """The message ``text`` of a fix (empty: there is none yet) with what was decided; an earlier list gives way to this one."""
    kept = text.partition(f"\n\n{_DECISIONS}\n")[0].split("\n\nSigned-off-by:")[0].strip()
    count = len(decisions)
    lines = [kept or f"Record what was decided about {count} finding{'s' if count != 1 else ''}", "", _DECISIONS]
    lines += [f"- {inert(one.check)}{f' in {inert(one.path)}' if one.path else ''}: {inert(one.reason)}" for one in decisions[:_FILES]]
    if count > _FILES:
        lines.append(f"- and {count - _FILES} more")
    if signed_off_by:
        lines += ["", f"Signed-off-by: {signed_off_by}"]
    return "\n".join(lines) + "\n"


def _some(files: tuple[str, ...]) -> str:
    told = ", ".join(inert(f) for f in files[:_FILES]) or "none"
    return told + (f" and {len(files) - _FILES} more" if len(files) > _FILES else "")
