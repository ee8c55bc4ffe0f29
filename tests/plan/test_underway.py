"""Which open pull requests port which commits: by what they name and by their patches, and by nothing else."""

from __future__ import annotations

import pytest

from syncline.core.forecast import PortedBy
from syncline.core.names import CommitId
from syncline.core.provenance import Commit
from syncline.core.pull import Pull, PullState
from syncline.plan.underway import Work, underway

FIX = Commit(CommitId("ab" * 20), "Ada", "", "Fix the gauge (#12)")
OTHER = Commit(CommitId("cd" * 20), "Ben", "", "Other work")


def pull(title: str = "t", body: str = "", number: int = 99) -> Pull:
    return Pull(number, f"https://forge.example/{number}", PullState.OPEN, "b", CommitId("e" * 40), "dev", title, body, draft=False)


@pytest.mark.parametrize(
    ("work", "wanted"),
    [
        (Work(pull(), (), frozenset({"p1"})), [(FIX, PortedBy.PATCH)]),
        (Work(pull(body=f"Port of {FIX.id}")), [(FIX, PortedBy.COMMIT)]),
        (Work(pull(body=f"see {FIX.id[:12].upper()}")), [(FIX, PortedBy.COMMIT)]),
        (Work(pull(), (f"x\n\n(cherry picked from commit {OTHER.id})",)), [(OTHER, PortedBy.COMMIT)]),
        (Work(pull("[dev] Fix the gauge (#12)")), [(FIX, PortedBy.NUMBER)]),
        (Work(pull(body="Backport of octo/tide#12")), [(FIX, PortedBy.NUMBER)]),
        (Work(pull(body="Cherry-picks https://forge.example/octo/tide/pull/12 to dev")), [(FIX, PortedBy.NUMBER)]),
        # A number elsewhere may speak of anything, as may few digits, another commit, and one's own number.
        (Work(pull(body="Depends on #12\nimportant, see #12")), []),
        (Work(pull("x #123", body=f"at {FIX.id[:7]}")), []),
        (Work(pull("Fix", body="port of " + "ef" * 20)), []),
        (Work(pull("Fix the gauge (#12)", number=12)), []),
    ],
)
def test_what_is_ported(work: Work, wanted: list[tuple[Commit, PortedBy]]) -> None:
    found = underway([work], [FIX, OTHER], {FIX.id: "p1", OTHER.id: "p2"})
    assert [(one.commit, one.how) for one in found] == wanted


def test_the_order_is_that_of_the_commits() -> None:
    found = underway(
        [Work(pull(number=7), (), frozenset({"p2"})), Work(pull(number=8), (), frozenset({"p1"}))],
        [FIX, OTHER],
        {FIX.id: "p1", OTHER.id: "p2"},
    )
    assert [(one.commit, one.pull) for one in found] == [(FIX, 8), (OTHER, 7)]
