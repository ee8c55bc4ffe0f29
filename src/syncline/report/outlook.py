"""What is asked for beyond a forecast, for the terminal: what waits and how it grew, what the target carries."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from syncline.core.backlog import Backlog, Burden
from syncline.core.forecast import Work
from syncline.core.names import shown
from syncline.core.outlook import Outlook
from syncline.report.forecast import ROWS, print_forecast
from syncline.report.forecast_lines import commit_told, counted, day, heading, lines_told, more, number, say, title_told


def print_outlook(console: Console, outlook: Outlook, *, everything: bool = False) -> None:
    """A forecast, then what waits, then what the target carries."""
    if outlook.name:
        console.rule(shown(outlook.name))
    print_forecast(console, outlook.forecast, everything=everything)
    if outlook.backlog is not None:
        _print_backlog(console, outlook.backlog)
    if outlook.burden is not None:
        _print_burden(console, outlook.burden, 1_000_000 if everything else ROWS)


def _print_backlog(console: Console, waiting: Backlog) -> None:
    last = f"last sync {day(waiting.last.date)} ({commit_told(waiting.last, subject=False)})" if waiting.last else "no sync so far"
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
        text = Text(
            f"  {shown(one.area.name):{width}}  {number(len(one.area.commits)):>5}  {lines_told(one.area.added, one.area.removed):>18}"
        )
        text.append(f"  {day(one.oldest)} – {day(one.newest)}", style="dim")
        text.append(f"  {', '.join(shown(author) for author, _ in one.authors)}", style="dim")
        text.append("".join(f"  {shown(owner)}" for owner in one.owners), style="cyan")
        if one.conflicts:
            text.append(f"  in {counted(one.conflicts, 'conflict')}", style="yellow")
        if one.past:
            text.append(f"  in {number(one.past)} of past syncs", style="yellow")
        telling = [said for said in one.area.commits if said.work is Work.FEATURE] or list(one.area.commits)
        text.append(f"  {'; '.join(title_told(said.title) for said in telling[:2])}", style="dim")
        say(console, text)
    more(console, len(load.loads) - rows, "places")
    for mine, theirs in load.upstreamed[:rows]:
        say(console, Text(f"  can go: {commit_told(mine)}  = {commit_told(theirs)}", style="green"))
