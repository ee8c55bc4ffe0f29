"""A stack of portions, for the terminal and as ``syncline.stack/1``."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from syncline.core.names import shown
from syncline.core.plan import NothingToDo
from syncline.core.stack import Laid, Stack
from syncline.report.forecast_data import commit_data
from syncline.report.forecast_lines import commit_told, counted, say

_STYLE = {Laid.STOPPED: "bold yellow", Laid.WAITING: "dim", Laid.LANDED: "dim", Laid.KEPT: "dim"}


def print_stack(console: Console, stack: Stack | NothingToDo) -> None:
    """A line a portion, the lowest first."""
    if isinstance(stack, NothingToDo):
        console.print(Text(f"nothing to do: {shown(stack.reason)}", style="bold green"))
        return
    console.print(Text(f"{shown(stack.source)} into {shown(stack.target)} in {counted(len(stack.layers), 'portion')}", style="bold"))
    for number, layer in enumerate(stack.layers, 1):
        text = Text(f"  {number:>3}  ")
        text.append(f"{layer.laid.value:24}", style=_STYLE.get(layer.laid, "green"))
        text.append(f"  {shown(layer.branch)}" if layer.branch else "")
        text.append(f"  until {commit_told(layer.last)}", style="dim")
        say(console, text)
        if layer.carried:
            say(
                console,
                Text(
                    f"       {counted(len(layer.carried), 'repair')} kept: {', '.join(commit_told(c) for c in layer.carried)}", style="dim"
                ),
            )
        if layer.blockers:
            say(
                console,
                Text(f"       {counted(layer.blockers, 'open blocker')}; see: syncline audit {shown(layer.branch)}", style="yellow"),
            )
        if layer.reason:
            console.print(Text(f"       {shown(layer.reason)}", style="yellow"), soft_wrap=True)


def stack_data(stack: Stack | NothingToDo) -> dict[str, Any]:
    """Everything that a run of ``stack`` came to."""
    if isinstance(stack, NothingToDo):
        return {"schema": "syncline.stack/1", "reason": shown(stack.reason), "layers": []}
    return {
        "schema": "syncline.stack/1",
        "source": shown(stack.source),
        "target": shown(stack.target),
        "layers": [
            {
                "last": commit_data(layer.last),
                "laid": layer.laid.value,
                "branch": shown(layer.branch) or None,
                "tip": layer.tip,
                "carried": [commit_data(one) for one in layer.carried],
                "blockers": layer.blockers,
                "reason": shown(layer.reason) or None,
            }
            for layer in stack.layers
        ],
    }
