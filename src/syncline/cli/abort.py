"""``syncline abort``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, PAIR, REPO, ends_of, progress_line


@click.command("abort", short_help="Withdraw the pull request and its branch")
@REPO
@click.option("--source", default="", help="The revision that flows in (default: 'source' in syncline.toml).")
@click.option("--target", default="", help="The revision that receives (default: 'target' in syncline.toml).")
@PAIR
@CONFIG
def command(repo: Path, source: str, target: str, pair: str, config: Path | None) -> int:
    """Close the pull request of a pair and delete its branch. A branch with commits of people on it stays, and that is said."""
    from syncline.core.names import shown
    from syncline.run.aborting import abort
    from syncline.run.publish import PublishRequest

    source, target = ends_of(repo, pair, source, target, config)
    with progress_line() as progress:
        done = abort(PublishRequest(repo, "", source, target, config), progress)
    branch = shown(done.record.branch)
    click.echo(f"withdrawn; branch {branch} {'stays: ' + done.kept if done.kept else 'is gone'}")
    return 0
