"""How fast the rules are, in this process: a long file, and the conflicts of real merges.

The limits are those of the design: half of the files within 50 ms, all but one in a hundred within a second, and a file of 20,000 lines is fine.
Seconds here are processor time: what else runs on the machine does not count.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from syncline.core.merge import Merge
from syncline.core.names import BlobId, RepoPath
from syncline.core.tree import MODE_FILE, Conflict, ConflictKind, Entry, Version
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
from syncline.resolve.cascade import resolve_conflict
from syncline.resolve.filewise import Options
from syncline.run.replaying import Request, replay

MEDIAN, LAST, LONG = 0.05, 1.0, 10.0
_FUNCTIONS = 2_000
_MERGES = 25


def long_file() -> tuple[int, int, float]:
    """Lines, conflicts and seconds of a generated file of Python in which both sides changed every tenth function, in five ways."""
    texts = Merge(*("".join(_function(number, term) for number in range(_FUNCTIONS)) for term in ("base", "source", "target")))
    version = Version(RepoPath("long.py"), Entry(MODE_FILE, BlobId("0" * 40)))
    conflict = Conflict(RepoPath("long.py"), ConflictKind.CONTENT, Merge(version, version, version))
    contents = texts.map(str.encode)
    start = time.process_time()
    answer = resolve_conflict(conflict, Merge(contents.base, contents.source, contents.target), Options())
    return texts.base.count("\n"), len(answer.decisions), time.process_time() - start


def _function(number: int, term: str) -> str:
    """Ten lines. Of every tenth function both sides have a version of their own."""
    rows = [f"def step_{number}(one, two):", f'    """Step {number}."""', f"    found = begin({number})", "    count = one + two"]
    rows += [
        f"    found.add(count, {number})",
        f"    tell('{number}', found)",
        f"    last = found.end({number})",
        "    return last",
        "",
        "",
    ]
    if number % 10 == 0 and term != "base":
        other = term == "target"
        match number // 10 % 5:
            case 0:
                rows[4] = f"    found.add(count, {number}, {term}=True)"
            case 1:
                rows[4 + other] = rows[4 + other].replace("found", "known")
            case 2:
                rows.insert(4, f"    {term}_of_{number} = one")
            case 3:
                rows[5] = f'    tell("{number}", found)' if other else f"    tell('{number}', found, count)"
            case _:
                rows[2:4] = [f"    {term} = begin({number}, {int(other)})"]
    return "".join(f"{row}\n" for row in rows)


def of_merges(repository: Path, newest: str) -> list[float]:
    """Seconds of each conflicted file of the newest merges of a history that had conflicts."""
    with open_workshop(open_repository(repository)) as workshop:
        raw = workshop.git(["rev-list", "--min-parents=2", "--max-parents=2", f"--max-count={_MERGES * 8}", newest])
    found: list[float] = []
    merges = 0
    with tempfile.TemporaryDirectory() as folder:
        for told in replay(Request(repository, Path(folder), jobs=1), raw.decode().split()):
            found += [row.seconds for row in told.rows]
            merges += bool(told.rows)
            if merges == _MERGES:
                break
    return found


def report(repository: Path | None, newest: str) -> Iterator[tuple[str, float, float]]:
    """What was measured, its seconds and its limit."""
    lines, conflicts, seconds = long_file()
    yield f"{lines:,} lines, {conflicts} conflicts", seconds, LONG
    if repository is not None:
        times = sorted(of_merges(repository, newest))
        if times:
            yield f"{len(times)} files of merges, the median", statistics.median(times), MEDIAN
            yield f"{len(times)} files of merges, 99 of 100", times[int(len(times) * 0.99)], LAST
