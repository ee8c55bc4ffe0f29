"""The memory as text: one JSON object a line, sorted, so that two memories merge by putting their lines together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from syncline.core.memory import Memory, Remembered
from syncline.core.names import CommitId, RepoPath

SCHEMA = "syncline.memory/1"


def memory_text(entries: Iterable[Remembered]) -> bytes:
    """All entries, each once, in an order of their own."""
    rows = {
        json.dumps(
            {"key": e.key, "path": e.path, "unit": e.unit, "lines": list(e.lines), "merge": e.merge},
            sort_keys=True,
        )
        for e in entries
    }
    return "".join(f"{row}\n" for row in (json.dumps({"schema": SCHEMA}), *sorted(rows))).encode("ascii")


def read_memory(text: bytes) -> tuple[Remembered, ...]:
    """The inverse. Lines that cannot be read are passed over: they may be of a later version, and must not stop a night."""
    found: list[Remembered] = []
    for line in text.splitlines():
        try:
            row = json.loads(line)
            found.append(
                Remembered(
                    str(row["key"]),
                    RepoPath(str(row["path"])),
                    str(row["unit"]),
                    tuple(str(one) for one in row["lines"]),
                    CommitId(str(row["merge"])),
                )
            )
        except (ValueError, KeyError, TypeError):
            continue
    return tuple(found)


def memory_of(entries: Sequence[Remembered]) -> Memory:
    """Look entries up by key."""
    by_key: dict[str, list[Remembered]] = {}
    for entry in entries:
        by_key.setdefault(entry.key, []).append(entry)
    return lambda key: by_key.get(key, ())
