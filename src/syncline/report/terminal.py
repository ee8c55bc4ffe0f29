"""A report for the terminal. Repository text is printed as plain text, never as rich markup."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from syncline.core.effect import Done
from syncline.core.finding import Finding, Place, Severity
from syncline.core.fingerprint import fingerprint
from syncline.core.ledger import Accounting
from syncline.core.names import shown
from syncline.core.plan import NothingToDo, SyncPlan
from syncline.core.report import AuditReport
from syncline.core.resolution import ResolvedTree
from syncline.core.stakes import Stakes
from syncline.core.text import counted
from syncline.report.message import accepted_lines, conflict_lines, some_owners
from syncline.report.night import NightLike
from syncline.report.stakes import by_path, left_to_somebody, stakes_lines

_STYLE = {Severity.BLOCKER: "bold red", Severity.CONFIRM: "yellow", Severity.INFO: "dim"}
_FINDINGS = 25
_PLACES = 3
# Paths left to a preference that are listed; --json and the report have them all.
_LEFT = 10
# As much of a fingerprint as tells findings apart; --accept takes it.
_DIGITS = 8


def print_night(console: Console, night: NightLike) -> None:
    """One run of ``sync``."""
    plan = night.plan
    if isinstance(plan, NothingToDo):
        console.print(Text(f"! {plan.reason}", style="bold yellow") if plan.gone else Text(f"nothing to do: {plan.reason}"), soft_wrap=True)
        return
    _print_plan(console, plan, night)
    if night.merged is not None and night.resolved is not None:
        for line in conflict_lines(night.merged, night.resolved):
            console.print(Text(line))
        _print_left(console, night.resolved)
    if night.report is not None:
        console.print()
        print_audit(console, night.report)
    if night.verdict is not None:
        console.print(Text(f"verification: {night.verdict.state.value}"))
    _print_effect(console, night)


def _print_left(console: Console, resolved: ResolvedTree) -> None:
    """What is open, and what was left to a preference or a helper, each with what the whole answers would lose."""
    known = by_path(resolved.stakes)
    for conflict in resolved.open_conflicts[:_FINDINGS]:
        console.print(Text(f"  open: {shown(conflict.path)} ({conflict.kind.value})", style="yellow"), soft_wrap=True)
        if conflict.path in known:
            print_stakes(console, known[conflict.path])
    for stakes, kept in [(s, kept) for s, kept in left_to_somebody(resolved) if all(s.path != c.path for c in resolved.open_conflicts)][
        :_LEFT
    ]:
        console.print(
            Text(f"  {'left to a preference' if kept else 'left to a helper'}: {shown(stakes.path)} ({stakes.kind})"), soft_wrap=True
        )
        print_stakes(console, stakes)


def print_stakes(console: Console, stakes: Stakes) -> None:
    """Both whole answers to one conflict."""
    for line in stakes_lines(stakes):
        console.print(Text(f"    {line}", style="dim"), soft_wrap=True)


def _print_plan(console: Console, plan: SyncPlan, night: NightLike) -> None:
    console.print(
        Text(
            f"{shown(plan.source.name)} ({plan.source.commit[:10]}) into {shown(plan.target.name)} ({plan.target.commit[:10]})",
            style="bold",
        )
    )
    bases = ", ".join(base[:10] for base in plan.bases)
    console.print(Text(f"{len(plan.commits)} commits of {len(plan.authors)} authors, {len(plan.pulls)} pull requests named; base {bases}"))
    if night.volumes is not None:
        total = night.volumes.total
        most = ", ".join(f"{v.label} +{v.added} −{v.removed} in {v.files}" for v in night.volumes.counted[:4])
        console.print(Text(f"against the target: {total.files} files, +{total.added} −{total.removed} ({most})"))
        if night.volumes.excluded:
            console.print(
                Text(
                    "not counted: " + ", ".join(f"{v.label} {v.files} files +{v.added} −{v.removed}" for v in night.volumes.excluded),
                    style="dim",
                )
            )


def _print_effect(console: Console, night: NightLike) -> None:
    effect = night.effect
    if effect.done is Done.CREATED:
        console.print(Text(f"created branch {shown(effect.branch or '')} at {(effect.commit or '')[:10]}", style="bold"))
    elif effect.done is Done.NOOP:
        console.print(Text(f"{shown(effect.branch or '')} holds the same merge already; nothing was written", style="bold"))
    elif effect.done is Done.DRY_RUN:
        console.print(Text(f"dry run: would create branch {shown(effect.branch or '')}", style="bold"))
    elif effect.done is Done.STOPPED:
        hint = "take them over with 'syncline takeover', or resolve with --prefer target or --prefer source"
        console.print(Text(f"stopped: {effect.reason}; nothing was committed. {hint}", style="bold yellow"))


def print_audit(console: Console, report: AuditReport) -> None:
    """One audit: the accounting, then the findings, worst first."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("", "hunks", "present", "elsewhere", "equivalent", "overruled", "lost", "unanalysed"):
        table.add_column(name, justify="left" if not name else "right")
    for name, a in (("target", report.ledger.target), ("source", report.ledger.source)):
        table.add_row(name, *_numbers(a))
    console.print(table)
    edits = f"{counted(report.edits.conflicted, 'conflicted path')}, {report.edits.outside} outside conflicts"
    console.print(Text(f"edits beside git's own merge: {edits}"))
    for note in report.notes:
        console.print(Text(note, style="yellow"))
    counts = ", ".join(f"{report.count(s)} {s.value}" for s in Severity)
    console.print(Text(f"findings: {counts}", style="bold"))
    still_open = report.open_findings
    for finding in still_open[:_FINDINGS]:
        print_finding(console, finding)
    if len(still_open) > _FINDINGS:
        console.print(Text(f"and {len(still_open) - _FINDINGS} more; --json lists them all", style="dim"))
    if accepted := accepted_lines(report.findings):
        console.print(
            Text(f"{len(accepted)} accepted: {'; '.join(accepted[:_PLACES])}{' …' if len(accepted) > _PLACES else ''}", style="dim"),
            soft_wrap=True,
        )


def _numbers(a: Accounting) -> tuple[str, ...]:
    return tuple(str(n) for n in (a.hunks, a.present, a.elsewhere, a.equivalent, a.overruled, a.lost, a.unanalysed))


def print_finding(console: Console, finding: Finding) -> None:
    """One finding with its first places."""
    text = Text()
    text.append(f"{finding.severity.value:8}", style=_STYLE[finding.severity])
    text.append(f" {finding.check}")
    if finding.path is not None:
        text.append(f" {shown(finding.path)}" + (f":{finding.line}" if finding.line else ""), style="cyan")
    text.append(f"  {fingerprint(finding)[:_DIGITS]}", style="dim")
    text.append(f"\n         {shown(finding.message)}")
    for place in finding.places[:_PLACES]:
        if place.text:
            text.append(f"\n           {spot(place)}  {shown(place.text)}", style="dim")
    if len(finding.places) > _PLACES:
        text.append(f"\n           and {len(finding.places) - _PLACES} more places", style="dim")
    if finding.owners:
        text.append(f"\n         asks {some_owners(finding)}", style="dim")
    console.print(text, soft_wrap=True)


def spot(place: Place) -> str:
    """Where a place is: path and line, or the path alone where the merge has no line for it."""
    return f"{shown(place.path)}:{place.line}" if place.line else shown(place.path)
