"""``syncline resume``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from syncline.cli.options import of_pair, progress_line

if TYPE_CHECKING:
    from syncline.run.publish import PublishRequest


@click.command("resume", short_help="End a pause")
@of_pair
def command(request: PublishRequest) -> int:
    """Let publishing go on after 'syncline pause'."""
    from syncline.core.names import shown
    from syncline.run.pausing import resume

    with progress_line() as progress:
        ended = resume(request, progress)
    click.echo(f"resumed; it was paused by {shown(ended.by)}: {shown(ended.reason)}")
    return 0
