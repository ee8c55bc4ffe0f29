"""``syncline publish``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, SOURCE, TARGET, ends_of, print_json, progress_line

if TYPE_CHECKING:
    from syncline.run.publish import PublishRequest


@click.command("publish", short_help="Turn a branch that sync made into one pull request, and keep it so")
@click.argument("branch", default="")
@REPO
@SOURCE
@TARGET
@PAIR
@click.option("--check", is_flag=True, help="Look whether it may land, or whether it landed as it should; change nothing.")
@click.option("--own-check", default="", help="With --check: the check of the forge that this runs in; it is not waited for.")
@click.option("--dry-run", is_flag=True, help="Print the body of the pull request and write nothing.")
@CONFIG
@JSON
def command(
    branch: str,
    repo: Path,
    source: str,
    target: str,
    pair: str,
    check: bool,
    own_check: str,
    dry_run: bool,
    config: Path | None,
    as_json: bool,
) -> int:
    """Push BRANCH (default: the newest sync branch) and open or update its pull request: a draft, described from its tree.

    One merge, at most one fix of ours on it, people's commits on top. What people pushed is carried along, never overwritten. Running it
    again, after whatever happened, goes on where it stopped. [publish] in syncline.toml says where to; by default a folder, without network.
    """
    from syncline.report.publication import print_publication, publication_data
    from syncline.run.publish import PublishRequest, publish_branch

    source, target = ends_of(repo, pair, source, target, config)
    if check:
        return _check(PublishRequest(repo, branch, source, target, config), own_check, as_json=as_json)
    with progress_line() as progress:
        done = publish_branch(PublishRequest(repo, branch, source, target, config, dry_run), progress)
    notes = (*(f"alarm: {a}" for a in done.alarms), *done.published.notes)
    published, position = done.published, done.facts.position if done.facts else None
    record = published.wanted.record if dry_run and published.wanted else published.record
    if as_json:
        print_json(publication_data(published.pull, record, published.halted, published.steps, notes, position))
        return done.exit_code
    if dry_run and published.wanted is not None:
        click.echo(published.wanted.body.encode("utf-8", "backslashreplace"))
        return done.exit_code
    from rich.console import Console

    print_publication(Console(), published.pull, record, published.halted, notes, position)
    return done.exit_code


def _check(request: PublishRequest, own_check: str, *, as_json: bool) -> int:
    from syncline.report.publication import guard_data, print_guards
    from syncline.run.guarding import check_landing

    with progress_line() as progress:
        found = check_landing(request, progress, own_check)
    if as_json:
        print_json(guard_data(found))
    else:
        from rich.console import Console

        print_guards(Console(), found)
    return 0 if all(g.passed for g in found) else 1
