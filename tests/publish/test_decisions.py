"""Decisions travel: from a person's clone by a ref, into the fix commit of the published branch, and on to later nights."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from building import Repo
from publish.gitstage import Stage, stage
from syncline.config.decisions import read_decisions_toml
from syncline.core.finding import Finding
from syncline.core.fingerprint import fingerprint
from syncline.run.auditing import audit_merge
from syncline.run.decisions import REF, Order
from syncline.run.progress import silent

NIGHT = "n1"
FILE = ".syncline/decisions.toml"


@pytest.fixture
def there(tmp_path: Path) -> Stage:
    made = stage(tmp_path)
    made.sync(NIGHT)
    return made


def costs(repo: Repo, merge: str) -> list[Finding]:
    return [f for f in audit_merge(repo.path, merge, None, silent).findings if f.check == "rule-costs"]


def accept(repo: Repo, merge: str, reason: str, until: str = "") -> None:
    (finding,) = costs(repo, merge)
    order = Order((fingerprint(finding),), reason, until)
    audit_merge(repo.path, merge, None, silent, order=order, today=date(2024, 1, 2))


def test_without_decisions_there_is_no_fix(there: Stage) -> None:
    there.publish(NIGHT)
    assert there.record().fix == ""


def test_a_decision_stands_in_the_fix_for_people_to_review(there: Stage) -> None:
    (finding,) = costs(there.ours, NIGHT)
    accept(there.ours, NIGHT, "the target's is right, says @tom")
    there.publish(NIGHT)
    record = there.record()
    assert there.tip(NIGHT) == record.fix
    assert there.shared.git("diff", "--name-only", record.merge, record.fix) == FILE
    (decision,) = read_decisions_toml(there.read(NIGHT, FILE), FILE)
    assert (decision.fingerprint, decision.reason) == (fingerprint(finding), "the target's is right, says @tom")
    assert there.shared.git("log", "-1", "--format=%B", record.fix) == (
        "Record what was decided about 1 finding\n\n"
        "Decisions, with their reasons in .syncline/decisions.toml:\n"
        "- rule-costs in a.txt: the target's is right, says (at)tom\n\n"
        "Signed-off-by: Ada Tester <ada@example.org>"
    )
    there.ours.git("fetch", "--quiet", "origin")
    judged = audit_merge(there.ours.path, record.merge, None, silent, tree=record.fix)
    assert not [f for f in judged.findings if FILE in {f.path, *(place.path for place in f.places)}]
    body = there.pull(1).body
    assert "1 accepted" in body
    assert "the target's is right" in body


def test_publishing_again_changes_nothing_until_more_is_decided(there: Stage) -> None:
    accept(there.ours, NIGHT, "so")
    there.publish(NIGHT)
    before = there.tip(NIGHT)
    there.publish(NIGHT)
    assert there.tip(NIGHT) == before
    accept(there.ours, NIGHT, "otherwise")
    there.publish(NIGHT)
    assert there.tip(NIGHT) != before
    assert there.record().fix == there.tip(NIGHT)
    assert [d.reason for d in read_decisions_toml(there.read(NIGHT, FILE), FILE)] == ["otherwise"]


def test_repairs_and_decisions_are_one_fix(there: Stage) -> None:
    accept(there.ours, NIGHT, "so")
    ours = there.ours
    ours.git("checkout", "--quiet", NIGHT)
    (ours.path / "b.txt").write_text("mended\n", "utf-8")
    ours.git("commit", "--quiet", "-am", "Mend b\n\nCause: a typo")
    there.publish(NIGHT)
    record = there.record()
    assert there.subjects(NIGHT, record.merge) == ["Mend b"]
    assert there.read(NIGHT, "b.txt") == "mended\n"
    assert len(read_decisions_toml(there.read(NIGHT, FILE), FILE)) == 1
    message = there.shared.git("log", "-1", "--format=%B", record.fix)
    assert message.index("Cause: a typo") < message.index("Decisions, with") < message.index("Signed-off-by:")
    assert message.count("Signed-off-by:") == 1


def test_what_somebody_decided_elsewhere_comes_by_the_shared_ref(there: Stage) -> None:
    """The person pushes the ref; no clone of the runner ever had it."""
    there.publish(NIGHT)
    # What our rules overruled comes along, so that the findings are those of the pull request.
    there.theirs.git("fetch", "--quiet", "origin", "+refs/heads/*:refs/remotes/origin/*", "refs/syncline/*:refs/syncline/*")
    accept(there.theirs, f"origin/{NIGHT}", "decided elsewhere")
    assert [fingerprint(f) for f in costs(there.theirs, f"origin/{NIGHT}")] == [fingerprint(f) for f in costs(there.ours, NIGHT)]
    there.theirs.git("push", "--quiet", "origin", REF)
    there.publish(NIGHT)
    assert [d.reason for d in read_decisions_toml(there.read(NIGHT, FILE), FILE)] == ["decided elsewhere"]
    assert "1 accepted" in there.pull(1).body
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    night = there.sync("n2")
    assert night.report is not None
    assert [f.accepted.reason for f in night.report.findings if f.accepted] == ["decided elsewhere"]
    assert REF not in there.ours.branches()


def test_a_night_that_never_landed_hands_its_decisions_on(there: Stage) -> None:
    accept(there.ours, NIGHT, "so")
    there.publish(NIGHT)
    there.ours.git("update-ref", "-d", REF)
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    record = there.record()
    assert there.subjects(NIGHT, record.merge) == ["Record what was decided about 1 finding"]
    assert [d.reason for d in read_decisions_toml(there.read(NIGHT, FILE), FILE)] == ["so"]


def test_a_landed_decision_is_not_written_again(there: Stage) -> None:
    accept(there.ours, NIGHT, "so")
    there.publish(NIGHT)
    there.shared.git("update-ref", "refs/heads/dev", there.tip(NIGHT))
    there.push_file("main", "d.txt", "more\n", "Goes on", "Sue Source")
    night = there.sync("n2")
    assert night.report is not None
    there.publish("n2")
    assert there.record().fix == ""
    assert there.read(there.record().branch, FILE) == there.shared.raw("cat-file", "blob", f"refs/heads/dev:{FILE}").decode()


def test_a_decision_that_has_run_out_is_not_put_into_a_branch(there: Stage) -> None:
    accept(there.ours, NIGHT, "so", until="2024-01-03")
    there.publish(NIGHT)
    assert there.record().fix == ""


HOME = 'source = "origin/main"\ntarget = "origin/dev"\nprefer = "target"\n[publish]\nquiet-hours = 0\n'


def test_without_a_remote_decisions_stand_in_the_fix_too(tmp_path: Path) -> None:
    there = stage(tmp_path, config=HOME)
    there.sync(NIGHT)
    ours = there.ours
    merge = ours.git("rev-parse", NIGHT)
    accept(ours, NIGHT, "so it is")
    there.publish(NIGHT)
    fix = ours.git("rev-parse", NIGHT)
    assert ours.git("rev-parse", f"{fix}^") == merge
    assert ours.git("diff", "--name-only", merge, fix) == FILE
    assert "so it is" in ours.git("show", f"{fix}:{FILE}")
    assert there.publish(NIGHT).published.steps == ()
    # More is decided: the fix is amended, the merge is not touched.
    accept(ours, merge, "rather so")
    there.publish(NIGHT)
    assert "rather so" in ours.git("show", f"{NIGHT}:{FILE}")
    assert ours.git("rev-parse", f"{NIGHT}^") == merge


def test_nothing_is_put_under_the_owners_commits_nor_into_a_work_tree(tmp_path: Path) -> None:
    there = stage(tmp_path, config=HOME)
    there.sync(NIGHT)
    ours = there.ours
    there.publish(NIGHT)
    ours.git("checkout", "--quiet", NIGHT)
    accept(ours, NIGHT, "so it is")
    merge = ours.git("rev-parse", NIGHT)
    there.publish(NIGHT)
    assert ours.git("rev-parse", NIGHT) == merge
    (ours.path / "b.txt").write_text("mine\n", "utf-8")
    ours.git("commit", "--quiet", "-am", "Mine")
    mine = ours.git("rev-parse", "HEAD")
    ours.git("checkout", "--quiet", "--detach")
    there.publish(NIGHT)
    assert ours.git("rev-parse", NIGHT) == mine
    assert "so it is" in there.pull(1).body
