"""The base and the portions of a forecast, for the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from syncline.core.forecast import Forecast, Portions
from syncline.core.names import shown
from syncline.plan.health import rebasing_told
from syncline.report.forecast_lines import commit_told, counted, heading, more, number, say, title_told


def print_health(console: Console, forecast: Forecast) -> None:
    """What is wrong with the base, and how to put it right; nothing where it is sound."""
    if forecast.health.rebasing is not None:
        told = rebasing_told(forecast.health.rebasing, forecast.plan.source.name, forecast.plan.target.name)
        console.print(Text(f"! {shown(told)}", style="bold yellow"), soft_wrap=True)
    lost = forecast.health.lost
    if lost is not None:
        told = f"{counted(lost.commits, 'commit')} of the source landed as {commit_told(lost.landed)} without their ancestry"
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
            Text(
                f"! {commit_told(one.landed)} was merged and taken back by {commit_told(one.revert)}: its content is gone", style="yellow"
            ),
            soft_wrap=True,
        )
        console.print(Text(f"  land it again first: git revert {one.revert.short}", style="yellow"))


def print_portions(console: Console, portions: Portions, rows: int) -> None:
    """The portions, oldest first, with what each would cost."""
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
        text.append(f"until {one.last.short} {title_told(one.last.subject)}", style="dim")
        say(console, text)
    more(console, len(portions.slices) - rows * 2, "portions")
