"""Options that several verbs share, and the progress line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeAlias

import click

Watch: TypeAlias = Callable[[str], None]

# Seconds without a word; what is done sooner needs no progress line.
PATIENCE = 1.0

REPO = click.option("--repo", type=click.Path(path_type=Path), default=Path(), help="The repository (default: here).")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
CONFIG = click.option("--config", type=click.Path(path_type=Path), help="Configuration file (default: syncline.toml at the target).")
SOURCE = click.option("--source", default="", help="The revision that flows in (default: 'source' in syncline.toml).")
TARGET = click.option("--target", default="", help="The revision that receives (default: 'target' in syncline.toml).")
PAIR = click.option("--pair", default="", help="The configured pair of this name, in place of a source and a target.")
REPORT_DIR = click.option("--report-dir", type=click.Path(path_type=Path), help="Keep the report in this folder.")


def ends_of(repo: Path, pair: str, source: str, target: str, config: Path | None) -> tuple[str, str]:
    """Source and target: those of the named pair, else as they were given. Raises ``UserError`` for an unknown pair."""
    if not pair:
        return source, target
    if source or target:
        raise click.UsageError(f"--pair names both ends; leave {'--source' if source else '--target'} out")
    from syncline.run.pair_ends import pair_ends

    return pair_ends(repo, pair, config)


def of_pair(command: Callable[..., int]) -> Callable[..., int]:
    """A verb about one published pair: it takes the options that name the pair, and gets them as ``request``."""

    @wraps(command)
    def asked(repo: Path, pair: str, source: str, target: str, config: Path | None, **others: Any) -> int:  # noqa: ANN401 - the verb's own options
        from syncline.run.publish import PublishRequest

        source, target = ends_of(repo, pair, source, target, config)
        return command(PublishRequest(repo, "", source, target, config), **others)

    with_options: Callable[..., int] = asked
    for option in (CONFIG, PAIR, TARGET, SOURCE, REPO):
        with_options = option(with_options)
    return with_options


@contextmanager
def progress_line() -> Iterator[Watch]:
    """A line on stderr that says what is being done and since when, once it takes longer than a second.

    Silent when stderr is not a terminal that can move its cursor; gone when the result is printed.
    """
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield lambda step: None
        return
    from threading import Lock, Timer

    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    live = Progress(*columns, console=console, transient=True)
    task = live.add_task("starting …", total=None)
    lock, over = Lock(), False

    def show() -> None:
        with lock:
            if not over:
                live.start()

    timer = Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield lambda step: live.update(task, description=f"{step} …")
    finally:
        timer.cancel()
        with lock:
            over = True
            live.stop()


def print_json(data: object) -> None:
    """The result on stdout, as UTF-8 JSON whatever the locale."""
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=False).encode("utf-8"))


@contextmanager
def progress_bar(total: int, unit: str) -> Iterator[Callable[[], None]]:
    """A bar on stderr with the time left, advanced by one at each call; silent when stderr is not a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(unit, total=total)
        yield lambda: progress.advance(task)
