"""Publishing over real git: pushes with exact leases to a bare repository, hooks that refuse, people who push in between."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from publish.gitstage import PAIR, SOURCE, TARGET, TEXT, Stage, edited, stage
from syncline.core.errors import UserError
from syncline.core.pull import PullState
from syncline.publish.frame import described, remark_key
from syncline.publish.lease import lease_ref
from syncline.publish.record import Outcome, Standing
from syncline.publish.steps import Halted
from syncline.run.auditing import audit_merge
from syncline.run.holding import RefusedError
from syncline.run.marking import TROUBLE
from syncline.run.progress import silent
from syncline.run.records import records_ref

NIGHT = "sync/main-to-dev/1"


@pytest.fixture
def there(tmp_path: Path) -> Stage:
    """A stage with the first night merged."""
    made = stage(tmp_path)
    made.sync(NIGHT)
    return made


def test_a_night_is_published_once(there: Stage) -> None:
    done = there.publish(NIGHT)
    assert done.published.steps == ("push", "open", "label", "review", "say", "say", "settle")
    assert done.exit_code == 0
    tip = there.tip(NIGHT)
    assert described(there.pull().body) == tip
    assert there.record().standing is Standing.PUBLISHED
    assert [remark_key(r.body) for r in there.forge().remarks(1)] == [f"comment-0-{tip[:12]}", "comment-1"]
    assert lease_ref(PAIR) not in there.shared.branches()
    again = there.publish(NIGHT)
    assert again.published.steps == ()
    assert len(there.forge().remarks(1)) == 2


def test_only_our_branch_and_our_refs_are_written(there: Stage) -> None:
    before = set(there.shared.branches())
    there.publish(NIGHT)
    new = {f"refs/heads/{NIGHT}", f"refs/syncline/publish/{PAIR}", f"refs/syncline/records/{there.tip(NIGHT)}"}
    assert set(there.shared.branches()) - before == new


def test_how_conflicts_went_is_told_from_what_the_sync_noted(there: Stage) -> None:
    there.publish(NIGHT)
    body = there.pull().body
    assert "git left 1 path in conflict: 1 region by preference." in body
    assert "| 1 | decided by `prefer-target` |" in body
    # Of a merge that somebody else made nothing is claimed.
    there.ours.git("update-ref", "-d", records_ref(there.record().merge))
    there.publish(NIGHT)
    assert "git left 1 path in conflict. Beside" in there.pull().body


def test_whoever_fetches_our_refs_audits_with_the_records(there: Stage) -> None:
    """What our rules overruled is no loss on another machine either."""
    there.publish(NIGHT)
    merge = there.tip(NIGHT)
    there.theirs.git("fetch", "--quiet", "origin")
    blind = audit_merge(there.theirs.path, merge, None, silent)
    there.theirs.git("fetch", "--quiet", "origin", "refs/syncline/records/*:refs/syncline/records/*")
    knowing = audit_merge(there.theirs.path, merge, None, silent)
    assert (blind.ledger.source.overruled, knowing.ledger.source.lost) == (0, 0)
    assert knowing.ledger.source.overruled == blind.ledger.source.lost > 0


def test_the_clone_keeps_its_remote_tracking_branches(there: Stage) -> None:
    """git would move them to objects that only our workshop had."""
    before = there.ours.branches()
    there.publish(NIGHT)
    assert there.ours.branches() == before
    assert there.ours.git("fsck", "--connectivity-only") == ""


def test_a_dry_run_writes_nothing(there: Stage) -> None:
    before = (there.shared.branches(), there.ours.branches())
    done = there.publish(NIGHT, dry_run=True)
    assert done.published.wanted is not None
    assert (there.shared.branches(), there.ours.branches()) == before
    assert there.forge().pull(1) is None


def test_what_people_push_is_kept_and_told(there: Stage) -> None:
    there.publish(NIGHT)
    theirs = there.push_file(NIGHT, "b.txt", edited((5, "repaired\n")), "Restore the fifth line of @ada (#12)")
    done = there.publish(NIGHT)
    assert there.tip(NIGHT) == theirs
    assert done.published.steps == ("push", "describe", "say", "settle")
    assert [(c.outcome, c.now) for c in there.record().carried] == [(Outcome.CARRIED, theirs)]
    assert "Restore the fifth line of @\u200bada (#\u200b12) (Petra Person): stands here" in there.pull().body


def test_the_target_moves_and_peoples_commits_come_along(there: Stage) -> None:
    there.publish(NIGHT)
    fits = there.push_file(NIGHT, "b.txt", edited((5, "repaired\n")), "Fits")
    clash = there.push_file(NIGHT, "new.txt", "quite another\n", "Clashes")
    there.publish(NIGHT)
    there.push_file("dev", "new.txt", "of the target\n", "The target has its own", "Tom Target")
    there.sync("sync/main-to-dev/2")
    done = there.publish("sync/main-to-dev/2")
    record = there.record()
    # In place: the pull request keeps its branch.
    assert (record.branch, record.pull) == (NIGHT, 1)
    assert there.subjects(NIGHT, record.merge) == ["Fits"]
    assert there.read(NIGHT, "b.txt") == edited((5, "repaired\n"))
    told = {c.commit: (c.outcome, c.paths) for c in record.carried}
    assert told == {fits: (Outcome.CARRIED, ()), clash: (Outcome.UNFIT, ("new.txt",))}
    assert there.shared.git("log", "-1", "--format=%an <%ae> %ad", "--date=raw", NIGHT) == there.shared.git(
        "log", "-1", "--format=%an <%ae> %ad", "--date=raw", fits
    )
    body = there.pull().body
    assert "**1 commit no longer applies**" in body
    assert "1:  " in body
    assert "<details><summary>Range-diff</summary>" in body
    (command,) = [row.split("`")[3] for row in body.splitlines() if row.startswith("What they were before is kept behind")]
    there.theirs.git("fetch", "--quiet", "origin", "+refs/heads/*:refs/remotes/origin/*", "refs/syncline/publish/*:refs/syncline/publish/*")
    printed = there.theirs.git(*command.split()[1:])
    assert printed in body
    assert "Fits" in printed
    assert described(body) == there.tip(NIGHT)
    assert done.published.steps[:3] == ("announce", "push", "describe")


def test_what_no_longer_applied_is_tried_again_and_its_commit_is_kept(there: Stage) -> None:
    there.publish(NIGHT)
    clash = there.push_file(NIGHT, "new.txt", "repaired\n", "Clashes first")
    there.publish(NIGHT)
    there.push_file("dev", "new.txt", "of the target\n", "In the way", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    assert [c.outcome for c in there.record().carried] == [Outcome.UNFIT]
    there.push_file("dev", "new.txt", "new\n", "Out of the way", "Tom Target")
    there.shared.git("gc", "--prune=now", "--quiet")
    there.sync("n3")
    there.publish("n3")
    assert [(c.commit, c.outcome) for c in there.record().carried] == [(clash, Outcome.CARRIED)]
    assert there.read(NIGHT, "new.txt") == "repaired\n"


def test_superseding_closes_yesterdays_with_a_link(tmp_path: Path) -> None:
    there = stage(tmp_path)
    there.config.write_text(there.config.read_text("utf-8") + 'unlanded = "supersede"\n', "utf-8")
    there.sync("n1")
    there.publish("n1")
    fits = there.push_file("n1", "b.txt", edited((5, "repaired\n")), "Fits")
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    old, new = there.pull(1), there.pull(2)
    assert (old.state, new.state) == (PullState.CLOSED, PullState.OPEN)
    assert f"Superseded by {new.url}." in there.forge().remarks(1)[-1].body
    assert there.tip("n1") == fits
    assert there.read("n2", "b.txt") == edited((5, "repaired\n"))
    assert described(new.body) == there.tip("n2")


def test_a_hook_that_refuses_leaves_a_marker_and_no_stale_body(there: Stage) -> None:
    there.publish(NIGHT)
    before = there.pull().body
    hook = there.shared.path / "hooks" / "update"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text('#!/bin/sh\ncase $1 in refs/heads/*) echo "workflows need a scope, @ada" >&2; exit 1;; esac\n', "utf-8")
    hook.chmod(0o755)
    there.shared.git("config", "core.hooksPath", str(hook.parent))
    moved = there.shared.git("commit-tree", f"{there.tip('dev')}^{{tree}}", "-p", there.tip("dev"), "-m", "moves")
    there.shared.git("update-ref", "refs/heads/dev", moved)
    there.sync("n2")
    with pytest.raises(RefusedError, match=r"refused the push to 'sync/main-to-dev/1'.*workflows need a scope"):
        there.publish("n2")
    assert there.pull().body == before
    marks = [r.body for r in there.forge().remarks(1) if remark_key(r.body) == TROUBLE]
    assert len(marks) == 1
    assert "@\u200bada" in marks[0]
    hook.unlink()
    there.publish("n2")
    marks = [r.body for r in there.forge().remarks(1) if remark_key(r.body) == TROUBLE]
    assert [m.startswith("The trouble that stood here is over") for m in marks] == [True]


def test_a_rewritten_branch_is_left_alone(there: Stage) -> None:
    there.publish(NIGHT)
    there.theirs.git("fetch", "--quiet", "origin")
    other = there.theirs.git("rev-parse", "origin/main")
    there.theirs.git("push", "--quiet", "--force", "origin", f"{other}:refs/heads/{NIGHT}")
    done = there.publish(NIGHT)
    assert done.published.halted is not None
    assert (done.published.halted.why, done.exit_code) == (Halted.REWRITTEN, 1)
    assert there.tip(NIGHT) == other


def test_a_branch_name_that_is_taken_is_left_alone(there: Stage) -> None:
    other = there.theirs.git("rev-parse", "origin/main")
    there.theirs.git("push", "--quiet", "origin", f"{other}:refs/heads/{NIGHT}")
    done = there.publish(NIGHT)
    assert done.published.halted is not None
    assert (done.published.halted.why, done.exit_code) == (Halted.TAKEN, 1)
    assert there.tip(NIGHT) == other
    assert there.forge().pull(1) is None


def test_another_bots_branch_is_never_pushed_to(there: Stage) -> None:
    there.ours.git("branch", "pull-request/7", NIGHT)
    done = there.publish("pull-request/7")
    assert done.published.halted is not None
    assert done.published.halted.why is Halted.FOREIGN
    assert "refs/heads/pull-request/7" not in there.shared.branches()


def test_local_commits_on_the_merge_become_one_fix(there: Stage) -> None:
    ours = there.ours
    ours.git("checkout", "--quiet", NIGHT)
    for name, cause in (("b.txt", "formatting"), ("poetry.lock", "stale lock")):
        (ours.path / name).write_text(TEXT + name, "utf-8")
        ours.git("add", "--all")
        ours.git("commit", "--quiet", "-m", f"Mend {name}\n\nCause: {cause} of @ada\nShown-by: a test")
    there.publish(NIGHT)
    record = there.record()
    assert record.fix
    assert there.tip(NIGHT) == record.fix
    assert there.shared.git("rev-parse", f"{record.fix}^") == record.merge
    message = there.shared.git("log", "-1", "--format=%B", record.fix)
    assert message.startswith(
        "Repair the sync: 2 families\n\n1. Mend b.txt\n   Cause: formatting of (at)ada\n   Files: b.txt\n   Shown by: a test"
    )
    assert "Golden, generated and lock files: poetry.lock" in message
    assert message.endswith("Signed-off-by: Ada Tester <ada@example.org>")
    # A further round amends the fix, never the merge.
    (ours.path / "b.txt").write_text(TEXT + "again", "utf-8")
    ours.git("commit", "--quiet", "-am", "Mend again")
    there.publish(NIGHT)
    after = there.record()
    assert (after.merge, after.pull) == (record.merge, 1)
    assert after.fix != record.fix
    assert there.subjects(NIGHT, after.merge) == ["Repair the sync: 3 families"]
    # And the next night has it on the new merge.
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    there.sync("n2")
    there.publish("n2")
    assert there.subjects(NIGHT, there.record().merge) == ["Repair the sync: 3 families"]
    assert there.read(NIGHT, "b.txt") == TEXT + "again"


def test_without_a_remote_the_branch_stays_here(tmp_path: Path) -> None:
    there = stage(tmp_path, config='source = "origin/main"\ntarget = "origin/dev"\nprefer = "target"\n[publish]\nquiet-hours = 0\n')
    before = there.shared.branches()
    there.sync("n1")
    there.publish("n1")
    ours = there.ours
    ours.git("checkout", "--quiet", "n1")
    (ours.path / "b.txt").write_text(TEXT + "mine", "utf-8")
    ours.git("commit", "--quiet", "-am", "Mine")
    mine = ours.git("rev-parse", "HEAD")
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    ours.git("fetch", "--quiet", "origin")
    there.sync("n2")
    there.publish("n2")
    assert ours.git("rev-parse", "n1") == mine
    assert ours.git("log", "-1", "--format=%s", "n2") == "Mine"
    assert (there.pull(1).state, there.pull(2).state) == (PullState.CLOSED, PullState.OPEN)
    assert {k: v for k, v in there.shared.branches().items() if k != "refs/heads/dev"} == {
        k: v for k, v in before.items() if k != "refs/heads/dev"
    }


def test_handwritten_parts_of_the_body_survive(there: Stage) -> None:
    there.publish(NIGHT)
    pull = there.pull()
    body = "Before.\n\n" + pull.body.replace("<!-- syncline:notes -->\n", "<!-- syncline:notes -->\nMind the gap.\n") + "\nAfter.\n"
    there.forge().describe(1, pull.title, body)
    there.push_file(NIGHT, "b.txt", edited((5, "repaired\n")), "Fits")
    there.publish(NIGHT)
    text = there.pull().body
    assert text.startswith("Before.\n\n<!-- syncline:body head=")
    assert text.rstrip().endswith("After.")
    assert text.count("Mind the gap.") == 1
    assert described(text) == there.tip(NIGHT)


def test_source_and_target_are_as_they_were(there: Stage) -> None:
    """The stage itself: what the tests above take for granted."""
    assert there.read("main", "a.txt") == SOURCE["a.txt"]
    assert there.read("dev", "a.txt") == TARGET["a.txt"]


def test_a_second_round_of_the_same_day_gets_a_branch_of_its_own(there: Stage) -> None:
    there.push_file("dev", "c.txt", "more\n", "Moves on", "Tom Target")
    again = there.sync(NIGHT)
    assert again.effect.branch == f"{NIGHT}-2"
    there.ours.git("branch", "mine", "origin/dev")
    there.push_file("dev", "d.txt", "more\n", "Moves on again", "Tom Target")
    with pytest.raises(UserError, match="'mine' exists with other content"):
        there.sync("mine")


def test_sync_publishes_where_a_remote_is_configured(tmp_path: Path) -> None:
    there = stage(tmp_path)
    verb = [
        sys.executable,
        "-c",
        "from syncline.cli import main; main()",
        "sync",
        "--repo",
        str(there.ours.path),
        "--config",
        str(there.config),
    ]
    stay = subprocess.run([*verb, "--branch", "n0", "--no-publish"], capture_output=True, text=True, check=False)
    assert (stay.returncode, there.forge().pull(1)) == (0, None)
    done = subprocess.run([*verb, "--branch", "n1"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "pull request 1, open" in done.stdout
    assert described(there.pull().body) == there.tip(there.pull().branch)
