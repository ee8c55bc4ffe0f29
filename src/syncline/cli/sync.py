"""``syncline sync``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, REPORT_DIR, SOURCE, TARGET, ends_of, print_json, progress_line

if TYPE_CHECKING:
    from syncline.run.publish import PublishRequest
    from syncline.run.sync import Night


@click.command("sync", short_help="Merge source into target, account for every change, commit on a branch of its own")
@REPO
@SOURCE
@TARGET
@PAIR
@click.option("--branch", default="", help="Name of the new branch; {source}, {target} and {date} are filled in.")
@click.option("--prefer", type=click.Choice(["stop", "target", "source"]), help="What to do where no rule answers.")
@click.option("--safe-only", is_flag=True, help="Apply SAFE answers alone.")
@click.option("--markers", is_flag=True, help="Commit what stays open with diff3 markers.")
@click.option("--fetch/--no-fetch", default=True, help="Ask the remotes of remote-tracking revisions first.")
@click.option("--publish/--no-publish", default=True, help="Publish the branch where [publish] names a remote or a forge.")
@click.option("--dry-run", is_flag=True, help="Write nothing into the repository.")
@CONFIG
@REPORT_DIR
@JSON
def command(
    repo: Path,
    source: str,
    target: str,
    pair: str,
    branch: str,
    prefer: str | None,
    safe_only: bool,
    markers: bool,
    fetch: bool,
    publish: bool,
    dry_run: bool,
    config: Path | None,
    report_dir: Path | None,
    as_json: bool,
) -> int:
    """Merge SOURCE into TARGET on a new branch: plan, merge, resolve, audit, commit.

    The work tree, index, HEAD and branches of the repository are never touched. The merge has two parents, the target first.
    """
    from syncline.core.names import shown
    from syncline.core.resolution import Preference
    from syncline.run.sync import Request, sync

    if report_dir is not None:
        from syncline.run.keeping import require_folder

        require_folder(report_dir)
    source, target = ends_of(repo, pair, source, target, config)
    request = Request(repo, source, target, branch, Preference(prefer) if prefer else None, safe_only, markers, fetch, dry_run, config)
    with progress_line() as progress:
        night = sync(request, progress)
    # The result comes first: it has happened, whether a report of it can be kept or not.
    if as_json:
        from syncline.report.night import night_data

        print_json(night_data(night))
    else:
        from rich.console import Console

        from syncline.report.terminal import print_night

        print_night(Console(), night)
    from syncline.run.keeping import keep_night

    kept = keep_night(night, repo, report_dir, dry_run=dry_run)
    if kept is not None and not as_json:
        click.echo(f"report: {shown(str(kept))}")
    if not publish:
        return night.exit_code
    from syncline.run.publish import PublishRequest

    return max(night.exit_code, _published(night, PublishRequest(repo, "", source, target, config), as_json=as_json))


def _published(night: Night, request: PublishRequest, *, as_json: bool) -> int:
    from rich.console import Console

    from syncline.report.publication import print_publication
    from syncline.run.publish import publish_night

    with progress_line() as progress:
        done = publish_night(request, night, progress)
    if done is None:
        return 0
    # JSON on stdout is the night's; what became of the pull request is told beside it, and by ``syncline publish --json``.
    told, position = done.published, done.facts.position if done.facts else None
    print_publication(
        Console(stderr=as_json), told.pull, told.record, told.halted, (*(f"alarm: {a}" for a in done.alarms), *told.notes), position
    )
    return done.exit_code
