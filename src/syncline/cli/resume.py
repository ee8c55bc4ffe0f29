"""``syncline resume``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, PAIR, REPO, ends_of, progress_line


@click.command("resume", short_help="End a pause")
@REPO
@click.option("--source", default="", help="The revision that flows in (default: 'source' in syncline.toml).")
@click.option("--target", default="", help="The revision that receives (default: 'target' in syncline.toml).")
@PAIR
@CONFIG
def command(repo: Path, source: str, target: str, pair: str, config: Path | None) -> int:
    """Let publishing go on after 'syncline pause'."""
    from syncline.core.names import shown
    from syncline.run.pausing import resume
    from syncline.run.publish import PublishRequest

    source, target = ends_of(repo, pair, source, target, config)
    with progress_line() as progress:
        ended = resume(PublishRequest(repo, "", source, target, config), progress)
    click.echo(f"resumed; it was paused by {shown(ended.by)}: {shown(ended.reason)}")
    return 0
