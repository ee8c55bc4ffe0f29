"""Decisions on findings: what they speak of, until when, and what is said of those that do not hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from syncline.audit.answering import answered
from syncline.core.acceptance import Acceptance
from syncline.core.finding import Accepted, Finding, Place, Severity
from syncline.core.fingerprint import content_hash, fingerprint
from syncline.core.ledger import Accounting, Ledger
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.report import AuditReport, AuditState, Edits

PATH = RepoPath("a.py")
LOST = Finding(
    "lost-hunk", Severity.BLOCKER, "lost", path=PATH, line=3, places=(Place(PATH, 3, "f", "+x"),), identity=("i",), content=("+x",)
)
OTHER = Finding("lost-hunk", Severity.CONFIRM, "other", path=PATH, identity=("j",))


def report(*findings: Finding) -> AuditReport:
    one = CommitId("1" * 40)
    ledger = Ledger(Accounting(), Accounting(), (), ())
    return AuditReport(AuditState.COMPLETE, None, TreeId("2" * 40), (one,), one, one, ledger, findings, Edits(0, 0))


def accept(finding: Finding, **changes: str) -> Acceptance:
    made = Acceptance(by="Ada", reason="why", on="2024-01-01", fingerprint=fingerprint(finding), content=content_hash(finding))
    return replace(made, **changes)


def test_an_accepted_blocker_does_not_block() -> None:
    assert report(LOST, OTHER).blocked
    found = answered(report(LOST, OTHER), [accept(LOST)], "2024-01-05")
    assert found.findings == (replace(LOST, accepted=Accepted("Ada", "why")), OTHER)
    assert not found.blocked
    assert (found.count(Severity.BLOCKER), found.count(Severity.CONFIRM), found.open_findings, found.notes) == (0, 1, (OTHER,), ())


@pytest.mark.parametrize(("until", "today", "holds"), [("2024-01-05", "2024-01-05", True), ("2024-01-05", "2024-01-06", False)])
def test_a_decision_holds_to_the_end_of_its_day(until: str, today: str, holds: bool) -> None:
    found = answered(report(LOST), [accept(LOST, until=until)], today)
    assert found.blocked is not holds
    said = f"the decision of Ada on lost-hunk in a.py ({fingerprint(LOST)[:8]}) ran out on 2024-01-05"
    assert found.notes == (() if holds else (said,))


MOVED = replace(LOST, line=30, message="said otherwise", places=(Place(PATH, 30, "f", "  +x"),), content=("+x ",))


def test_moved_lines_are_the_same_content() -> None:
    assert answered(report(MOVED), [accept(LOST)], "2024-01-05").findings[0].accepted


@pytest.mark.parametrize(
    "changed",
    [
        replace(LOST, content=("+x", "+y")),
        replace(LOST, places=(Place(PATH, 3, "f", "+y"),)),
        replace(LOST, places=(*LOST.places, Place(RepoPath("b.py"), 3, "f", "+x"))),
    ],
)
def test_a_decision_lapses_when_what_it_speaks_of_changes(changed: Finding) -> None:
    found = answered(report(changed), [accept(LOST)], "2024-01-05")
    assert found.blocked
    assert found.notes == (f"the decision of Ada on lost-hunk in a.py ({fingerprint(LOST)[:8]}) has lapsed: what it speaks of has changed",)


def test_the_last_word_counts() -> None:
    some = [accept(LOST, on="2024-01-03", reason="last", until="2024-02-01"), accept(LOST)]
    assert answered(report(LOST), some, "2024-01-05").findings[0].accepted == Accepted("Ada", "last", "2024-02-01")
    assert answered(report(LOST), some, "2024-02-02").blocked


def test_decisions_that_speak_of_nothing_are_one_note() -> None:
    some = [accept(LOST, fingerprint=digit * 16) for digit in "1234567"]
    assert answered(report(OTHER), some[:1], "2024-01-05").notes == ("1 recorded decision speaks of nothing in this merge: 11111111",)
    named = ", ".join(digit * 8 for digit in "12345")
    assert answered(report(OTHER), some, "2024-01-05").notes == (
        f"7 recorded decisions speak of nothing in this merge: {named} and 2 more",
    )


def test_two_findings_of_one_name_are_answered_by_their_content() -> None:
    twin = replace(LOST, content=("+z",))
    found = answered(report(LOST, twin), [accept(twin)], "2024-01-05")
    assert [bool(f.accepted) for f in found.findings] == [False, True]
