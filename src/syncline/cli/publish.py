"""``syncline publish``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, REPO, print_json, progress_line


@click.command("publish", short_help="Turn a branch that sync made into one pull request, and keep it so")
@click.argument("branch", default="")
@REPO
@click.option("--source", default="", help="The revision that flows in (default: 'source' in syncline.toml).")
@click.option("--target", default="", help="The revision that receives (default: 'target' in syncline.toml).")
@click.option("--dry-run", is_flag=True, help="Print the body of the pull request and write nothing.")
@CONFIG
@JSON
def command(branch: str, repo: Path, source: str, target: str, dry_run: bool, config: Path | None, as_json: bool) -> int:
    """Push BRANCH (default: the newest sync branch) and open or update its pull request: a draft, described from its tree.

    One merge, at most one fix of ours on it, people's commits on top. What people pushed is carried along, never overwritten. Running it
    again, after whatever happened, goes on where it stopped. [publish] in syncline.toml says where to; by default a folder, without network.
    """
    from syncline.report.publication import print_publication, publication_data
    from syncline.run.publish import PublishRequest, publish_branch

    with progress_line() as progress:
        done = publish_branch(PublishRequest(repo, branch, source, target, config, dry_run), progress)
    published, position = done.published, done.facts.position if done.facts else None
    record = published.wanted.record if dry_run and published.wanted else published.record
    if as_json:
        print_json(publication_data(published.pull, record, published.halted, published.steps, published.notes, position))
        return done.exit_code
    if dry_run and published.wanted is not None:
        click.echo(published.wanted.body.encode("utf-8", "backslashreplace"))
        return done.exit_code
    from rich.console import Console

    print_publication(Console(), published.pull, record, published.halted, published.notes, position)
    return done.exit_code
