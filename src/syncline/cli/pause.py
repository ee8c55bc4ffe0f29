"""``syncline pause``."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click

from syncline.cli.options import CONFIG, PAIR, REPO, ends_of, progress_line


@click.command("pause", short_help="Leave a published branch alone for a while")
@click.option("--reason", required=True, help="Why, for everybody who reads the pull request.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="The day on which publishing goes on (default: until resumed).")
@REPO
@click.option("--source", default="", help="The revision that flows in (default: 'source' in syncline.toml).")
@click.option("--target", default="", help="The revision that receives (default: 'target' in syncline.toml).")
@PAIR
@CONFIG
def command(reason: str, until: dt.datetime | None, repo: Path, source: str, target: str, pair: str, config: Path | None) -> int:
    """Stop publishing a pair, on every machine, until a day or until 'syncline resume'. Shown under the pull request."""
    from syncline.core.names import shown
    from syncline.run.pausing import pause
    from syncline.run.publish import PublishRequest

    source, target = ends_of(repo, pair, source, target, config)
    with progress_line() as progress:
        made = pause(PublishRequest(repo, "", source, target, config), reason, f"{until:%Y-%m-%d}" if until else "", progress)
    click.echo(f"paused {'until ' + made.until if made.until else 'until resumed'}: {shown(made.reason)}")
    return 0
