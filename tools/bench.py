"""Measure the command line against its limits and print a table.

Each line is the median of several runs after one that warms the file cache. Wall is seconds from start to end; CPU is user and system time
of the process and of everything it waited for (git); memory is the peak resident size of the largest single process among them. The exit
code is 1 when a limit is broken. Where the mirror of the model case is absent, its lines say so and do not count. Last come
the rules by themselves (``pace``), and how the cost of an audit grows with the changed files (``growth``).
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import growth
import pace

SYNCLINE = Path(sys.executable).with_name("syncline")
MIRROR = "NVIDIA+Megatron-LM/repo"
SOURCE = "157c023f2fea81e94a4990401723c80a67441bf0"
TARGET = "6888385fc7ee58b4cfe0f6395b63fe22e8a28a52"
MERGE = "8fd9908c446602e33a6b4799a85b761c3197cf30"


@dataclass(frozen=True, slots=True)
class Measure:
    """What to run, how often, the limits, and the exit codes that count as done. A blocked sync (1) has done its work.

    ``cold``: each run finds an empty cache, as the first night does; with ``earlier``, what these arguments have left there, as a night does
    that comes after another.
    """

    name: str
    arguments: tuple[str, ...]
    runs: int
    max_wall: float
    max_megabytes: float | None
    accepted: frozenset[int]
    cold: bool = False
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """One run: seconds, seconds, bytes."""

    wall: float
    cpu: float
    peak: int


class FailedRunError(Exception):
    """The command did not do its work; the message holds what it printed."""


def run(arguments: Sequence[str], accepted: frozenset[int], *, cache: str = "") -> Run:
    """Run syncline once, with a cache of its own where one is named. Output goes to a file, so that a slow reader is not measured."""
    with tempfile.TemporaryFile() as output:
        environment = {**os.environ, "XDG_CACHE_HOME": cache} if cache else None
        start = time.perf_counter()
        with subprocess.Popen(
            [str(SYNCLINE), *arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment
        ) as process:
            # wait4 and not wait: it gives the resources of this child alone, with what the child itself waited for.
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        if process.returncode not in accepted:
            output.seek(0)
            tail = output.read().decode("utf-8", "replace")[-2000:]
            message = f"syncline {' '.join(arguments)}: exit code {process.returncode}\n{tail}"
            raise FailedRunError(message)
    # Linux counts the resident size in kibibytes, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def run_cold(arguments: Sequence[str], accepted: frozenset[int], earlier: Sequence[str] = ()) -> Run:
    """Run syncline once with an empty cache, or with what an earlier run left in it."""
    with tempfile.TemporaryDirectory() as cache:
        if earlier:
            run(earlier, accepted, cache=cache)
        return run(arguments, accepted, cache=cache)


def median(runs: Sequence[Run]) -> Run:
    """The median of each quantity by itself."""
    return Run(
        statistics.median(r.wall for r in runs),
        statistics.median(r.cpu for r in runs),
        int(statistics.median(r.peak for r in runs)),
    )


def mirror() -> Path | str:
    """The model case's repository, or why it cannot be measured here."""
    folder = os.environ.get("SYNCLINE_MIRRORS")
    if not folder:
        return "SYNCLINE_MIRRORS is not set"
    path = Path(folder) / MIRROR
    return path if path.is_dir() else f"no {MIRROR} under SYNCLINE_MIRRORS"


def measures(repository: Path) -> tuple[Measure, ...]:
    """The model case: the sync that was due, and the audit of the merge that people made."""
    done = frozenset({0, 1})
    ends = ("--source", SOURCE, "--target", TARGET)
    # A dozen commits of the source and two of the target ago.
    before = ("--source", f"{SOURCE}~12", "--target", f"{TARGET}~2")
    sync = ("sync", "--repo", str(repository), "--dry-run", "--prefer", "target", "--no-fetch")
    plan = ("plan", "--repo", str(repository), "--no-fetch", "--source", SOURCE, "--target", TARGET)
    return (
        Measure("plan --no-collisions", (*plan, "--no-collisions"), 3, 3.0, 400, done),
        Measure("plan, collisions as well", plan, 3, 23.0, 400, done),
        Measure("sync --dry-run, 125 commits", (*sync, *ends), 5, 5.0, 400, done),
        Measure("sync, a night after another", (*sync, *ends), 1, 8.0, 400, done, cold=True, earlier=(*sync, *before)),
        Measure("sync, the first night", (*sync, *ends), 1, 15.0, 400, done, cold=True),
        Measure("audit, 125 commits", ("audit", "--repo", str(repository), MERGE), 3, 5.0, 400, done),
        Measure("audit, the first night", ("audit", "--repo", str(repository), MERGE), 1, 15.0, 800, done, cold=True),
    )


def line(name: str, wall: str, cpu: str, peak: str, verdict: str) -> None:
    """Print one line of the table."""
    print(f"{name:<30} {wall:>18} {cpu:>9} {peak:>18}   {verdict}", flush=True)


def linear() -> bool:
    """The series of audits over more and more changed files, each without what an earlier run remembers; true where the last is in proportion."""
    costs: list[float] = []
    print("\naudits of generated merges, both sides changed every file; CPU s, median of 3")
    for files in growth.SIZES:
        with tempfile.TemporaryDirectory() as folder:
            repository = Path(folder) / "repository.git"
            growth.build(repository, files)
            arguments = ("audit", "--repo", str(repository), "merge")
            result = median([run_cold(arguments, frozenset({0, 1})) for _ in range(3)])
        costs.append(result.cpu)
        print(f"{files:>6} files {result.cpu:>8.2f}   {result.cpu / costs[0]:.2f} times the first", flush=True)
    kept = costs[-1] <= growth.MOST * costs[0]
    print(
        f"{growth.SIZES[-1] // growth.SIZES[0]} times the files (at most {growth.MOST:.0f} times the time): {'ok' if kept else 'over the limit'}"
    )
    return kept


def main() -> int:
    """Measure everything that can be measured here."""
    found = mirror()
    todo = [Measure("--help", ("--help",), 9, 0.25, None, frozenset({0}))]
    if isinstance(found, Path):
        todo += measures(found)
    print(f"{os.cpu_count()} processors, Python {sys.version.split()[0]}, medians")
    line("", "wall s (limit)", "CPU s", "peak MB (limit)", "")
    broken = False
    for measure in todo:
        try:
            if measure.cold:
                runs = [run_cold(measure.arguments, measure.accepted, measure.earlier) for _ in range(measure.runs)]
            else:
                run(measure.arguments, measure.accepted)
                runs = [run(measure.arguments, measure.accepted) for _ in range(measure.runs)]
            result = median(runs)
        except FailedRunError as error:
            line(measure.name, "-", "-", "-", "failed")
            print(error, file=sys.stderr)
            broken = True
            continue
        megabytes = result.peak / 1e6
        kept = result.wall <= measure.max_wall and (measure.max_megabytes is None or megabytes <= measure.max_megabytes)
        memory = f"{megabytes:.0f}" + (f" ({measure.max_megabytes:.0f})" if measure.max_megabytes is not None else "")
        line(measure.name, f"{result.wall:.2f} ({measure.max_wall:.2f})", f"{result.cpu:.2f}", memory, "ok" if kept else "over the limit")
        broken = broken or not kept
    if isinstance(found, str):
        print(f"the model case: skipped, {found}")
    print("\nthe rules alone, in this process; CPU s (limit)")
    for name, seconds, limit in pace.report(found if isinstance(found, Path) else None, MERGE):
        print(f"{name:<40} {seconds:8.3f} ({limit:g})   {'ok' if seconds <= limit else 'over the limit'}", flush=True)
        broken = broken or seconds > limit
    broken = not linear() or broken
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
