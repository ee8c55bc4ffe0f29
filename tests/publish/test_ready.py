"""A draft becomes ready once its tree is cleared, and a draft again before an uncleared head comes; what people turn stays as they have it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fake_forge.server import TOKEN, Call
from publish.gitstage import BASE, edited
from publish.onlinestage import Online, online
from syncline.core.clearance import Blocked, Clearance, Grounds, Verdict, VerdictState, clear
from syncline.core.finding import Accepted, Finding, Severity
from syncline.core.ledger import Accounting, Ledger
from syncline.core.names import CommitId, TreeId
from syncline.core.report import AuditReport, AuditState, Edits

TREE, OTHER, COMMIT = TreeId("a" * 40), TreeId("b" * 40), CommitId("c" * 40)
# Both sides change other lines of one file: nothing to decide.
CLEAN = (BASE, {**BASE, "a.txt": edited((3, "source\n"))}, {**BASE, "a.txt": edited((30, "target\n"))})
ALONE = "Ready by the audit alone: no blocker and no decision is open. Nothing has built or tested this tree"


def audited(*severities: Severity, state: AuditState = AuditState.COMPLETE, accepted: bool = False) -> AuditReport:
    answer = Accepted("Ada", "so") if accepted else None
    found = tuple(Finding("x", severity, "found", accepted=answer) for severity in severities)
    return AuditReport(state, COMMIT, TREE, (), COMMIT, COMMIT, Ledger(Accounting(), Accounting(), (), ()), found, Edits(0, 0))


def reasons(report: AuditReport, state: VerdictState, tree: TreeId = TREE, *, unverified: bool = True) -> tuple[str, ...]:
    found = clear(report, Verdict(state, tree), unverified=unverified)
    return found.reasons if isinstance(found, Blocked) else ()


def test_what_clears() -> None:
    unseen, passed = VerdictState.NOT_VERIFIED, VerdictState.PASSED
    assert clear(audited(), Verdict(unseen, TREE), unverified=True) == Clearance(TREE, Grounds.AUDIT)
    assert clear(audited(), Verdict(passed, TREE), unverified=True) == Clearance(TREE, Grounds.VERDICT)
    assert clear(audited(Severity.CONFIRM), Verdict(passed, TREE)) == Clearance(TREE, Grounds.VERDICT)
    assert reasons(audited(Severity.INFO), unseen) == ()
    assert reasons(audited(Severity.CONFIRM, accepted=True), unseen) == ()


def test_what_does_not() -> None:
    unseen, passed = VerdictState.NOT_VERIFIED, VerdictState.PASSED
    assert reasons(audited(), unseen, unverified=False) == ("the verdict is: not verified",)
    assert reasons(audited(Severity.BLOCKER), passed) == ("the audit has open blockers or is inconclusive",)
    assert reasons(audited(state=AuditState.INCONCLUSIVE), unseen) == ("the audit has open blockers or is inconclusive",)
    assert reasons(audited(Severity.CONFIRM), unseen) == ("1 finding waits for an owner's answer",)
    assert reasons(audited(Severity.CONFIRM, Severity.CONFIRM), unseen) == ("2 findings wait for an owner's answer",)
    assert reasons(audited(), passed, OTHER) == ("audit and verdict speak of different trees",)
    for state in (VerdictState.FAILED, VerdictState.INCONCLUSIVE):
        assert reasons(audited(), state) == (f"the verdict is: {state.value}",)


@pytest.fixture(params=["github", "gitlab"])
def there(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Online]:
    monkeypatch.setenv("SYNCLINE_TOKEN", TOKEN)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    with online(str(request.param), tmp_path, CLEAN) as made:
        yield made


def test_a_clean_night_is_ready_and_a_loss_takes_it_back(there: Online) -> None:
    first = there.publish("n1")
    pull = there.fake.state.pulls[1]
    assert first.published.steps[-2:] == ("ready", "settle")
    assert (pull.draft, ALONE in pull.body) == (False, True)
    assert there.publish("n1").published.steps == ()
    # Somebody pushes a commit that loses the source's line.
    there.push_file("n1", "a.txt", edited((30, "target\n")), "Oops")
    done = there.publish("n1")
    assert done.published.steps[0] == "redraft"
    assert pull.draft
    assert "Draft: the audit has open blockers" in pull.body
    # And another that brings it back.
    there.push_file("n1", "a.txt", edited((3, "source\n"), (30, "target\n")), "Bring it back")
    there.publish("n1")
    assert (pull.draft, ALONE in pull.body) == (True, True), "a tree is called ready once"


def test_what_people_turn_stays(there: Online) -> None:
    there.publish("n1")
    pull = there.fake.state.pulls[1]
    pull.draft = True
    assert there.publish("n1").published.steps == ()
    assert pull.draft


def test_what_people_call_ready_is_not_taken_back(there: Online) -> None:
    there.config.write_text(there.config.read_text("utf-8") + 'ready = "verified"\n', "utf-8")
    there.publish("n1")
    pull = there.fake.state.pulls[1]
    pull.draft = False
    there.push_file("n1", "a.txt", edited((30, "target\n")), "Oops")
    there.publish("n1")
    assert (pull.draft, "Draft: the audit has open blockers" in pull.body) == (False, True)


def test_a_forge_that_does_not_let_us_call_it_ready_leaves_a_draft(there: Online) -> None:
    def turns(call: Call) -> bool:
        return call.path == "/graphql" or set(call.body or ()) == {"title"}

    there.fake.fail("POST", "", 403)
    there.fake.failures[-1].hits = turns  # type: ignore[method-assign]
    first = there.publish("n1")
    assert any(note.startswith("it stays a draft, though it is cleared: ") for note in first.published.notes)
    assert first.published.steps[-1] == "settle"
    assert there.fake.state.pulls[1].draft
    there.fake.failures.clear()
    assert there.publish("n1").published.steps[0] == "ready"
    assert not there.fake.state.pulls[1].draft


@pytest.mark.parametrize("ready", ["never", "verified"])
def test_without_the_setting_it_stays_a_draft(there: Online, ready: str) -> None:
    there.config.write_text(there.config.read_text("utf-8") + f'ready = "{ready}"\n', "utf-8")
    done = there.publish("n1")
    assert "ready" not in done.published.steps
    pull = there.fake.state.pulls[1]
    assert pull.draft
    assert {"never": "leaves it to people", "verified": "the verdict is: not verified"}[ready] in pull.body


def test_a_repair_that_no_longer_applies_keeps_it_a_draft(there: Online) -> None:
    there.publish("n1")
    there.push_file("n1", "new.txt", "repaired\n", "Clashes")
    there.publish("n1")
    there.push_file("dev", "new.txt", "of the target\n", "In the way", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    pull = there.fake.state.pulls[1]
    assert pull.draft
    assert "Draft: 1 commit of this branch no longer applies" in pull.body
