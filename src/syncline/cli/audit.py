"""``syncline audit``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, REPO, REPORT_DIR, print_json, progress_line


@click.command("audit", short_help="Account for an existing merge commit, whoever made it")
@click.argument("merge")
@click.option("--tree", default="", help="Judge the tree of this commit in place of the merge's own: a branch with repairs on top.")
@REPO
@CONFIG
@REPORT_DIR
@JSON
def command(merge: str, tree: str, repo: Path, config: Path | None, report_dir: Path | None, as_json: bool) -> int:
    """Account for every change that both parents of MERGE brought, and look for what the merge broke.

    MERGE is any two-parent merge commit; its first parent is the target, its second the source. Nothing is written into the repository.
    """
    from syncline.run.auditing import audit_merge
    from syncline.run.keeping import keep_audit, require_folder

    require_folder(report_dir)
    with progress_line() as progress:
        report = audit_merge(repo, merge, config, progress, tree=tree)
    if as_json:
        from syncline.report.data import audit_data

        print_json(audit_data(report))
    else:
        from rich.console import Console

        from syncline.report.terminal import print_audit

        print_audit(Console(), report)
    keep_audit(report, report_dir)
    return 1 if report.blocked else 0
