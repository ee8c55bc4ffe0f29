"""Three-way text: the stretches of a file where base, source and target agree, differ, or collide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from merge3 import Merge3

from syncline.account.matching import Matcher
from syncline.core.hunk import Span
from syncline.core.merge import Merge


class StretchKind(StrEnum):
    """Who changed a stretch."""

    UNCHANGED = "unchanged"
    SAME = "same"
    SOURCE = "source"
    TARGET = "target"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the three texts; together the stretches cover each text once, in order."""

    kind: StretchKind
    spans: Merge[Span]


def stretches(lines: Merge[Sequence[str]]) -> tuple[Stretch, ...]:
    """Cut three texts into stretches (diff3 after Khanna, Kunal and Pierce; ``merge3`` with patience anchors).

    Neighbouring changes of both sides with no common line between them are one CONFLICT, as in git.
    """
    found: list[Stretch] = []
    at = [0, 0, 0]
    # The library's types ask for difflib's own class; it says itself that any matcher of that shape will do.
    matcher: Any = Matcher
    regions = Merge3(lines.base, lines.source, lines.target, sequence_matcher=matcher).find_sync_regions()
    for base_start, base_end, source_start, source_end, target_start, target_end in regions:
        gap = Merge(Span(at[0], base_start), Span(at[1], source_start), Span(at[2], target_start))
        if any(len(span) for span in (gap.base, gap.source, gap.target)):
            found.append(Stretch(_kind(lines, gap), gap))
        if base_end > base_start:
            found.append(
                Stretch(
                    StretchKind.UNCHANGED, Merge(Span(base_start, base_end), Span(source_start, source_end), Span(target_start, target_end))
                )
            )
        at = [base_end, source_end, target_end]
    return tuple(found)


def _kind(lines: Merge[Sequence[str]], gap: Merge[Span]) -> StretchKind:
    text = Merge(
        tuple(lines.base[gap.base.start : gap.base.stop]),
        tuple(lines.source[gap.source.start : gap.source.stop]),
        tuple(lines.target[gap.target.start : gap.target.stop]),
    )
    if text.source == text.target:
        return StretchKind.UNCHANGED if text.source == text.base else StretchKind.SAME
    if text.source == text.base:
        return StretchKind.TARGET
    if text.target == text.base:
        return StretchKind.SOURCE
    return StretchKind.CONFLICT
