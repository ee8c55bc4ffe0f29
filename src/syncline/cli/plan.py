"""``syncline plan``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, SOURCE, TARGET, ends_of, print_json, progress_line


@click.command("plan", short_help="Say what would come, from whom, and what it will cost")
@REPO
@SOURCE
@TARGET
@click.option("--collisions/--no-collisions", default=True, help="Find the two commits that collide in each conflicted path.")
@click.option("--rules", is_flag=True, help="Ask every rule about every conflict, however long it takes.")
@click.option(
    "--slices", type=click.Choice(["auto"]), help="Cut the source into portions: what does not conflict goes alone, each hard commit too."
)
@click.option("--tags", is_flag=True, help="Cut the source into portions that end at its tags.")
@click.option("--max-commits", type=click.IntRange(min=1), help="No portion has more commits than this.")
@click.option("--until", default="", help="Plan the source only up to this revision.")
@click.option("--repair-base", is_flag=True, help="Commit the ancestry that a squashed or rebased sync has lost, on a branch of its own.")
@click.option("--burden", is_flag=True, help="Say what the target carries that the source does not have.")
@PAIR
@click.option("--pairs", is_flag=True, help="Every configured pair, in the order in which changes flow.")
@click.option(
    "--nights", type=click.IntRange(min=0), default=0, help="Merge as the last N nights would have, and say how the conflicts grew."
)
@click.option("--alarm", is_flag=True, help="End with exit code 1 when the backlog passes a threshold of the configuration.")
@click.option("--all", "everything", is_flag=True, help="Show every line of every list.")
@click.option("--fetch/--no-fetch", default=True, help="Ask the remotes of remote-tracking revisions first.")
@CONFIG
@JSON
def command(
    repo: Path,
    source: str,
    target: str,
    collisions: bool,
    rules: bool,
    slices: str | None,
    tags: bool,
    max_commits: int | None,
    until: str,
    repair_base: bool,
    burden: bool,
    pair: str,
    pairs: bool,
    nights: int,
    alarm: bool,
    everything: bool,
    fetch: bool,
    config: Path | None,
    as_json: bool,
) -> int:
    """Say what SOURCE would bring to TARGET and what the merge will cost, before anything is merged. Nothing is written unless --repair-base asks for it."""
    from syncline.run.forecasting import Wishes
    from syncline.run.outlook import outlooks

    cut = "tags" if tags else slices or ("auto" if max_commits else "")
    wishes = Wishes(collisions, rules, cut, max_commits or 0, until, repair_base)
    source, target = ends_of(repo, pair, source, target, config)
    with progress_line() as progress:
        found = outlooks(repo, source, target, config, progress, wishes, fetch=fetch, every=pairs, carried=burden, nights=nights)
    if as_json:
        from syncline.report.forecast_data import outlook_data

        data = [outlook_data(one) for one in found]
        print_json(data if pairs else data[0])
    else:
        from rich.console import Console

        from syncline.report.outlook import print_outlook

        for one in found:
            print_outlook(Console(), one, everything=everything)
    return 1 if alarm and any(one.backlog is not None and one.backlog.alarms for one in found) else 0
