"""The message of the merge commit: what was brought and how conflicts went."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from syncline.core.finding import Finding
from syncline.core.names import shown
from syncline.core.plan import SyncPlan
from syncline.core.resolution import Outcome, ResolvedTree
from syncline.core.text import counted
from syncline.core.tree import MergedTree

_LISTED = 40
_OWNERS = 4


def commit_message(plan: SyncPlan, merged: MergedTree, resolved: ResolvedTree, *, signed_off_by: str) -> str:
    """Subject, what came, how conflicts went, trailers. Subjects of the source are quoted inertly: no mention, no closing word survives."""
    count = len(plan.commits)
    lines = [f"Sync {inert(plan.source.name)} into {inert(plan.target.name)}: {count} commit{'s' if count != 1 else ''}", ""]
    lines += [
        f"Brings {counted(count, 'commit')} of {counted(len(plan.authors), 'author')}, from {plan.bases[0][:10]} to {plan.source.commit[:10]}."
    ]
    if plan.pulls:
        lines += [f"Pull requests named in the subjects: {len(plan.pulls)}."]
    lines += ["", *conflict_lines(merged, resolved), ""]
    for commit in plan.commits[:_LISTED]:
        lines.append(f"  {commit.short} {inert(commit.subject)}"[:120])
    if count > _LISTED:
        lines.append(f"  and {count - _LISTED} more")
    lines += ["", f"Syncline-Source: {plan.source.commit}", f"Syncline-Target: {plan.target.commit}"]
    if signed_off_by:
        lines.append(f"Signed-off-by: {signed_off_by}")
    return "\n".join(lines) + "\n"


def conflict_lines(merged: MergedTree, resolved: ResolvedTree) -> list[str]:
    """How the conflicts went, in a few lines."""
    if not merged.conflicts:
        return ["git merged everything without a conflict."]
    kinds = Counter(c.kind.value for c in merged.conflicts)
    lines = [f"git left {counted(len(merged.conflicts), 'conflict')}: " + ", ".join(f"{n} {kind}" for kind, n in kinds.most_common()) + "."]
    how = Counter((d.outcome, d.rule) for d in resolved.decisions)
    for (outcome, rule), number in sorted(how.items(), key=lambda item: -item[1]):
        regions = f"{number} region{'s' if number != 1 else ''}"
        if outcome is Outcome.RULE:
            lines.append(f"  {regions} settled by the rule {rule}")
        elif outcome is Outcome.PEOPLE:
            lines.append(f"  {regions} decided by hand ({rule})")
        elif outcome is Outcome.PREFERENCE:
            lines.append(f"  {regions} decided by preference ({rule}); each asks its owner")
        else:
            lines.append(f"  {regions} left open, with diff3 markers")
    return lines


def some_owners(finding: Finding) -> str:
    """Whom a finding asks, the first few; text of the repository, not yet escaped for where it goes but printable."""
    more = len(finding.owners) - _OWNERS
    return ", ".join(map(shown, finding.owners[:_OWNERS])) + (f" and {more} more" if more > 0 else "")


def accepted_lines(findings: Iterable[Finding]) -> list[str]:
    """One line for each accepted finding: what, where, by whom, why, until when. Printable, not yet escaped for where it goes."""
    return [
        shown(
            f"{f.check}{f' {f.path}' if f.path else ''} ({f.accepted.by}: {f.accepted.reason}{f', until {f.accepted.until}' if f.accepted.until else ''})"
        )
        for f in findings
        if f.accepted is not None
    ]


def inert(text: str) -> str:
    """Foreign text that cannot mention people, close issues or fake a trailer once it stands in a commit message."""
    text = re.sub(r"#(?=\d)", "no. ", shown(text))
    # Forges follow these too: "closes GH-3", "fixes https://…/issues/4".
    text = re.sub(r"\b(GH|GL)-(?=\d)", r"\1 no. ", text, flags=re.IGNORECASE).replace("://", ": //")
    return re.sub(r"@(?=\w)", "(at)", text)
