"""The plan for a reader at a terminal: what comes, what the target has already, what goes away, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from rich.console import Console
from rich.text import Text

from syncline.core.backlog import Backlog, Burden
from syncline.core.forecast import Area, Collision, ConflictForecast, Digest, Forecast, NameChange, NameFate, Portions, Twin, Work
from syncline.core.names import shown
from syncline.core.outlook import Outlook
from syncline.core.plan import NothingToDo, SyncPlan, Volume, Volumes
from syncline.core.provenance import Commit

_ROWS = 12
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
    rows = 1_000_000 if everything else _ROWS
    _print_head(console, forecast.plan)
    for note in forecast.notes:
        console.print(Text(f"! {shown(note)}", style="yellow"))
    _print_health(console, forecast)
    _print_digest(console, forecast.digest, forecast.volumes, rows)
    _print_twins(console, forecast.twins, rows)
    _print_underway(console, forecast, rows)
    _print_names(console, forecast.names, rows)
    _print_costs(console, forecast, rows)
    if forecast.portions is not None:
        _print_portions(console, forecast.portions, rows)


def print_outlook(console: Console, outlook: Outlook, *, everything: bool = False) -> None:
    """A forecast, then what waits, then what the target carries."""
    if outlook.name:
        console.rule(shown(outlook.name))
    print_forecast(console, outlook.forecast, everything=everything)
    if outlook.backlog is not None:
        _print_backlog(console, outlook.backlog)
    if outlook.burden is not None:
        _print_burden(console, outlook.burden, 1_000_000 if everything else _ROWS)


def _print_backlog(console: Console, waiting: Backlog) -> None:
    last = f"last sync {day(waiting.last.date)} ({_commit(waiting.last, subject=False)})" if waiting.last else "no sync so far"
    sizes = f"{counted(waiting.days, 'day')}, {counted(waiting.commits, 'commit')}, {counted(waiting.conflicts, 'conflicted path')}"
    heading(console, "Backlog", f"{sizes}; {last}")
    weeks = ", ".join(number(n) for n in waiting.weeks)
    console.print(Text(f"  waiting commits by age, in weeks from now: {weeks}", style="dim"))
    _print_nights(console, waiting)
    for alarm in waiting.alarms:
        console.print(Text(f"  ! {alarm}", style="bold yellow"))


_BARS = " ▁▂▃▄▅▆▇█"


def _print_nights(console: Console, waiting: Backlog) -> None:
    """How it grew: a bar and the numbers for each count that is known of more than one night."""
    counts = (
        ("commits", [n.commits for n in waiting.nights]),
        ("conflicted paths", [n.conflicts for n in waiting.nights if n.conflicts is not None]),
    )
    for name, values in counts:
        if len(values) > 1:
            most = max(values) or 1
            bars = "".join(_BARS[round(value * (len(_BARS) - 1) / most)] for value in values)
            grown = values[-1] - values[0]
            told = f"{number(values[0])} → {number(values[-1])} in {counted(len(values) - 1, 'night')} ({'+' if grown >= 0 else '−'}{number(abs(grown))})"
            console.print(Text(f"  {name} night by night: {bars}  {told}", style="dim"), soft_wrap=True)


def _print_burden(console: Console, load: Burden, rows: int) -> None:
    past = f"; the last {counted(load.syncs, 'sync')} had {counted(load.past, 'conflicted path')}" if load.syncs else ""
    heading(console, "What the target carries", f"{counted(load.commits, 'commit')} that the source does not have{past}")
    width = max((len(shown(one.area.name)) for one in load.loads[:rows]), default=0)
    for one in load.loads[:rows]:
        text = Text(f"  {shown(one.area.name):{width}}  {number(len(one.area.commits)):>5}  {_lines(one.area.added, one.area.removed):>18}")
        text.append(f"  {day(one.oldest)} – {day(one.newest)}", style="dim")
        text.append(f"  {', '.join(shown(author) for author, _ in one.authors)}", style="dim")
        if one.conflicts:
            text.append(f"  in {counted(one.conflicts, 'conflict')}", style="yellow")
        if one.past:
            text.append(f"  in {number(one.past)} of past syncs", style="yellow")
        say(console, text)
    more(console, len(load.loads) - rows, "places")
    for mine, theirs in load.upstreamed[:rows]:
        say(console, Text(f"  can go: {_commit(mine)}  = {_commit(theirs)}", style="green"))


def _print_health(console: Console, forecast: Forecast) -> None:
    lost = forecast.health.lost
    if lost is not None:
        told = f"{counted(lost.commits, 'commit')} of the source landed as {_commit(lost.landed)} without their ancestry"
        console.print(
            Text(f"! {told}: {lost.false} of {counted(lost.conflicts, 'conflicted path')} are false because of it", style="yellow"),
            soft_wrap=True,
        )
        if forecast.repair is None:
            console.print(Text("  repair it: syncline plan --repair-base", style="yellow"))
    if forecast.repair is not None:
        console.print(
            Text(f"  {forecast.repair.done.value}: branch {shown(forecast.repair.branch or '')}; the tree is the target's", style="green")
        )
    for one in forecast.health.taken_back:
        console.print(
            Text(f"! {_commit(one.landed)} was merged and taken back by {_commit(one.revert)}: its content is gone", style="yellow"),
            soft_wrap=True,
        )
        console.print(Text(f"  land it again first: git revert {one.revert.short}", style="yellow"))


def _print_portions(console: Console, portions: Portions, rows: int) -> None:
    easy = [one for one in portions.slices if not one.paths]
    heading(
        console,
        "Portions",
        f"{len(portions.slices)}; {len(easy)} of them ({counted(sum(one.commits for one in easy), 'commit')}) without a conflict",
    )
    console.print(
        Text(
            f"  one after another {counted(portions.paths, 'conflicted path')} and {counted(portions.regions, 'region')}, at once "
            f"{number(portions.at_once_paths)} and {number(portions.at_once_regions)}; forecast as if each conflict were kept as the target has it"
        ),
        soft_wrap=True,
    )
    hardest = max((len(one.paths) for one in portions.slices), default=0)
    for at, one in enumerate(portions.slices[: rows * 2], 1):
        text = Text(f"  {at:>4}  {counted(one.commits, 'commit'):>12}  ")
        text.append(f"{counted(len(one.paths), 'path'):>10}" if one.paths else "     clean", style="yellow" if one.paths else "green")
        text.append(f"  {'█' * round(8 * len(one.paths) / hardest) if hardest else '':8}  ", style="yellow")
        text.append(f"until {one.last.short} {_title(one.last.subject)}", style="dim")
        say(console, text)
    more(console, len(portions.slices) - rows * 2, "portions")


def heading(console: Console, name: str, rest: str = "") -> None:
    """A section begins."""
    console.print()
    console.print(Text.assemble((name, "bold"), (f"   {rest}" if rest else "", "default")))


def more(console: Console, left: int, what: str = "more") -> None:
    """Say what was left out."""
    if left > 0:
        console.print(Text(f"  … and {left} {what}; --all shows them", style="dim"))


def say(console: Console, text: Text) -> None:
    """One line, cut at the width of the terminal; whole where the output goes elsewhere."""
    wide = not console.is_terminal
    console.print(text, no_wrap=True, overflow="ignore" if wide else "ellipsis", crop=not wide, soft_wrap=wide)


def number(count: int) -> str:
    """A number that can be read: 12,345."""
    return f"{count:,}"


def counted(count: int, word: str, many: str = "") -> str:
    """A number with its word."""
    return f"{number(count)} {word if count == 1 else many or word + 's'}"


def day(seconds: int) -> str:
    """The day of a commit, in UTC."""
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%-d %b %Y}"
    except (ValueError, OverflowError, OSError):
        return "an impossible date"


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
    lines = max((len(_lines(a.added, a.removed)) for a in shown_areas), default=0)
    for area in shown_areas:
        text = Text(f"  {shown(area.name):{width}}  {number(len(area.commits)):>4}  {_lines(area.added, area.removed):>{lines}}  ")
        say(console, text.append_text(_examples(area)))
    more(console, len(digest.areas) - rows, "places")
    sizes = "; ".join(_volume(v) for v in size.counted[:5]) or "no text"
    console.print(Text(f"  by language: {sizes}" + (f"; {len(size.counted) - 5} others" if len(size.counted) > 5 else "")))
    if size.excluded:
        console.print(Text("  counted apart: " + "; ".join(_volume(v) for v in size.excluded), style="dim"))
    for first, second in digest.undone[:rows]:
        console.print(Text(f"  taken back within: {_commit(first)} by {_commit(second, subject=False)}", style="yellow"))


def _examples(area: Area) -> Text:
    telling = sorted(area.commits, key=lambda s: (not s.breaking, s.work not in (Work.FEATURE, Work.SPEED, Work.FIX)))
    return Text(
        "; ".join(_title(said.title) + (f" (#{said.commit.pull})" if said.commit.pull else "") for said in telling[:_EXAMPLES]),
        style="dim",
    )


def _title(text: str) -> str:
    clean = shown(text)
    return clean if len(clean) <= 60 else clean[:59].rstrip() + "…"


def _volume(volume: Volume) -> str:
    lines = f" {_lines(volume.added, volume.removed)}" if volume.added or volume.removed else ""
    return f"{volume.label}{lines} in {counted(volume.files, 'file')}"


def _lines(added: int, removed: int) -> str:
    return f"+{number(added)} −{number(removed)}"


def _print_twins(console: Console, twins: Sequence[Twin], rows: int) -> None:
    if not twins:
        return
    heading(console, "In the target already", counted(len(twins), "commit"))
    for twin in twins[:rows]:
        there = f"  = {_commit(twin.target)}" if twin.target else ""
        say(console, Text.assemble(f"  {_commit(twin.source)}", (f"{there}  ({twin.likeness.value})", "dim")))
    more(console, len(twins) - rows)


def _print_underway(console: Console, forecast: Forecast, rows: int) -> None:
    if forecast.underway:
        heading(console, "Being ported by hand", counted(len(forecast.underway), "commit"))
        for one in forecast.underway[:rows]:
            say(console, Text.assemble(f"  {_commit(one.commit)}", (f"  open: #{one.pull} {_title(one.title)}  ({one.how.value})", "dim")))
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
    across = _commit(collision.target, subject=False)
    if collision.stale:
        across = f"an older text of the source, kept by the sync {across}"
    elif collision.carried:
        across = f"{across}, there since before the last sync"
    return f"{_commit(collision.source, subject=False)} ✕ {across}"


def _commit(commit: Commit, *, subject: bool = True) -> str:
    name = f"#{commit.pull}" if commit.pull is not None else commit.short
    return f"{name} {_title(commit.subject.removesuffix(f'(#{commit.pull})').strip())}" if subject else f"{name} {shown(commit.author)}"
