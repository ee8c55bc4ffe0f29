"""Ten nights of one pair at a forge: repairs, decisions, a moving target, a landing, a revert and a squash."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from fake_forge.server import TOKEN
from publish.gitstage import BASE, SOURCE, TARGET, edited
from publish.onlinestage import Online, online
from syncline.config.decisions import read_decisions_toml
from syncline.core.effect import Done
from syncline.core.fingerprint import fingerprint
from syncline.core.pull import MergeMethod, PullState
from syncline.publish.frame import described
from syncline.publish.record import Outcome
from syncline.run.auditing import audit_merge
from syncline.run.decisions import Order
from syncline.run.guarding import check_landing
from syncline.run.progress import silent
from syncline.run.publish import Publishing, PublishRequest

DECISIONS = ".syncline/decisions.toml"


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Online]:
    monkeypatch.setenv("SYNCLINE_TOKEN", TOKEN)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    with online("github", tmp_path, (BASE, SOURCE, TARGET)) as made:
        yield made


def night(there: Online, name: str) -> Publishing:
    assert there.sync(name).effect.done is Done.CREATED
    return there.publish(name)


def stopped(there: Online) -> dict[str, str]:
    request = PublishRequest(there.ours.path, config=there.config)
    return {g.name: g.reason for g in check_landing(request, silent) if not g.passed}


def whole(there: Online, number: int, branch: str) -> None:
    """What holds every night: one open pull request, described from its head, each comment once."""
    assert [n for n, p in there.fake.state.pulls.items() if p.state is PullState.OPEN] == [number]
    pull = there.fake.state.pulls[number]
    assert (pull.branch, described(pull.body)) == (branch, there.tip(branch))
    assert len(there.keys(number)) == len(set(there.keys(number)))


def test_ten_nights(there: Online) -> None:  # noqa: PLR0915 - ten nights are one story
    # Night 1: published.
    there.publish("n1")
    whole(there, 1, "n1")

    # Night 2: people repair the conflict on the branch; the source goes on. The repair is in tonight's, with credit.
    repair = there.push_file("n1", "a.txt", edited((3, "source\n"), (20, "both win\n"), (30, "target\n")), "Settle line 20 together")
    there.push_file("main", "d.txt", "d\n", "Add d (#21)", "Sue Source")
    night(there, "n2")
    whole(there, 1, "n1")
    assert [(c.commit, c.outcome, c.author) for c in there.record().carried] == [(repair, Outcome.CARRIED, "Petra Person")]
    assert there.read("n1", "a.txt").split("\n")[20] == "both win"
    assert there.read("n1", "d.txt") == "d\n"

    # Night 3: somebody records a decision about a finding; it stands in the fix commit, and the finding is folded.
    there.ours.git("fetch", "--quiet", "origin")
    judged = audit_merge(there.ours.path, there.record().merge, there.config, silent)
    finding = next(f for f in judged.findings if f.check == "rule-costs")
    order = Order((fingerprint(finding),), "line 20 is settled by Petra", "")
    audit_merge(there.ours.path, there.record().merge, there.config, silent, order=order, today=date(2024, 1, 2))
    there.push_file("main", "e.txt", "e\n", "Add e", "Sue Source")
    night(there, "n3")
    whole(there, 1, "n1")
    assert [d.reason for d in read_decisions_toml(there.read("n1", DECISIONS), DECISIONS)] == ["line 20 is settled by Petra"]
    assert there.subjects("n1", there.record().merge) == ["Record what was decided about 1 finding", "Settle line 20 together"]

    # Night 4: the target moves during review. Rebuilt on it; repair and decision come along, a range-diff shows how.
    there.push_file("dev", "f.txt", "f\n", "Add f", "Tom Target")
    assert "moved" in stopped(there)["target"]
    night(there, "n4")
    whole(there, 1, "n1")
    assert there.record().target == there.tip("dev")
    assert there.subjects("n1", there.record().merge) == ["Record what was decided about 1 finding", "Settle line 20 together"]
    assert [(c.commit, c.outcome) for c in there.record().carried] == [(repair, Outcome.CARRIED)]
    assert "Range-diff" in there.fake.state.pulls[1].body
    assert stopped(there) == {}

    # Night 5: it lands by a merge commit; the guard agrees afterwards.
    landed = there.record().merge
    first = there.land(1, "merge")
    assert stopped(there) == {}
    assert there.sync("n5").effect.done is Done.NOTHING

    # Night 6: the source goes on. A new pull request, and nothing that has landed is carried again.
    there.push_file("main", "g.txt", "g\n", "Add g", "Sue Source")
    sixth = night(there, "n6")
    assert sixth.alarms == ()
    assert sixth.facts is not None
    assert sixth.facts.position.precedent_merge == landed
    assert "precedent: inherited by" in there.fake.state.pulls[2].body
    whole(there, 2, "n6")
    assert there.record().carried == ()
    assert there.subjects("n6", there.record().merge) == [""]

    # Night 7: it lands and is reverted. The guard says that the content is gone though the merge is there.
    there.land(2, "merge")
    dev = there.tip("dev")
    revert = there.shared.git("commit-tree", f"{first}^{{tree}}", "-p", dev, "-m", "Take it back")
    there.shared.git("update-ref", "refs/heads/dev", revert)
    assert f"{revert[:10]} took its content back" in stopped(there)["landed"]
    there.push_file("main", "h.txt", "h\n", "Add h", "Sue Source")
    after_revert = night(there, "n7")
    assert (len(after_revert.alarms), after_revert.exit_code) == (1, 1)
    whole(there, 3, "n7")

    # Night 8: somebody is about to squash; the guard says so before, and sounds the alarm after.
    there.fake.state.pulls[3].planned = MergeMethod.SQUASH
    assert "merge base would be lost" in stopped(there)["merge method"]
    there.land(3, "squash")
    assert "squashed or rebased" in stopped(there)["landed"]

    # Night 9: published all the same, with the alarm and a failing exit code.
    there.push_file("main", "i.txt", "i\n", "Add i", "Sue Source")
    alarmed = night(there, "n9")
    assert (len(alarmed.alarms), alarmed.exit_code) == (1, 1)
    whole(there, 4, "n9")

    # Night 10: an ordinary night again, updated in place.
    there.push_file("main", "j.txt", "j\n", "Add j", "Sue Source")
    last = night(there, "n10")
    assert (last.alarms, last.exit_code) == ((), 0)
    whole(there, 4, "n9")
    assert there.publish("n10").published.steps == ()
