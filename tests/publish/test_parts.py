"""The pure parts of publishing: shape, places, what is carried, the frame of a body, sign-offs, records."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syncline.core.errors import UserError
from syncline.core.names import CommitId, TreeId
from syncline.core.provenance import Commit
from syncline.core.pull import Pull, PullState
from syncline.publish.branches import Place, place
from syncline.publish.carrying import Bring, OnBranch, Stay, carry
from syncline.publish.dco import Signed, position
from syncline.publish.frame import NOTES_EMPTY, described, framed, merged_body, moving, remark, remark_key, same_body
from syncline.publish.record import Carried, Outcome, Publication, Standing, from_text, to_text
from syncline.publish.settings import Unlanded
from syncline.publish.shape import Misshapen, Shape, foreign_branch, shape
from syncline.publish.steps import Halt, Halted
from syncline.publish.words import filled, plain


def oid(digit: str) -> CommitId:
    return CommitId(digit * 40)


def commit(digit: str, *parents: str, date: int = 0) -> Commit:
    return Commit(oid(digit), "Petra Person", "petra@example.org", f"Subject {digit}", date, tuple(oid(p) for p in parents))


MERGE, FIX, ONE, TWO = commit("a", "1", "2"), commit("b", "a"), commit("c", "b"), commit("d", "c")
ENDS = (oid("1"), oid("2"))
RECORD = Publication("main-to-dev", "n1", "dev", oid("2"), oid("1"), oid("a"), oid("b"), oid("b"), oid("c"), TreeId("e" * 40), pull=3)
PULL = Pull(3, "https://forge.example/3", PullState.OPEN, "n1", oid("c"), "dev", "Title", "Body", draft=True)


def test_a_well_shaped_branch() -> None:
    found = shape((MERGE, FIX, ONE, TWO), MERGE.id, FIX.id, ENDS)
    assert found == Shape(MERGE, FIX, (ONE, TWO))
    assert (found.ours, found.head) == (FIX.id, TWO.id)
    assert shape((MERGE,), MERGE.id, None, ENDS) == Shape(MERGE, None, ())


@pytest.mark.parametrize(
    ("chain", "fix", "ends", "words"),
    [
        ((), None, ENDS, "does not begin with the merge"),
        ((FIX,), None, ENDS, "does not begin with the merge"),
        ((MERGE,), FIX.id, ENDS, "does not stand directly on the merge"),
        ((MERGE, ONE, FIX), FIX.id, ENDS, "does not stand directly on the merge"),
        ((MERGE, replace(FIX, parents=(oid("a"), oid("1")))), FIX.id, ENDS, "is a merge itself"),
        ((MERGE,), None, (oid("2"), oid("1")), "audited target and source"),
    ],
)
def test_a_branch_that_may_not_be_pushed(
    chain: tuple[Commit, ...], fix: CommitId | None, ends: tuple[CommitId, CommitId], words: str
) -> None:
    found = shape(chain, MERGE.id, fix, ends)
    assert isinstance(found, Misshapen)
    assert words in "; ".join(found.reasons)


@pytest.mark.parametrize(
    ("branch", "pattern"),
    [
        ("pull-request/12", "pull-request/*"),
        ("pull-request/12/head", None),
        ("renovate/a/b", "renovate/**"),
        ("sync/pull-request/1", None),
        ("pullXrequest/1", None),
    ],
)
def test_branches_of_other_bots(branch: str, pattern: str | None) -> None:
    assert foreign_branch(branch, ("pull-request/*", "renovate/**")) == pattern


def test_where_tonight_goes() -> None:
    new = oid("f")
    assert place("n2", new, None, None, Unlanded.UPDATE) == Place("n2")
    assert place("n2", new, RECORD, PULL, Unlanded.UPDATE) == Place("n1")
    assert place("n2", new, RECORD, PULL, Unlanded.SUPERSEDE) == Place("n2", "n1", 3)
    assert place("n2", RECORD.merge, RECORD, PULL, Unlanded.SUPERSEDE) == Place("n1")
    for state in (PullState.CLOSED, PullState.MERGED):
        assert place("n2", new, RECORD, replace(PULL, state=state), Unlanded.UPDATE).branch == "n2"
    for standing in (Standing.LANDED, Standing.WITHDRAWN):
        assert place("n2", new, replace(RECORD, standing=standing), PULL, Unlanded.UPDATE) == Place("n2")
    # Killed before the pull request was opened.
    assert place("n2", new, replace(RECORD, pull=0), None, Unlanded.UPDATE).branch == "n1"


def test_what_is_carried() -> None:
    here = OnBranch(TWO.id, (ONE, TWO))
    unfit = Carried(oid("9"), "", "Petra Person", "Subject 9", Outcome.UNFIT, ("a.txt",))
    record = replace(RECORD, carried=(Carried(oid("8"), ONE.id, "Petra Person", "Subject c", Outcome.CARRIED), unfit))
    stay = carry(record.ours, record, here, since=0)
    assert isinstance(stay, Stay)
    assert (stay.head, [c.commit for c in stay.carried]) == (TWO.id, [oid("8"), oid("9"), TWO.id])
    # On a new base: what did not fit is tried first, and each commit knows who it was at first.
    assert carry(oid("f"), record, here, since=10) == Bring((oid("9"), ONE.id, TWO.id), (oid("9"), oid("8"), TWO.id))
    late = commit("7", "6")
    assert carry(record.ours, record, here, (late,), since=10) == Bring(
        (oid("9"), ONE.id, TWO.id, late.id), (oid("9"), oid("8"), TWO.id, late.id)
    )
    assert carry(oid("f"), None, None, since=0) == Bring((), ())


@pytest.mark.parametrize(
    ("record", "standing", "why"),
    [
        (RECORD, OnBranch(TWO.id, None), Halted.REWRITTEN),
        (RECORD, OnBranch(TWO.id, (replace(ONE, date=100),)), Halted.QUIET),
        (None, OnBranch(TWO.id, None), Halted.TAKEN),
    ],
)
def test_what_is_left_alone(record: Publication | None, standing: OnBranch, why: Halted) -> None:
    found = carry(oid("f"), record, standing, since=50)
    assert isinstance(found, Halt)
    assert found.why is why


def test_the_frame_keeps_what_people_wrote() -> None:
    head = oid("a")
    ours = framed("Ours.", head)
    assert described(ours) == head
    assert described(moving(head)) is None
    assert described("Hello") is None
    noted = ours.replace(NOTES_EMPTY, "<!-- syncline:notes -->\nTheirs.\n<!-- syncline:/notes -->")
    again = merged_body(framed("Newer.", oid("b")), f"Above.\r\n\r\n{noted}\r\nBelow.")
    assert again.startswith("Above.\n\n<!-- syncline:body head=b")
    assert again.endswith("Below.\n")
    assert ("Ours." in again, "Newer." in again, again.count("Theirs.")) == (False, True, 1)
    assert same_body(merged_body(framed("Newer.", oid("b")), again), again)
    assert merged_body(ours, "All theirs.") == f"All theirs.\n\n{ours}"
    assert merged_body(ours, "") == ours


@given(st.text(max_size=200), st.text(max_size=200))
def test_framing_again_changes_nothing(before: str, text: str) -> None:
    new = framed(text.replace("\r", ""), oid("a"))
    once = merged_body(new, before)
    assert same_body(merged_body(new, once), once)


def test_a_comment_of_ours_is_known_by_its_last_line_only() -> None:
    said = remark("key-1", "Text")
    assert remark_key(said) == "key-1"
    assert remark_key(said.replace("\n", "\r\n")) == "key-1"
    assert remark_key(f"> {said}\nI agree") is None
    assert remark_key("") is None


def test_sign_offs_are_counted_apart() -> None:
    def signed(digit: str, author: str, committer: str, *signers: str) -> Signed:
        return Signed(oid(digit), author, committer, signers)

    commits = [
        signed("a", "bot@x", "bot@x", "BOT@x"),
        signed("b", "ada@x", "ada@x"),
        signed("c", "ada@x", "bob@x", "ada@x"),
        signed("d", "ada@x", "noreply@github.com", "ada@x"),
        signed("e", "ada@x", "bob@x", "bob@x"),
        signed("f", "petra@x", "petra@x"),
    ]
    found = position(commits, {oid("a")}, {oid("f")}, None)
    assert (found.ours.commits, found.ours.clean) == (1, True)
    told = found.inherited
    assert (told.commits, told.missing, told.author, told.committer) == (4, (oid("b"),), (oid("e"),), (oid("c"),))
    assert (found.people.commits, found.people.missing) == (1, (oid("f"),))


def test_a_record_comes_back_as_it_was() -> None:
    carried = (Carried(oid("8"), "", "P\udcff", "S", Outcome.UNFIT, ("a\udcffb",)),)
    record = replace(RECORD, carried=carried, begun=("x",), former_head=oid("7"))
    assert from_text(to_text(record)) == record
    assert record.originals == (oid("7"), oid("8"))
    for broken in (b"", b"{}", b"[]", b"\xff", to_text(record).replace(b'"head"', b'"heads"'), to_text(record).replace(b"/1", b"/2")):
        assert from_text(broken) is None


def test_templates_and_messages() -> None:
    assert filled("/ok to test {sha} {not this} {}", {"sha": "abc"}) == "/ok to test abc {not this} {}"
    with pytest.raises(UserError, match=r"unknown field '{shaa}'"):
        filled("{shaa}", {"sha": "abc"})
    assert plain("a `b` @c <d> #1\x07") == "a 'b' @\u200bc ‹d› #\u200b1\\x07"
