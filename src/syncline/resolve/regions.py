"""Conflicted text cut into what is settled and what is not."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.account.threeway import StretchKind, stretches
from syncline.core.hunk import Span
from syncline.core.merge import Merge
from syncline.core.names import RepoPath
from syncline.core.resolution import Region


@dataclass(frozen=True, slots=True)
class Settled:
    """Lines that three-way logic gives."""

    lines: tuple[str, ...]


def cut(path: RepoPath, file: Merge[tuple[str, ...]]) -> tuple[Settled | Region, ...]:
    """Cut three texts into settled runs and conflicted regions, in order.

    A region is trimmed by lines both sides share at its ends that the base lacks there too: both made that part of the change alike.
    """
    pieces: list[Settled | Region] = []
    for stretch in stretches(file):
        spans = stretch.spans
        text = texts(file, spans)
        if stretch.kind is StretchKind.CONFLICT:
            pieces.extend(_trimmed(path, file, spans))
        elif stretch.kind is StretchKind.SOURCE:
            pieces.append(Settled(text.source))
        else:
            pieces.append(Settled(text.target))
    return tuple(pieces)


def _trimmed(path: RepoPath, file: Merge[tuple[str, ...]], spans: Merge[Span]) -> list[Settled | Region]:
    source, target = spans.source, spans.target
    head = 0
    if not len(spans.base):
        # Only where the base has nothing: else an equal line may be one that a side kept and the trim would cut a change in two.
        limit = min(len(source), len(target))
        while head < limit and file.source[source.start + head] == file.target[target.start + head]:
            head += 1
        tail = 0
        while tail < limit - head and file.source[source.stop - 1 - tail] == file.target[target.stop - 1 - tail]:
            tail += 1
    else:
        tail = 0
    inner = Merge(spans.base, Span(source.start + head, source.stop - tail), Span(target.start + head, target.stop - tail))
    lines = texts(file, inner)
    starts = Merge(inner.base.start, inner.source.start, inner.target.start)
    pieces: list[Settled | Region] = []
    if head:
        pieces.append(Settled(file.target[target.start : target.start + head]))
    pieces.append(Region(path, lines, starts, file))
    if tail:
        pieces.append(Settled(file.target[target.stop - tail : target.stop]))
    return pieces


def texts(file: Merge[tuple[str, ...]], spans: Merge[Span]) -> Merge[tuple[str, ...]]:
    """The lines of three spans."""
    return Merge(
        file.base[spans.base.start : spans.base.stop],
        file.source[spans.source.start : spans.source.stop],
        file.target[spans.target.start : spans.target.stop],
    )
