"""The pool of lines that nobody claims: each is found once, in runs, also where a line stands in very many places."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.account.elsewhere import Pool
from syncline.account.fates import HunkFates
from syncline.core.hunk import Hunk, Span
from syncline.core.ledger import Fate
from syncline.core.merge import Side
from syncline.core.names import RepoPath

LINE = "configure_everything_that_is_left(1)\n"
NEXT = "and_then_start_the_other_machine(2)\n"


def missing(lines: Sequence[str]) -> HunkFates:
    hunk = Hunk(Side.SOURCE, RepoPath("a.py"), Span(0, 0), Span(0, len(lines)), (), tuple(lines))
    return HunkFates(hunk, [None] * len(lines), [], Span(0, 0), 0, {}, {}, frozenset())


def pool_of(lines: Sequence[str]) -> Pool:
    pool = Pool()
    pool.add(RepoPath("b.py"), lines, set(range(len(lines))))
    return pool


def test_each_line_of_the_pool_serves_a_side_once() -> None:
    pool = pool_of([LINE] * 200)
    fates = missing([LINE] * 201)
    assert pool.claim(Side.SOURCE, fates) == (RepoPath("b.py"), 0)
    assert fates.added.count(Fate.ELSEWHERE) == 200
    again = missing([LINE])
    assert pool.claim(Side.SOURCE, again) is None
    assert pool.claim(Side.TARGET, missing([LINE])) == (RepoPath("b.py"), 0)


def test_the_longest_run_among_the_first_places_is_taken() -> None:
    pool = pool_of([LINE, "something_else_entirely()\n", LINE, NEXT])
    fates = missing([LINE, NEXT])
    assert pool.claim(Side.SOURCE, fates) == (RepoPath("b.py"), 2)
    assert fates.added == [Fate.ELSEWHERE, Fate.ELSEWHERE]


def test_used_places_are_no_beginnings_any_more() -> None:
    pool = pool_of([*[LINE] * 100, LINE, NEXT])
    assert pool.claim(Side.SOURCE, missing([LINE] * 100)) == (RepoPath("b.py"), 0)
    assert pool.claim(Side.SOURCE, missing([LINE, NEXT])) == (RepoPath("b.py"), 100)


def test_what_stands_nowhere_stays_missing() -> None:
    fates = missing([f"value_{n} = {n}\n" for n in range(500)])
    assert pool_of([LINE]).claim(Side.SOURCE, fates) is None
    assert fates.added == [None] * 500
