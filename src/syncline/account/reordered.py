"""Lines that a side moved, and that the merge has in their old order: which of two neighbours moved, an alignment alone cannot tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

# Lines that may stand between the two places: beyond, the alignments agree on what moved.
_REACH = 200


def undo_crossings(expected: Sequence[str], merged: Sequence[str], counterpart: list[int], moved: Collection[int]) -> frozenset[int]:
    """Pair a kept line with its merged one in place of the moved lines that the pairing crosses, where there are no more of these.

    ``moved`` are the expected lines that the side took from elsewhere in the file. Two neighbours changed places: that the one moved down or the other
    up is the same alignment. What the side kept is the fixed point, so that its move counts as missing where the merge has the old order.
    Gives the moved lines that lost their pairs.
    """
    free = set(range(len(merged))) - set(counterpart)
    lost = [at for at in range(len(expected)) if counterpart[at] < 0 and at not in moved and expected[at].strip()] if free and moved else []
    if not lost:
        return frozenset()
    spots: dict[str, list[int]] = defaultdict(list)
    for spot in sorted(free):
        spots[merged[spot]].append(spot)
    done: set[int] = set()
    undone: set[int] = set()
    for at in lost:
        if at in done:
            continue
        for spot in spots.get(expected[at], ()):
            run = 0
            while (
                at + run < len(expected)
                and spot + run < len(merged)
                and counterpart[at + run] < 0
                and at + run not in moved
                and spot + run in free
                and expected[at + run] == merged[spot + run]
            ):
                run += 1
            crossed = _crossed(counterpart, at, spot)
            if run and crossed is not None and 0 < len(crossed) <= run and all(line in moved for line in crossed):
                for line in crossed:
                    free.add(counterpart[line])
                    counterpart[line] = -1
                    undone.add(line)
                for step in range(run):
                    counterpart[at + step] = spot + step
                    free.discard(spot + step)
                    done.add(at + step)
                break
    return frozenset(undone)


def _crossed(counterpart: Sequence[int], at: int, spot: int) -> list[int] | None:
    """The expected lines whose pairs cross the pair of ``at`` and ``spot``; ``None`` where they reach too far."""
    found = []
    for line in range(max(at - _REACH, 0), min(at + _REACH, len(counterpart))):
        there = counterpart[line]
        if there >= 0 and (line < at) != (there < spot):
            found.append(line)
    ends = (max(at - _REACH, 0), min(at + _REACH, len(counterpart)) - 1)
    return None if any(end in found and end not in (0, len(counterpart) - 1) for end in ends) else found
