"""The plan for a reader at a terminal: what comes, what the target has already, what goes away, what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from syncline.core.forecast import Area, Collision, ConflictForecast, Digest, Forecast, NameChange, NameFate, Twin, Work
from syncline.core.names import shown
from syncline.core.plan import NothingToDo, SyncPlan, Volume, Volumes
from syncline.report.forecast_base import print_health, print_portions
from syncline.report.forecast_lines import commit_told, counted, day, heading, lines_told, more, number, say, title_told

ROWS = 12
_EXAMPLES = 2
_WORKS = {
    Work.FEATURE: ("feature", "features"),
    Work.FIX: ("fix", "fixes"),
    Work.SPEED: ("speed-up", "speed-ups"),
    Work.CLEANUP: ("cleanup", "cleanups"),
    Work.TEST: ("test", "tests"),
    Work.DOC: ("document", "documents"),
    Work.CI: ("ci and build", "ci and build"),
    Work.DEPENDENCIES: ("dependency", "dependencies"),
    Work.REVERT: ("revert", "reverts"),
    Work.OTHER: ("unlabelled", "unlabelled"),
}


def print_forecast(console: Console, forecast: Forecast | NothingToDo, *, everything: bool = False) -> None:
    """The whole plan; lists are cut to what fits on a screen or two unless ``everything`` is wanted."""
    if isinstance(forecast, NothingToDo):
        if forecast.gone:
            console.print(Text(f"! {forecast.reason}", style="bold yellow"), soft_wrap=True)
        else:
            console.print(Text(f"nothing to do: {forecast.reason}", style="bold green"))
        return
    rows = 1_000_000 if everything else ROWS
    _print_head(console, forecast.plan)
    for note in forecast.notes:
        console.print(Text(f"! {shown(note)}", style="yellow"))
    print_health(console, forecast)
    _print_digest(console, forecast.digest, forecast.volumes, rows)
    _print_twins(console, forecast.twins, rows)
    _print_underway(console, forecast, rows)
    _print_names(console, forecast.names, rows)
    _print_costs(console, forecast, rows)
    if forecast.portions is not None:
        print_portions(console, forecast.portions, rows)


def _print_head(console: Console, plan: SyncPlan) -> None:
    line = Text(style="bold")
    line.append(_revision(plan.source.name, plan.source.commit), style="cyan")
    line.append(" → ")
    line.append(_revision(plan.target.name, plan.target.commit), style="magenta")
    console.print(line)
    dates = sorted(c.date for c in plan.commits if c.date > 0)
    span = f", {day(dates[0])} to {day(dates[-1])}" if dates and day(dates[0]) != day(dates[-1]) else f", {day(dates[0])}" if dates else ""
    pulls = f", {counted(len(plan.pulls), 'pull request')}" if plan.pulls else ""
    bases = ("base " if len(plan.bases) == 1 else f"{len(plan.bases)} bases: ") + ", ".join(base[:10] for base in plan.bases)
    console.print(Text(f"{counted(len(plan.commits), 'commit')} by {counted(len(plan.authors), 'author')}{pulls}{span}; {bases}"))


def _revision(name: str, commit: str) -> str:
    return shown(name) if commit.startswith(name) else f"{shown(name)} ({commit[:10]})"


def _print_digest(console: Console, digest: Digest, size: Volumes, rows: int) -> None:
    works = ", ".join(counted(n, *_WORKS[work]) for work, n in digest.works)
    heading(console, "What comes", works + (f"; {counted(digest.merges, 'merge')}" if digest.merges else ""))
    shown_areas = digest.areas[:rows]
    width = max((len(shown(a.name)) for a in shown_areas), default=0)
    lines = max((len(lines_told(a.added, a.removed)) for a in shown_areas), default=0)
    for area in shown_areas:
        text = Text(f"  {shown(area.name):{width}}  {number(len(area.commits)):>4}  {lines_told(area.added, area.removed):>{lines}}  ")
        say(console, text.append_text(_examples(area)))
    more(console, len(digest.areas) - rows, "places")
    sizes = "; ".join(_volume(v) for v in size.counted[:5]) or "no text"
    console.print(Text(f"  by language: {sizes}" + (f"; {len(size.counted) - 5} others" if len(size.counted) > 5 else "")))
    if size.excluded:
        console.print(Text("  counted apart: " + "; ".join(_volume(v) for v in size.excluded), style="dim"))
    for first, second in digest.undone[:rows]:
        console.print(Text(f"  taken back within: {commit_told(first)} by {commit_told(second, subject=False)}", style="yellow"))


def _examples(area: Area) -> Text:
    telling = sorted(area.commits, key=lambda s: (not s.breaking, s.work not in (Work.FEATURE, Work.SPEED, Work.FIX)))
    return Text(
        "; ".join(title_told(said.title) + (f" (#{said.commit.pull})" if said.commit.pull else "") for said in telling[:_EXAMPLES]),
        style="dim",
    )


def _volume(volume: Volume) -> str:
    lines = f" {lines_told(volume.added, volume.removed)}" if volume.added or volume.removed else ""
    return f"{volume.label}{lines} in {counted(volume.files, 'file')}"


def _print_twins(console: Console, twins: Sequence[Twin], rows: int) -> None:
    if not twins:
        return
    heading(console, "In the target already", counted(len(twins), "commit"))
    for twin in twins[:rows]:
        there = f"  = {commit_told(twin.target)}" if twin.target else ""
        say(console, Text.assemble(f"  {commit_told(twin.source)}", (f"{there}  ({twin.likeness.value})", "dim")))
    more(console, len(twins) - rows)


def _print_underway(console: Console, forecast: Forecast, rows: int) -> None:
    if forecast.underway:
        heading(console, "Being ported by hand", counted(len(forecast.underway), "commit"))
        for one in forecast.underway[:rows]:
            say(
                console,
                Text.assemble(f"  {commit_told(one.commit)}", (f"  open: #{one.pull} {title_told(one.title)}  ({one.how.value})", "dim")),
            )
        more(console, len(forecast.underway) - rows)
    if forecast.unasked:
        console.print(Text(f"  open pull requests: {shown(forecast.unasked)}", style="dim"), soft_wrap=True)


def _print_names(console: Console, names: Sequence[NameChange], rows: int) -> None:
    if not names:
        return
    fates = ", ".join(f"{n} {fate.value}" for fate in NameFate if (n := sum(1 for c in names if c.fate is fate)))
    used = sum(1 for c in names if c.uses)
    heading(console, "Public names that the source takes away", fates + (f"; {used} still in use after the merge" if used else ""))
    ordered = sorted(names, key=lambda c: (-len(c.uses), c.fate is NameFate.MOVED, c.path, c.name))
    for change in ordered[:rows]:
        text = Text("  ")
        text.append(f"{change.kind.value if change.kind else 'option'} {shown(change.name)}", style="bold" if change.uses else "")
        text.append(
            {NameFate.REMOVED: "", NameFate.RENAMED: f" → {shown(change.now)}", NameFate.MOVED: f" → {shown(change.now)}"}[change.fate]
        )
        text.append(f"  {shown(change.path)}", style="dim")
        say(console, text)
        if change.uses:
            places = ", ".join(f"{shown(use.path)}:{use.line}" for use in change.uses[:3])
            rest = f" and {len(change.uses) - 3} more" if len(change.uses) > 3 else ""
            say(console, Text(f"      still said at {places}{rest}", style="yellow"))
    more(console, len(names) - rows)


def _print_costs(console: Console, forecast: Forecast, rows: int) -> None:
    conflicts = forecast.conflicts
    if not conflicts:
        heading(console, "What it costs", "git merges everything without a conflict")
        return
    kinds = ", ".join(f"{number(paths)} {kind.value}" for kind, paths, _ in forecast.kinds)
    heading(console, "What it costs", f"{counted(len(conflicts), 'conflicted path')} ({kinds}), {counted(forecast.regions, 'region')}")
    still = sum(c.open for c in conflicts)
    rules = ", ".join(f"{rule} {number(n)}" for rule, n in forecast.rules)
    console.print(
        Text(
            f"  rules settle {number(forecast.regions - still)} of them"
            + (f" ({rules})" if rules else "")
            + f"; {number(still)} need a decision"
        )
    )
    unasked = [c for c in conflicts if not c.asked]
    if unasked:
        told = f"{counted(len(unasked), 'large path')} with {counted(sum(c.regions for c in unasked), 'region')}"
        console.print(Text(f"  the rules were not asked about {told}; --rules asks them all", style="dim"))
    ordered = sorted(conflicts, key=lambda c: (-c.open, -c.regions, c.path))
    for conflict in ordered[:rows]:
        _print_conflict(console, conflict)
    more(console, len(conflicts) - rows, "paths")


def _print_conflict(console: Console, conflict: ConflictForecast) -> None:
    text = Text(f"  {number(conflict.open):>4} of {number(conflict.regions):<4}")
    text.append(shown(conflict.path), style="cyan")
    if conflict.kind.value != "content":
        text.append(f"  {conflict.kind.value}", style="yellow")
    if conflict.policy:
        text.append(f"  {conflict.policy}", style="green")
    text.append("".join(f"  {shown(owner)}" for owner in conflict.owners), style="dim")
    say(console, text)
    for collision in conflict.collisions[:_EXAMPLES]:
        say(console, Text(f"               {_collision(collision)}", style="dim"))
    if len(conflict.collisions) > _EXAMPLES:
        left = counted(len(conflict.collisions) - _EXAMPLES, "more pair")
        say(console, Text(f"               … {left}", style="dim"))


def _collision(collision: Collision) -> str:
    across = commit_told(collision.target, subject=False)
    if collision.stale:
        across = f"an older text of the source, kept by the sync {across}"
    elif collision.carried:
        across = f"{across}, there since before the last sync"
    return f"{commit_told(collision.source, subject=False)} ✕ {across}"
