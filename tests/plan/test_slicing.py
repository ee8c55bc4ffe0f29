"""Portions of a history."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from syncline.core.names import CommitId
from syncline.plan.slicing import Cut, cut_at, cut_at_hard

ORDER = tuple(CommitId(f"{n:040x}") for n in range(9))


def test_hard_commits_stand_alone_and_stretches_between_them_go_together() -> None:
    assert cut_at_hard(ORDER, {ORDER[3], ORDER[4], ORDER[8]}) == (
        *(Cut(0, 3), Cut(3, 4, hard=True), Cut(4, 5, hard=True), Cut(5, 8), Cut(8, 9, hard=True)),
    )


def test_tags_end_a_portion() -> None:
    assert cut_at(ORDER, {ORDER[2], ORDER[6]}) == (Cut(0, 3), Cut(3, 7), Cut(7, 9))
    assert cut_at(ORDER, {ORDER[8]}) == (Cut(0, 9),)


@given(st.sets(st.sampled_from(ORDER)), st.integers(0, 5))
def test_portions_cover_the_history_once_and_in_order(marked: set[CommitId], longest: int) -> None:
    for cuts in (cut_at_hard(ORDER, marked, longest), cut_at(ORDER, marked, longest)):
        assert [at for cut in cuts for at in range(cut.start, cut.stop)] == list(range(len(ORDER)))
        assert all(0 < cut.stop - cut.start <= (longest or len(ORDER)) for cut in cuts)
