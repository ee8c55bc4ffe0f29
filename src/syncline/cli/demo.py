"""``syncline demo``."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from syncline.cli.options import JSON, print_json, progress_line


@click.command("demo", short_help="Build a small diverged repository, sync it and show the report")
@click.option("--keep", type=click.Path(path_type=Path), help="Build the repository in this new folder and leave it there.")
@JSON
def command(keep: Path | None, as_json: bool) -> int:
    """Build a small repository whose two branches went apart, sync it, and audit a careless merge of the same branches.

    Nothing but a temporary folder (or the one of --keep) is written. The commits are the same on every machine.
    """
    if keep is not None:
        return _show(keep, as_json=as_json, kept=True)
    with tempfile.TemporaryDirectory(prefix="syncline-demo-", ignore_cleanup_errors=True) as folder:
        return _show(Path(folder) / "tide.git", as_json=as_json, kept=False)


def _show(folder: Path, *, as_json: bool, kept: bool) -> int:
    from syncline.run.demo.show import demonstrate

    with progress_line() as progress:
        shown = demonstrate(folder, progress)
    if as_json:
        from syncline.report.data import audit_data
        from syncline.report.night import night_data

        print_json({"schema": "syncline.demo/1", "sync": night_data(shown.night), "careless": audit_data(shown.careless)})
        return 0
    from rich.console import Console
    from rich.rule import Rule

    from syncline.report.terminal import print_audit, print_night

    console = Console()
    console.print(f"A repository of {shown.commits} commits whose branches main and dev went apart. It is synced:", soft_wrap=True)
    console.print(Rule("syncline sync --source main --target dev --prefer target", align="left"))
    print_night(console, shown.night)
    console.print()
    console.print("The same merge by somebody in a hurry, who took every conflicted file from main. It is audited:", soft_wrap=True)
    console.print(Rule(f"syncline audit {shown.branch}", align="left"))
    print_audit(console, shown.careless)
    console.print()
    last = f"It is kept in {folder}" if kept else "It is gone again; to look around in it: syncline demo --keep DIR"
    console.print(last, soft_wrap=True, markup=False, highlight=False)
    return 0
