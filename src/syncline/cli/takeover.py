"""``syncline takeover``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, REPORT_DIR, SOURCE, TARGET, ends_of, print_json, progress_line

if TYPE_CHECKING:
    from syncline.run.takeover import TakeoverRequest


@click.command("takeover", short_help="Finish by hand, in a work tree of its own, what no rule answers")
@REPO
@SOURCE
@TARGET
@PAIR
@click.option("--branch", default="", help="Name of the new branch; {source}, {target} and {date} are filled in.")
@click.option("--path", type=click.Path(path_type=Path), help="Where the work tree goes (default: beside the repository).")
@click.option("--continue", "go_on", is_flag=True, help="Audit what stands in the work tree, commit it, and remember the decisions.")
@click.option("--abort", is_flag=True, help="Remove the work tree and all that was done there.")
@click.option("--anyway", is_flag=True, help="With --continue: commit although the audit has blockers in what was edited.")
@click.option("--remote", default="", help="With --continue: keep the memory at this remote, as 'learn' does.")
@click.option("--fetch/--no-fetch", default=True, help="Ask the remotes of remote-tracking revisions first.")
@click.option("--dry-run", is_flag=True, help="Write nothing into the repository, and make no work tree.")
@CONFIG
@REPORT_DIR
@JSON
def command(
    repo: Path,
    source: str,
    target: str,
    pair: str,
    branch: str,
    path: Path | None,
    go_on: bool,
    abort: bool,
    anyway: bool,
    remote: str,
    fetch: bool,
    dry_run: bool,
    config: Path | None,
    report_dir: Path | None,
    as_json: bool,
) -> int:
    """Open tonight's open conflicts in a linked work tree, in the middle of a merge; your own work tree, index, HEAD and branches stay as they are.

    What rules can settle is settled; the rest has diff3 markers. Edit it, or run 'git mergetool' there. Then --continue audits the whole merge
    and commits it on the branch of a sync; what was decided is remembered, and not asked again. --abort leaves nothing behind.
    """
    from syncline.core.errors import UserError
    from syncline.run.keeping import require_folder
    from syncline.run.takeover import TakeoverRequest

    if go_on and abort:
        raise UserError("--continue and --abort exclude one another")
    if not go_on and (anyway or remote):
        raise UserError(f"{'--anyway' if anyway else '--remote'} belongs to --continue")
    if (go_on or abort) and (path is not None or branch):
        raise UserError(f"{'--path' if path is not None else '--branch'} belongs to opening a takeover")
    require_folder(report_dir)
    source, target = ends_of(repo, pair, source, target, config)
    request = TakeoverRequest(repo, source, target, branch, config, path, fetch, dry_run, anyway, remote)
    if abort:
        return _abort(request, as_json=as_json)
    return _continue(request, report_dir, as_json=as_json) if go_on else _open(request, as_json=as_json)


def _open(request: TakeoverRequest, *, as_json: bool) -> int:
    from rich.console import Console

    from syncline.report.takeover import opened_data, print_opened
    from syncline.run.takeover import take_over

    with progress_line() as progress:
        opened = take_over(request, progress)
    if as_json:
        print_json(opened_data(opened))
    else:
        print_opened(Console(), opened)
    return 0


def _continue(request: TakeoverRequest, report_dir: Path | None, *, as_json: bool) -> int:
    from rich.console import Console

    from syncline.report.takeover import finished_data, print_finished
    from syncline.run.keeping import keep_night
    from syncline.run.takeover_end import finish

    with progress_line() as progress:
        finished = finish(request, progress)
    if as_json:
        print_json(finished_data(finished))
    else:
        print_finished(Console(), finished)
    if finished.night is not None:
        keep_night(finished.night, request.path, report_dir, dry_run=request.dry_run)
    return finished.exit_code


def _abort(request: TakeoverRequest, *, as_json: bool) -> int:
    from syncline.core.names import shown
    from syncline.report.takeover import SCHEMA
    from syncline.run.takeover import give_up

    with progress_line() as progress:
        takeover = give_up(request, progress)
    if as_json:
        print_json({"schema": SCHEMA, "state": "would withdraw" if request.dry_run else "withdrawn", "path": shown(takeover.path)})
    elif request.dry_run:
        click.echo(f"dry run: would remove {shown(takeover.path)}")
    else:
        click.echo(f"withdrawn; {shown(takeover.path)} is gone")
    return 0
