"""Conflicted text cut into what is settled and what is not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from syncline.account.threeway import StretchKind, stretches
from syncline.core.hunk import Span
from syncline.core.merge import Merge
from syncline.resolve.snapping import begins_list, snapped
from syncline.resolve.splitting import refined
from syncline.resolve.view import Region, View


@dataclass(frozen=True, slots=True)
class Settled:
    """Lines that three-way logic gives. ``change``: the three texts, where one side alone changed them."""

    lines: tuple[str, ...]
    change: Region | None = None


def cut(view: View) -> tuple[Settled | Region, ...]:
    """Cut three texts into settled runs and conflicted regions, in order.

    A region is trimmed by blank lines both sides share at its ends that the base lacks there too.
    """
    pieces: list[Settled | Region] = []
    file = view.lines
    for stretch in snapped(view, stretches(file)):
        spans = stretch.spans
        text = texts(file, spans)
        if stretch.kind is StretchKind.CONFLICT:
            pieces.extend(_parted(view, spans))
        elif stretch.kind is StretchKind.SOURCE:
            pieces.append(Settled(text.source, _changed(view, spans)))
        elif stretch.kind is StretchKind.TARGET:
            pieces.append(Settled(text.target, _changed(view, spans)))
        else:
            pieces.append(Settled(text.target))
    return tuple(pieces)


def _changed(view: View, spans: Merge[Span]) -> Region:
    return Region(view, texts(view.lines, spans), spans.map(lambda span: span.start))


def _parted(view: View, spans: Merge[Span]) -> list[Settled | Region]:
    """A conflict with what both sides agree on taken out of it."""
    file = view.lines
    pieces: list[Settled | Region] = []
    done = spans.target.start
    parts = refined(texts(file, spans))
    if _cuts_import(view.language, texts(file, spans).target, parts):
        return _trimmed(view, spans)
    for inner in parts:
        placed = Merge(
            Span(spans.base.start + inner.base.start, spans.base.start + inner.base.stop),
            Span(spans.source.start + inner.source.start, spans.source.start + inner.source.stop),
            Span(spans.target.start + inner.target.start, spans.target.start + inner.target.stop),
        )
        if placed.target.start > done:
            pieces.append(Settled(file.target[done : placed.target.start]))
        done = placed.target.stop
        inside = texts(file, placed)
        trivial = inside.trivial()
        if trivial is None:
            pieces.extend(_trimmed(view, placed))
        elif trivial.value or inside.source != inside.target:
            pieces.append(Settled(trivial.value, _changed(view, placed) if inside.source != inside.target else None))
    return _reaching(pieces, spans)


def _reaching(pieces: list[Settled | Region], spans: Merge[Span]) -> list[Settled | Region]:
    """Let the regions of one conflict decide over all of it, from each to the next.

    What the sides agree on between two regions stands in the text in any case, but where lines repeat, an alignment of the whole text may
    take one of a region for it; and a base line that both sides took away may come back with a side's text.
    """
    starts = [piece.starts for piece in pieces if isinstance(piece, Region)]
    starts[:1] = [spans.map(lambda span: span.start)]
    stops = [*starts[1:], spans.map(lambda span: span.stop)]
    ends = zip(starts, stops, strict=False)
    return [replace(piece, reach=_between(*next(ends))) if isinstance(piece, Region) else piece for piece in pieces]


def _between(start: Merge[int], stop: Merge[int]) -> Merge[Span]:
    return Merge(Span(start.base, stop.base), Span(start.source, stop.source), Span(start.target, stop.target))


def _trimmed(view: View, spans: Merge[Span]) -> list[Settled | Region]:
    file, source, target = view.lines, spans.source, spans.target
    head = 0
    if not len(spans.base):
        # Blank lines alone: an equal line of code may begin or end two different things, each of which needs its own.
        # And only where the base has nothing: else an equal line may be one that a side kept and the trim would cut a change in two.
        limit = min(len(source), len(target))
        while (
            head < limit
            and file.source[source.start + head] == file.target[target.start + head]
            and not file.source[source.start + head].strip()
        ):
            head += 1
        tail = 0
        while (
            tail < limit - head
            and file.source[source.stop - 1 - tail] == file.target[target.stop - 1 - tail]
            and not file.source[source.stop - 1 - tail].strip()
        ):
            tail += 1
    else:
        tail = 0
    inner = Merge(spans.base, Span(source.start + head, source.stop - tail), Span(target.start + head, target.stop - tail))
    lines = texts(file, inner)
    starts = Merge(inner.base.start, inner.source.start, inner.target.start)
    pieces: list[Settled | Region] = []
    if head:
        pieces.append(Settled(file.target[target.start : target.start + head]))
    pieces.append(Region(view, lines, starts))
    if tail:
        pieces.append(Settled(file.target[target.stop - tail : target.stop]))
    return pieces


def _cuts_import(language: str | None, target: tuple[str, ...], parts: tuple[Merge[Span], ...]) -> bool:
    """True when what the sides agree on ends inside of an import statement: its names are merged as a whole."""
    runs = zip([0, *(part.target.stop for part in parts)], [*(part.target.start for part in parts), len(target)], strict=True)
    return any(not _balanced(target[a:b]) and any(begins_list(language, line) for line in target[a:b]) for a, b in runs)


def _balanced(*parts: tuple[str, ...]) -> bool:
    return all(
        sum(line.count(sign) for line in part for sign in "([{") == sum(line.count(sign) for line in part for sign in ")]}")
        for part in parts
    )


def texts(file: Merge[tuple[str, ...]], spans: Merge[Span]) -> Merge[tuple[str, ...]]:
    """The lines of three spans."""
    return Merge(
        file.base[spans.base.start : spans.base.stop],
        file.source[spans.source.start : spans.source.stop],
        file.target[spans.target.start : spans.target.stop],
    )
