"""Several pairs of branches in one repository, planned in the order in which changes flow."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from syncline.core.errors import UserError
from syncline.core.policy import Pair


def pair_name(pair: Pair) -> str:
    """The name for ``--pair``: the configured one, else source-to-target."""
    return pair.name or f"{pair.source}-to-{pair.target}"


def in_order(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Pairs such that a branch receives before it gives. Raises ``UserError`` for a circle, a pair with itself, and two pairs of one name."""
    names = [pair_name(pair) for pair in pairs]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise UserError(f"two pairs are called '{double}'; give each a name of its own")
    loop = next((pair for pair in pairs if pair.source == pair.target), None)
    if loop is not None:
        raise UserError(f"the pair '{pair_name(loop)}' has the same source and target: '{loop.source}'")
    waiting, done = list(pairs), list[Pair]()
    while waiting:
        ready = [pair for pair in waiting if all(other.target != pair.source for other in waiting)]
        if not ready:
            circle = " → ".join([*(pair.source for pair in waiting), waiting[-1].target])
            raise UserError(f"the pairs go in a circle: {circle}; one of them has to go")
        done += ready
        waiting = [pair for pair in waiting if pair not in ready]
    return tuple(done)


def chosen(pairs: Sequence[Pair], name: str) -> Pair:
    """The pair of that name. Raises ``UserError`` with the nearest names where there is none."""
    ordered = in_order(pairs)
    found = next((pair for pair in ordered if pair_name(pair) == name), None)
    if found is None:
        known = [pair_name(pair) for pair in ordered]
        near = difflib.get_close_matches(name, known, n=1)
        rest = (
            f"; did you mean '{near[0]}'?"
            if near
            else f"; there are {', '.join(known)}"
            if known
            else "; the configuration has no [[pair]]"
        )
        raise UserError(f"no pair '{name}'{rest}")
    return found
