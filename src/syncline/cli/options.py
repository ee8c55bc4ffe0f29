"""Options that several verbs share, and the progress line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import click

Watch: TypeAlias = Callable[[str], None]

REPO = click.option("--repo", type=click.Path(path_type=Path), default=Path(), help="The repository (default: here).")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
CONFIG = click.option("--config", type=click.Path(path_type=Path), help="Configuration file (default: syncline.toml at the target).")
REPORT_DIR = click.option("--report-dir", type=click.Path(path_type=Path), help="Keep the report in this folder.")


@contextmanager
def progress_line() -> Iterator[Watch]:
    """A line on stderr that says what is being done; silent when stderr is not a terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda step: None
        return
    with console.status("starting") as status:
        yield lambda step: status.update(f"{step} …")


def print_json(data: object) -> None:
    """The result on stdout, as UTF-8 JSON whatever the locale."""
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=False).encode("utf-8"))
