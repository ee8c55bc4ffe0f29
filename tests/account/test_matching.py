"""Matching lines: the library's patience, and our own where the library gives up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from patiencediff import PatienceSequenceMatcher

from syncline.account.matching import blocks, deep_blocks
from syncline.account.threeway import StretchKind, stretches
from syncline.core.merge import Merge

_RUNS = st.lists(st.sampled_from("abcdefghij"), max_size=24)


@given(old=_RUNS, new=_RUNS)
def test_deep_blocks_are_the_librarys(old: list[str], new: list[str]) -> None:
    theirs = [tuple(block) for block in PatienceSequenceMatcher(None, old, new).get_matching_blocks() if block[2]]
    assert deep_blocks(old, new) == theirs


def test_what_is_remembered_of_long_texts_is_nobodys_to_change() -> None:
    old, new = tuple(f"line {n}" for n in range(200)), tuple(f"line {n}" for n in range(1, 201))
    blocks(old, new).clear()
    assert blocks(old, new) == blocks(list(old), list(new)) == [(1, 0, 199)]


def nested(depth: int, middle: str) -> list[str]:
    """Each level is unique only in the gap that the level around it leaves."""
    if not depth:
        return [middle]
    inside = nested(depth - 1, middle)
    return [f"open {depth}", *inside, f"close {depth}", *sorted(set(inside) - {middle}), f"end {depth}"]


def test_gaps_in_gaps_beyond_the_librarys_depth() -> None:
    old, new = nested(14, "one"), nested(14, "two")
    found = blocks(old, new)
    assert [(a, b) for a, b, _ in found] == [(0, 0), (15, 15)]
    assert sum(n for _, _, n in found) == len(old) - 1


def test_stretches_of_such_texts() -> None:
    base, source, target = nested(14, "base"), nested(14, "source"), nested(14, "target")
    found = stretches(Merge(base, source, target))
    assert [one.kind for one in found] == [StretchKind.UNCHANGED, StretchKind.CONFLICT, StretchKind.UNCHANGED]
