"""``syncline pause``."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import click

from syncline.cli.options import of_pair, progress_line

if TYPE_CHECKING:
    from syncline.run.publish import PublishRequest


@click.command("pause", short_help="Leave a published branch alone for a while")
@click.option("--reason", required=True, help="Why, for everybody who reads the pull request.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="The day on which publishing goes on (default: until resumed).")
@of_pair
def command(request: PublishRequest, reason: str, until: dt.datetime | None) -> int:
    """Stop publishing a pair, on every machine, until a day or until 'syncline resume'. Shown under the pull request."""
    from syncline.core.names import shown
    from syncline.run.pausing import pause

    with progress_line() as progress:
        made = pause(request, reason, f"{until:%Y-%m-%d}" if until else "", progress)
    click.echo(f"paused {'until ' + made.until if made.until else 'until resumed'}: {shown(made.reason)}")
    return 0
