"""``syncline install-driver``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import REPO


@click.command("install-driver", short_help="Make git use the rules in every merge, rebase and cherry-pick here")
@REPO
@click.option("--pattern", default="*", show_default=True, help="Paths it is used for, as in .gitattributes.")
@click.option("--command", "program", default="syncline", show_default=True, help="How git calls syncline.")
@click.option("--safe-only", is_flag=True, help="Let it apply SAFE answers alone.")
@click.option("--remove", "undo", is_flag=True, help="Take it out again.")
def command(repo: Path, pattern: str, program: str, safe_only: bool, undo: bool) -> int:
    """Register a merge driver in this repository's own configuration, and give it its paths in info/attributes.

    Nothing is committed, and nobody else's clone changes. What the rules leave open has diff3 markers, as usual.
    """
    from syncline.run.driving import install, remove

    if undo:
        remove(repo)
        click.echo("git merges here as it did before")
        return 0
    place = install(repo, program, pattern, safe_only=safe_only)
    click.echo(f"git now merges '{pattern}' by the rules of syncline; it stands in {place}")
    return 0
