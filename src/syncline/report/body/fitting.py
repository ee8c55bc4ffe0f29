"""Fit sections into a limit by telling less of the longest, never by cutting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.errors import Bug


@dataclass(frozen=True, slots=True)
class Section:
    """One section, told in several ways: the fullest first, each of the others shorter. Empty text leaves it out.

    ``weight``: how many characters of another section one of its own is worth.
    """

    levels: tuple[str, ...]
    weight: int = 1


def fitted(sections: Sequence[Section], limit: int) -> str:
    """Join the sections. While they are too long, the longest by weight is told shorter, then what fits again is told fuller.

    Raises ``Bug`` when not even the shortest fit.
    """
    level = [0] * len(sections)

    def text() -> str:
        told = [s.levels[at].strip("\n") for s, at in zip(sections, level, strict=True)]
        return "\n\n".join(t for t in told if t) + "\n"

    while len(text()) > limit:
        shorter = [n for n, s in enumerate(sections) if level[n] + 1 < len(s.levels)]
        if not shorter:
            raise Bug(f"the body does not fit into {limit} characters")
        longest = max(shorter, key=lambda n: (len(sections[n].levels[level[n]]) / sections[n].weight, n))
        level[longest] += 1
    # What a large step left room for is told after all, the weightiest first.
    for n in sorted(range(len(sections)), key=lambda n: (-sections[n].weight, n)):
        while level[n]:
            level[n] -= 1
            if len(text()) > limit:
                level[n] += 1
                break
    return text()
