"""The search for colliding commits, held against a search of every point."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from syncline.account.threeway import Stretch, StretchKind, stretches
from syncline.core.merge import Merge
from syncline.plan.collisions import Pair, Question, Row, border, colliding_file, colliding_hunks, converse

BASE = tuple(f"line {n}\n" for n in range(12))


def edited(edits: Sequence[tuple[int, str]]) -> list[tuple[str, ...]]:
    """The base and the state after each edit."""
    states = [BASE]
    for at, text in edits:
        now = list(states[-1])
        now[at] = text
        states.append(tuple(now))
    return states


def edits(word: str) -> st.SearchStrategy[list[tuple[int, str]]]:
    return st.lists(st.integers(0, 11), min_size=1, max_size=6).map(lambda spots: [(at, f"{word} {n}\n") for n, at in enumerate(spots)])


def conflicts(sources: list[tuple[str, ...]], targets: list[tuple[str, ...]], i: int, j: int) -> bool:
    return any(s.kind is StretchKind.CONFLICT for s in stretches(Merge(BASE, sources[i], targets[j])))


@given(edits("source"), edits("target"))
def test_every_pair_named_is_a_border(ours: list[tuple[int, str]], theirs: list[tuple[int, str]]) -> None:
    sources, targets = edited(ours), edited(theirs)

    def merge(i: int, j: int) -> tuple[Stretch, ...]:
        return stretches(Merge(BASE, sources[i], targets[j]))

    pairs = colliding_hunks(Row(len(ours), len(theirs)), merge, targets.__getitem__, BASE)
    assert bool(pairs) == conflicts(sources, targets, len(ours), len(theirs))
    for pair in pairs:
        spans = pair.hunks
        assert not pair.carried
        hit = [
            s
            for s in merge(pair.source, pair.target)
            if s.kind is StretchKind.CONFLICT and any(s.spans.base.overlaps(span) for span in spans)
        ]
        assert hit, "the pair conflicts there"
        before = [
            s
            for i, j in ((pair.source - 1, len(theirs)), (pair.source, pair.target - 1))
            for s in merge(i, j)
            if s.kind is StretchKind.CONFLICT and all(s.spans.base.overlaps(span) for span in spans)
        ]
        assert not before or len(spans) > 1, "one commit earlier there was no such conflict"


@given(edits("source"), edits("target"))
def test_the_search_of_whole_files_agrees(ours: list[tuple[int, str]], theirs: list[tuple[int, str]]) -> None:
    sources, targets = edited(ours), edited(theirs)
    found = converse(
        {"a": colliding_file(Row(len(ours), len(theirs))), "b": colliding_file(Row(0, 3))},
        lambda asked: [conflicts(sources, targets, i, j) for _, (i, j) in asked],
    )
    assert "b" not in found
    if not conflicts(sources, targets, len(ours), len(theirs)):
        assert found == {}
        return
    pair = found["a"]
    assert conflicts(sources, targets, pair.source, len(theirs))
    assert not conflicts(sources, targets, pair.source - 1, len(theirs))
    assert conflicts(sources, targets, pair.source, pair.target)
    assert not conflicts(sources, targets, pair.source, pair.target - 1)


def test_what_was_kept_at_the_last_sync_names_who_brought_it() -> None:
    old = ("line 0\n", "target's own\n", "line 2\n")
    targets = [
        BASE,
        ("line 0\n",),
        ("line 0\n", "target's own\n"),
        old,
        (*BASE[:1], "target's own\n", *BASE[2:]),
        (*BASE[:1], "target's own\n", *BASE[2:]),
    ]
    sources = edited([(7, "elsewhere\n"), (1, "source's\n")])
    pairs = colliding_hunks(Row(2, 5, kept=4), lambda i, j: stretches(Merge(BASE, sources[i], targets[j])), targets.__getitem__, BASE)
    assert [(p.source, p.target, p.carried, p.own) for p in pairs] == [(2, 2, True, frozenset({"target's own"}))]


def test_lines_that_an_old_commit_dropped_name_it() -> None:
    targets = [BASE, BASE[:6], (*BASE[:3], *BASE[4:6]), (*BASE[:3], *BASE[4:])]
    sources = edited([(3, "source's\n")])
    pairs = colliding_hunks(Row(1, 3, kept=3), lambda i, j: stretches(Merge(BASE, sources[i], targets[j])), targets.__getitem__, BASE)
    assert [(p.source, p.target, p.carried) for p in pairs] == [(1, 2, True)]


def test_border_is_the_first_that_holds() -> None:
    for first in range(1, 10):
        assert border(0, 9, range(first, 10).__contains__) == first


def test_nothing_is_asked_of_an_empty_history() -> None:
    search: Generator[Question, bool, Pair | None] = colliding_file(Row(0, 0))
    assert converse({"a": search}, lambda asked: [True] * len(asked)) == {}
