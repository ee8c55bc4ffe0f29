"""``syncline stack``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, ends_of, print_json, progress_line


@click.command("stack", short_help="Merge the source in portions, each on a branch on top of the one before")
@REPO
@click.option("--source", default="", help="The revision that flows in (default: 'source' in syncline.toml).")
@click.option("--target", default="", help="The revision that receives (default: 'target' in syncline.toml).")
@PAIR
@click.option("--branch", default="", help="Name of the branches, before their number; {source}, {target} and {date} are filled in.")
@click.option("--tags", is_flag=True, help="Cut where the source has tags (default: around the commits that collide).")
@click.option("--max-commits", type=click.IntRange(min=1), help="No portion has more commits than this.")
@click.option("--until", default="", help="Stack the source only up to this revision.")
@click.option("--prefer", type=click.Choice(["stop", "target", "source"]), help="What to do where no rule answers.")
@click.option("--fetch/--no-fetch", default=True, help="Ask the remotes of remote-tracking revisions first.")
@click.option("--dry-run", is_flag=True, help="Write nothing into the repository; what lies above the first new portion is not merged.")
@CONFIG
@JSON
def command(
    repo: Path,
    source: str,
    target: str,
    pair: str,
    branch: str,
    tags: bool,
    max_commits: int | None,
    until: str,
    prefer: str | None,
    fetch: bool,
    dry_run: bool,
    config: Path | None,
    as_json: bool,
) -> int:
    """Merge SOURCE into TARGET in portions: a branch for each, the first on TARGET, every other on the one before.

    Run it again when TARGET has moved, when a lower portion got a repair, or when a conflict was decided: what still fits is kept, what lies above a
    change is merged anew on new branches, with the commits that people had put on top. No branch is moved or deleted.
    """
    from syncline.core.plan import NothingToDo
    from syncline.core.resolution import Preference
    from syncline.report.stack import print_stack, stack_data
    from syncline.run.stack import StackRequest, stack

    source, target = ends_of(repo, pair, source, target, config)
    request = StackRequest(
        repo,
        source,
        target,
        branch,
        "tags" if tags else "auto",
        max_commits or 0,
        until,
        Preference(prefer) if prefer else None,
        config,
        fetch,
        dry_run,
    )
    with progress_line() as progress:
        found = stack(request, progress)
    if as_json:
        print_json(stack_data(found))
    else:
        from rich.console import Console

        print_stack(Console(), found)
    return 0 if isinstance(found, NothingToDo) else found.exit_code
