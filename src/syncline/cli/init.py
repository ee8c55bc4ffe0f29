"""``syncline init``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import JSON, REPO, print_json, progress_line


@click.command("init", short_help="Look at the repository, write a commented syncline.toml and a CI workflow")
@REPO
@click.option("--to", type=click.Path(path_type=Path, file_okay=False), help="Write into this folder (default: the work tree).")
@click.option("--dry-run", is_flag=True, help="Print the files, write nothing.")
@JSON
def command(repo: Path, to: Path | None, dry_run: bool, as_json: bool) -> int:
    """Find out which branch flows into which, what guards the code and how it is built, and write a configuration that says so.

    A file that is there already is never overwritten. A bare repository gets its files printed, unless --to names a folder.
    """
    from syncline.report.beginning import begun_data, print_begun
    from syncline.run.initialising import begin

    with progress_line() as progress:
        found = begin(repo, to, progress, dry_run=dry_run)
    if as_json:
        print_json(begun_data(found.premises, found.files, found.written))
    else:
        from rich.console import Console

        print_begun(Console(), found.premises, found.files, found.written)
    return 0
