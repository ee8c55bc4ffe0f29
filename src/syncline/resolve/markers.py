"""Conflict markers, as diff3 writes them."""

from __future__ import annotations

from syncline.core.merge import Merge

SIZE = 7


def marked(lines: Merge[tuple[str, ...]], labels: Merge[str]) -> tuple[str, ...]:
    """A region with diff3 markers: target, base, source, in the order git shows a merge of source into target."""
    out: list[str] = [f"{'<' * SIZE} {labels.target}\n", *_closed(lines.target)]
    out += [f"{'|' * SIZE} {labels.base}\n", *_closed(lines.base)]
    out += [f"{'=' * SIZE}\n", *_closed(lines.source), f"{'>' * SIZE} {labels.source}\n"]
    return tuple(out)


def _closed(lines: tuple[str, ...]) -> tuple[str, ...]:
    if lines and not lines[-1].endswith("\n"):
        return (*lines[:-1], lines[-1] + "\n")
    return lines
