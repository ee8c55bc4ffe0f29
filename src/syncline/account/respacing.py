"""Which merged lines stand for missing ones when white space is left out of account."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.account.matching import thorough_blocks
from syncline.core.text import all_squeezed


def respace(expected: Sequence[str], merged: Sequence[str], counterpart: list[int], written: Sequence[int]) -> dict[int, int]:
    """The merged line for each missing expected one, white space aside; all lines aligned at once, so that of equal ones each has its own.

    ``written`` are the expected lines that are asked about. Where most of the text is laid out otherwise (indented anew, say), lines that are the same to
    the letter are so by chance: pairs of ``counterpart`` that contradict the alignment without white space are given up.
    """
    missing = [at for at in written if counterpart[at] < 0]
    claimed = set(counterpart)
    unclaimed = [line for at, line in enumerate(merged) if at not in claimed] if missing else []
    if set(all_squeezed([expected[at] for at in missing])).isdisjoint(all_squeezed(unclaimed)):
        return {}
    found: dict[int, int] = {}
    for start, there, length in thorough_blocks(all_squeezed(expected), all_squeezed(merged)):
        found.update((at, there + at - start) for at in range(start, start + length))
    exact = sum(1 for there in counterpart if there >= 0)
    if len(found) > _MOSTLY * exact:
        for at, there in found.items():
            if counterpart[at] not in (-1, there):
                counterpart[at] = -1
    return {at: there for at, there in found.items() if counterpart[at] < 0}


# So many lines are the same without white space for each that is the same with it.
_MOSTLY = 2
