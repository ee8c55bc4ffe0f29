"""Hunks at paths that are as git merges them: all of them are there, so they are counted and not aligned."""

from __future__ import annotations

from collections.abc import Iterable

from syncline.account.atoms import entry_of, has_atom
from syncline.account.changed import Texts
from syncline.account.states import PathState
from syncline.core.merge import Side


def present(states: Iterable[PathState], texts: Texts) -> dict[Side, int]:
    """How many hunks of each side there are at the paths that are as git merges them: all of them are there."""
    totals = dict.fromkeys(Side, 0)
    for state in states:
        if state.as_git:
            by_lines = all(
                texts.has_lines(version) for version in (state.versions.base, state.versions.source, state.versions.target, state.merged)
            )
            for side in Side:
                if entry_of(state.versions.base) != entry_of(state.versions.side(side)):
                    totals[side] += texts.hunk_count(state, side) + has_atom(state, side) if by_lines else 1
    return totals
