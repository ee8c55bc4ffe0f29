"""``syncline audit``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, REPORT_DIR, print_json, progress_line


@click.command("audit", short_help="Account for an existing merge commit, whoever made it")
@click.argument("merge", default="")
@PAIR
@click.option("--tree", default="", help="Judge the tree of this commit in place of the merge's own: a branch with repairs on top.")
@click.option(
    "--accept", multiple=True, metavar="FINGERPRINT", help="Record that this finding may stand (repeatable; its first digits do)."
)
@click.option("--reason", default="", help="Why it may stand; needed with --accept.")
@click.option(
    "--until", default="", metavar="DATE", help="Last day of the decision, as YYYY-MM-DD (default: while the content stays the same)."
)
@click.option("--revoke", multiple=True, metavar="FINGERPRINT", help="Take a recorded decision back (repeatable).")
@REPO
@CONFIG
@REPORT_DIR
@JSON
def command(
    merge: str,
    pair: str,
    tree: str,
    accept: tuple[str, ...],
    reason: str,
    until: str,
    revoke: tuple[str, ...],
    repo: Path,
    config: Path | None,
    report_dir: Path | None,
    as_json: bool,
) -> int:
    """Account for every change that both parents of MERGE brought, and look for what the merge broke.

    MERGE is any two-parent merge commit; its first parent is the target, its second the source. With --pair it is the last sync of that pair that
    landed. Nothing is written into the repository.

    --accept records a decision of yours under refs/syncline/decisions, and nothing else. It holds in later audits and syncs while what the
    finding speaks of stays the same.
    """
    if not accept and (reason or until):
        raise click.UsageError(f"{'--reason' if reason else '--until'} belongs to a decision; name the finding with --accept")
    if bool(merge) == bool(pair):
        raise click.UsageError("name either a MERGE or a --pair")
    from syncline.run.auditing import audit_merge
    from syncline.run.decisions import Order
    from syncline.run.keeping import keep_audit, require_folder

    require_folder(report_dir)
    if pair:
        from syncline.run.pair_ends import landed_sync

        merge = landed_sync(repo, pair, config)
    with progress_line() as progress:
        report = audit_merge(
            repo, merge, config, progress, tree=tree, order=Order(accept, reason, until, revoke) if accept or revoke else None
        )
    if as_json:
        from syncline.report.data import audit_data

        print_json(audit_data(report))
    else:
        from rich.console import Console

        from syncline.report.terminal import print_audit

        print_audit(Console(), report)
    keep_audit(report, report_dir)
    return 1 if report.blocked else 0
