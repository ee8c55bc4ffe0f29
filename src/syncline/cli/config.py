"""``syncline config``."""

from __future__ import annotations

from pathlib import Path

import click

from syncline.cli.options import CONFIG, JSON, PAIR, REPO, ends_of, print_json


@click.command("config", short_help="Print the configuration in force, and where each value comes from")
@REPO
@click.option("--target", default="", help="Read the configuration of this revision (default: the configured target, else HEAD).")
@CONFIG
@PAIR
@click.option("--schema", "as_schema", is_flag=True, help="Print the JSON Schema of syncline.toml.")
@JSON
def command(repo: Path, target: str, pair: str, config: Path | None, as_schema: bool, as_json: bool) -> int:
    """Print every setting, its value, and the file and line that sets it.

    A broken file is an error that names its lines and the nearest valid keys.
    """
    if as_schema:
        from syncline.config.schema import schema

        print_json(schema())
        return 0
    from syncline.config.in_force import settings
    from syncline.report.settings import print_settings, settings_data
    from syncline.run.configure import config_in_force

    _, target = ends_of(repo, pair, "", target, config)
    found = config_in_force(repo, target, config)
    rows = settings(found)
    if as_json:
        print_json(settings_data(found.origin, rows))
    else:
        from rich.console import Console

        print_settings(Console(), found.origin, rows)
    return 0
