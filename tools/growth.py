"""Does the cost of an audit grow with the number of changed files, and no faster? Audits of generated merges of 1x, 2x and 4x as many.

Both sides change every file of a generated package, and the merge has lost a line of the source in every tenth: so every file is aligned by git,
a share of them by us, and both histories are asked.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

SIZES = (200, 400, 800)
# What four times as many files may cost: processor time varies from run to run, and starting costs the same for all.
MOST = 5.0
_FUNCTIONS = 12
_WHO = "Ada <ada@example.org>"


def build(folder: Path, files: int) -> None:
    """A bare repository whose branch ``merge`` is a merge of ``files`` files that both sides changed."""
    subprocess.run(["git", "init", "--quiet", "--bare", str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "fast-import", "--quiet"], input="".join(_stream(files)).encode(), check=True)


def _stream(files: int) -> Iterator[str]:
    yield from _commit(1, "base", (), files, source=False, target=False)
    yield from _commit(2, "source", (1,), files, source=True, target=False)
    yield from _commit(3, "target", (1,), files, source=False, target=True)
    yield from _commit(4, "merge", (3, 2), files, source=True, target=True)


def _commit(mark: int, branch: str, parents: tuple[int, ...], files: int, *, source: bool, target: bool) -> Iterator[str]:
    yield f"commit refs/heads/{branch}\nmark :{mark}\ncommitter {_WHO} {1_700_000_000 + mark} +0000\ndata {len(branch)}\n{branch}\n"
    for number, parent in enumerate(parents):
        yield f"{'merge' if number else 'from'} :{parent}\n"
    for number in range(files):
        lost = len(parents) == 2 and number % 10 == 0
        text = _text(number, source=source, target=target, lost=lost)
        yield f"M 100644 inline package_{number % 20}/module_{number}.py\ndata {len(text)}\n{text}\n"


def _text(number: int, *, source: bool, target: bool, lost: bool) -> str:
    found = []
    for at in range(_FUNCTIONS):
        limit = 2 if target and at == _FUNCTIONS - 1 else 1
        found.append(f"def step_{number}_{at}(values, limit={limit}):\n    found = [value + {at} for value in values]\n")
        if source and at == 0:
            found.append(
                f"    check_{number}(found)\n" if lost else f"    check_{number}(found)\n    found = tidy_{number}(found, limit)\n"
            )
        found.append(f"    return found[:limit * {number + 1}]\n\n\n")
    return "".join(found)
