"""Fit sections into a limit by telling less of the longest, never by cutting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.errors import Bug


@dataclass(frozen=True, slots=True)
class Section:
    """One section, told in several ways: the fullest first, each of the others shorter. Empty text leaves it out."""

    levels: tuple[str, ...]


def fitted(sections: Sequence[Section], limit: int) -> str:
    """Join the sections. While they are too long, the longest that can be told shorter is. Raises ``Bug`` when not even that is enough."""
    level = [0] * len(sections)

    def text() -> str:
        told = [s.levels[at].strip("\n") for s, at in zip(sections, level, strict=True)]
        return "\n\n".join(t for t in told if t) + "\n"

    while len(whole := text()) > limit:
        shorter = [n for n, s in enumerate(sections) if level[n] + 1 < len(s.levels)]
        if not shorter:
            raise Bug(f"the body does not fit into {limit} characters")
        longest = max(shorter, key=lambda n: (len(sections[n].levels[level[n]]), n))
        level[longest] += 1
    return whole
