"""``syncline replay``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, ends_of, print_json, progress_bar


@click.command("replay", short_help="Resolve historic merges again by the rules alone, and compare")
@REPO
@click.option("--merges", type=click.Path(path_type=Path), help="A file with one merge commit a line, or a table with a merge_sha column.")
@click.option("--last", type=click.IntRange(min=1), help="The last N two-parent merges of HEAD, or of a pair's target.")
@PAIR
@CONFIG
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Where resolved files and replay.jsonl go.")
@click.option("--repo-name", default="", metavar="OWNER/NAME", help="Write into a folder OWNER+NAME; takes its rows of a table alone.")
@click.option("--jobs", type=click.IntRange(min=0), default=0, help="Processes (default: one a core).")
@click.option("--safe-only", is_flag=True, help="Apply SAFE answers alone.")
@click.option("--limit", type=float, default=20.0, show_default=True, help="Seconds that one file may take; 0 for no limit.")
@JSON
def command(
    repo: Path,
    merges: Path | None,
    last: int | None,
    pair: str,
    config: Path | None,
    out: Path,
    repo_name: str,
    jobs: int,
    safe_only: bool,
    limit: float,
    as_json: bool,
) -> int:
    """Replay historic merges: resolve their conflicts by the rules alone, as if on the day.

    Nothing that happened after a merge's parents is looked at. Each path that is resolved whole is written to OUT/MERGE/PATH, or
    OUT/OWNER+NAME/MERGE/PATH with --repo-name; replay.jsonl beside the merges has one line for each conflicted path. Nothing is written into
    the repository.
    """
    import json

    from rich.console import Console

    from syncline.core.errors import UserError, WorldError
    from syncline.report.replay import Tally, print_replay, replay_row, skipped_row
    from syncline.run.replaying import Request, folder, replay, wanted_merges

    if (merges is None) == (last is None):
        raise UserError("say which merges: either --merges FILE or --last N")
    if pair and last is None:
        raise UserError("--pair says whose merges are the --last N")
    _, tip = ends_of(repo, pair, "", "", config)
    request = Request(repo, out, merges, last or 0, repo_name, jobs, safe_only, limit, tip or "HEAD")
    wanted = wanted_merges(request)
    tally = Tally()
    try:
        folder(request).mkdir(parents=True, exist_ok=True)
        with (folder(request) / "replay.jsonl").open("w", encoding="utf-8") as file, progress_bar(len(wanted), "merges") as advance:
            for told in replay(request, wanted):
                tally.add(told.rows)
                tally.skipped += told.skipped is not None
                rows = [replay_row(row) for row in told.rows] + ([skipped_row(told.skipped)] if told.skipped is not None else [])
                file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
                advance()
    except OSError as error:
        raise WorldError(f"cannot write into {out}: {error.strerror}") from error
    if as_json:
        print_json(tally.data())
    else:
        print_replay(Console(), tally)
    return 0
