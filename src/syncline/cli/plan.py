"""``syncline plan``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, REPO, print_json, progress_line


@click.command("plan", short_help="Say what would come, from whom, and what it will cost")
@REPO
@click.option("--source", default="", help="The revision that flows in (default: 'source' in syncline.toml).")
@click.option("--target", default="", help="The revision that receives (default: 'target' in syncline.toml).")
@click.option("--collisions/--no-collisions", default=True, help="Find the two commits that collide in each conflicted path.")
@click.option("--all", "everything", is_flag=True, help="Show every line of every list.")
@click.option("--fetch/--no-fetch", default=True, help="Ask the remotes of remote-tracking revisions first.")
@CONFIG
@JSON
def command(
    repo: Path, source: str, target: str, collisions: bool, everything: bool, fetch: bool, config: Path | None, as_json: bool
) -> int:
    """Say what SOURCE would bring to TARGET and what the merge will cost, before anything is merged. Nothing is written."""
    from syncline.run.forecasting import make_forecast

    with progress_line() as progress:
        found = make_forecast(repo, source, target, config, progress, fetch=fetch, collisions=collisions)
    if as_json:
        from syncline.report.forecast_data import forecast_data

        print_json(forecast_data(found))
    else:
        from rich.console import Console

        from syncline.report.forecast import print_forecast

        print_forecast(Console(), found, everything=everything)
    return 0
