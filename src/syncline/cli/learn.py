"""``syncline learn``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, print_json, progress_bar


@click.command("learn", short_help="Remember how past merges resolved their conflicts")
@REPO
@click.option("--from", "span", default="", metavar="REV..REV", help="Learn from the merges in this range, along first parents.")
@PAIR
@CONFIG
@click.option("--remote", default="", help="Keep the memory at this remote, for all runners (default: in this repository).")
@JSON
def command(repo: Path, span: str, pair: str, config: Path | None, remote: str, as_json: bool) -> int:
    """Remember how people resolved conflicts, so that the same conflict is not asked twice.

    The memory is a page behind refs/syncline/memory. Runners share it by fetch and push; two that write at once lose nothing. The rule
    recorded-decision uses it, and refuses where the same conflict was resolved in different ways.
    """
    if bool(span) == bool(pair):
        raise click.UsageError("say what to learn from: either --from REV..REV or a --pair, whose target's whole line is read")
    from syncline.run.learning import learn, span_length

    if pair:
        from syncline.run.pair_ends import whole_line

        span = whole_line(repo, pair, config)
    with progress_bar(span_length(repo, span), "merges") as advance:
        learned = learn(repo, span, remote, advance)
    if as_json:
        print_json({"merges": learned.merges, "found": learned.found, "new": learned.new, "total": learned.total})
    else:
        click.echo(f"{learned.merges} merges, {learned.found} decisions in them, {learned.new} of them new; {learned.total} are remembered")
    return 0
