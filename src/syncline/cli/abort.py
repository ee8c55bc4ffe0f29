"""``syncline abort``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from syncline.cli.options import of_pair, progress_line

if TYPE_CHECKING:
    from syncline.run.publish import PublishRequest


@click.command("abort", short_help="Withdraw the pull request and its branch")
@of_pair
def command(request: PublishRequest) -> int:
    """Close the pull request of a pair and delete its branch. A branch with commits of people on it stays, and that is said."""
    from syncline.core.names import shown
    from syncline.run.aborting import abort

    with progress_line() as progress:
        done = abort(request, progress)
    branch = shown(done.record.branch)
    click.echo(f"withdrawn; branch {branch} {'stays: ' + done.kept if done.kept else 'is gone'}")
    return 0
