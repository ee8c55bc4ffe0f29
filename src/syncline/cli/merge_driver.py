"""``syncline merge-driver``: one file of a merge that git is in the middle of."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("merge-driver", short_help="Merge one file for git; see install-driver")
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("current", type=click.Path(path_type=Path))
@click.argument("other", type=click.Path(path_type=Path))
@click.argument("name", default="")
@click.option("--safe-only", is_flag=True, help="Apply SAFE answers alone.")
def command(base: Path, current: Path, other: Path, name: str, safe_only: bool) -> int:
    """Merge OTHER into CURRENT, which both come from BASE, and write the result to CURRENT. NAME is the file's path (git's %P).

    Called by git as %O %A %B %P. Exit code 0: resolved. 1: conflicts are left, with diff3 markers around the smallest region and a label that
    names the rule that came nearest. 129 and above make git stop; that is left to real trouble.
    """
    from syncline.run.driving import drive

    return drive(base, current, other, name or str(current), safe_only=safe_only)
