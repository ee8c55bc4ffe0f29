"""A report as Markdown. Text of the repository is escaped: it cannot mention people, close issues, or become markup."""

from __future__ import annotations

import re

from syncline.core.finding import Finding, Severity
from syncline.core.fingerprint import fingerprint
from syncline.core.ledger import Accounting
from syncline.core.names import shown
from syncline.core.plan import NothingToDo
from syncline.core.report import AuditReport
from syncline.core.text import counted
from syncline.report.message import accepted_lines, conflict_lines, some_owners
from syncline.report.night import NightLike
from syncline.report.stakes import by_path, left_to_somebody, stakes_lines

_PLACES = 8


def night_markdown(night: NightLike) -> str:
    """One run of ``sync``."""
    plan = night.plan
    if isinstance(plan, NothingToDo):
        title = "Merged, but not there any more" if plan.gone else "Nothing to sync"
        return f"# {title}\n\n{escaped(plan.source.name)} into {escaped(plan.target.name)}: {plan.reason}.\n"
    out = [f"# Sync of {escaped(plan.source.name)} into {escaped(plan.target.name)}", ""]
    out += [
        f"{len(plan.commits)} commits of {len(plan.authors)} authors, {len(plan.pulls)} pull requests named. Result: **{night.effect.done.value}**.",
        "",
    ]
    if night.volumes is not None:
        total = night.volumes.total
        out += [f"Against the target: {total.files} files, +{total.added} −{total.removed}.", ""]
        out += ["| files | number | added | removed |", "| --- | ---: | ---: | ---: |"]
        out += [f"| {v.label} | {v.files} | {v.added} | {v.removed} |" for v in night.volumes.counted]
        out += [f"| not counted: {v.label} | {v.files} | {v.added} | {v.removed} |" for v in night.volumes.excluded]
        out.append("")
    if night.merged is not None and night.resolved is not None:
        out += ["## Conflicts", "", *[escaped(line.strip()) + "  " for line in conflict_lines(night.merged, night.resolved)], ""]
        known = by_path(night.resolved.stakes)
        for c in night.resolved.open_conflicts:
            out.append(f"- open: {code(c.path)} ({c.kind.value})")
            out += [f"  - {escaped(line)}" for line in (stakes_lines(known[c.path]) if c.path in known else ())]
        still = {c.path for c in night.resolved.open_conflicts}
        for stakes, kept in left_to_somebody(night.resolved):
            if stakes.path not in still:
                out.append(f"- left to a {'preference' if kept else 'helper'}: {code(stakes.path)} ({stakes.kind})")
                out += [f"  - {escaped(line)}" for line in stakes_lines(stakes)]
    if night.report is not None:
        out += ["", audit_markdown(night.report, level=2)]
    if night.verdict is not None:
        out += ["## Verification", "", f"{night.verdict.state.value}: {night.verdict.reason}", ""]
    return "\n".join(out)


def audit_markdown(report: AuditReport, *, level: int = 1) -> str:
    """One audit: the totals, then the findings, worst first."""
    head = "#" * level
    what = f"merge {report.merge[:10]}" if report.merge else f"tree {report.tree[:10]}"
    out = [f"{head} Audit of {what}", "", "| side | hunks | present | elsewhere | equivalent | overruled | lost | unanalysed |"]
    out += [
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        _row("target", report.ledger.target),
        _row("source", report.ledger.source),
        "",
    ]
    out += [
        f"Edits beside git's own merge: {counted(report.edits.conflicted, 'conflicted path')}, {report.edits.outside} outside conflicts.",
        "",
    ]
    if report.notes:
        out += [*[f"- {escaped(note)}" for note in report.notes], ""]
    for severity in Severity:
        some = [f for f in report.open_findings if f.severity is severity]
        if some:
            out += [f"{head}# {severity.value} ({len(some)})", "", *[line for f in some for line in _finding(f)], ""]
    if accepted := accepted_lines(report.findings):
        out += [
            f"<details><summary>{len(accepted)} accepted</summary>",
            "",
            *[f"- {escaped(line)}" for line in accepted],
            "",
            "</details>",
            "",
        ]
    if not report.findings:
        out += ["No findings.", ""]
    return "\n".join(out)


def _row(name: str, a: Accounting) -> str:
    return f"| {name} | {a.hunks} | {a.present} | {a.elsewhere} | {a.equivalent} | {a.overruled} | {a.lost} | {a.unanalysed} |"


def _finding(finding: Finding) -> list[str]:
    where = f" {code(finding.path)}" + (f" line {finding.line}" if finding.line else "") if finding.path else ""
    out = [f"- **{finding.check}**{where}: {escaped(finding.message)} ({fingerprint(finding)})"]
    for place in finding.places[:_PLACES]:
        spot = f"{place.path}:{place.line}" if place.line else place.path
        out.append(f"  - {code(spot)}" + (f" {code(place.text)}" if place.text else ""))
    if len(finding.places) > _PLACES:
        out.append(f"  - and {len(finding.places) - _PLACES} more places")
    if finding.owners:
        out.append(f"  - asks {escaped(some_owners(finding))}")
    if finding.proposal:
        out.append(f"  - proposal: {escaped(finding.proposal)}")
    return out


def escaped(text: str) -> str:
    """Foreign text as plain words of Markdown."""
    text = re.sub(r"([\\`*_{}\[\]<>|~])", r"\\\1", shown(text))
    text = re.sub(r"#(?=\d)", "#\u200b", text)
    return re.sub(r"@(?=\w)", "@\u200b", text)


def code(text: str) -> str:
    """Foreign text as inline code, whatever backticks it holds."""
    text = shown(text)
    fence = "`" * (max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
