"""Portions one on top of the other: built, kept, and built anew under the repairs that people made on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from running import syncline
from stories import Story, lines
from syncline.core.resolution import Preference
from syncline.core.stack import Laid, Stack
from syncline.run.progress import silent
from syncline.run.stack import StackRequest, stack


@pytest.fixture
def story(tmp_path: Path) -> Story:
    """Three portions: clean, one commit that collides in a.txt, clean again."""
    told = Story(tmp_path / "repo")
    told.git("config", "user.name", "Sam Syncer")
    told.git("config", "user.email", "sam@example.org")
    told.commit("main", "base", {name: lines(word=name) for name in ("a.txt", "b.txt", "c.txt")})
    told.branch("dev", "main")
    told.commit("dev", "dev own", {"a.txt": lines((10, "dev"), word="a.txt")})
    told.commit("main", "one", {"b.txt": lines((5, "one"), word="b.txt")})
    told.commit("main", "two", {"a.txt": lines((10, "two"), word="a.txt")})
    told.commit("main", "three", {"c.txt": lines((5, "three"), word="c.txt")})
    return told


def run(story: Story, *, prefer: Preference = Preference.TARGET, dry_run: bool = False, branch: str = "night") -> Stack:
    found = stack(StackRequest(story.path, "main", "dev", branch, prefer=prefer, dry_run=dry_run, fetch=False), silent)
    assert isinstance(found, Stack)
    return found


def laid(found: Stack) -> list[tuple[str, str, str]]:
    return [(layer.last.subject, layer.laid.value, layer.branch) for layer in found.layers]


def heads(story: Story) -> dict[str, str]:
    rows = story.git("for-each-ref", "--format=%(refname:strip=2) %(objectname)", "refs/heads").splitlines()
    return dict(row.split(" ") for row in rows)


def test_each_portion_stands_on_the_one_before(story: Story) -> None:
    assert laid(run(story)) == [("one", "built", "night-p01"), ("two", "built", "night-p02"), ("three", "built", "night-p03")]
    below = story.git("rev-parse", "dev")
    for number, last in enumerate(("main~2", "main~1", "main"), 1):
        parents = story.git("log", "-1", "--format=%P", f"night-p0{number}").split()
        assert parents == [below, story.git("rev-parse", last)]
        below = story.git("rev-parse", f"night-p0{number}")
    assert "dev\n" in story.read("night-p03", "a.txt")
    assert "three\n" in story.read("night-p03", "c.txt")
    before = story.git("for-each-ref")
    assert {layer.laid for layer in run(story).layers} == {Laid.KEPT}
    assert story.git("for-each-ref") == before


def test_a_dry_run_writes_nothing(story: Story) -> None:
    before = story.git("for-each-ref")
    assert [what for _, what, _ in laid(run(story, dry_run=True))] == [
        "would be built",
        "waits for the ones below",
        "waits for the ones below",
    ]
    assert story.git("for-each-ref") == before


def test_when_the_target_moves_all_is_merged_anew_and_repairs_are_kept(story: Story) -> None:
    run(story)
    repair = story.commit("night-p02", "Repair by hand", {"a.txt": lines((10, "dev and two"), word="a.txt")}, author="Petra Person")
    old = heads(story)
    story.commit("dev", "dev goes on", {"b.txt": lines((30, "dev"), word="b.txt")})
    found = run(story)
    assert laid(found) == [("one", "rebuilt", "night-p01-2"), ("two", "rebuilt", "night-p02-2"), ("three", "rebuilt", "night-p03-2")]
    assert [[c.id for c in layer.carried] for layer in found.layers] == [[], [repair], []]
    assert story.git("log", "-1", "--format=%an %s", "night-p02-2") == "Petra Person Repair by hand"
    assert "dev and two\n" in story.read("night-p03-2", "a.txt")
    assert "dev\n" in story.read("night-p03-2", "b.txt")
    assert {name: oid for name, oid in heads(story).items() if name in old and name != "dev"} == {
        k: v for k, v in old.items() if k != "dev"
    }
    assert {layer.laid for layer in run(story).layers} == {Laid.KEPT}


def test_a_repair_below_lifts_what_is_above(story: Story) -> None:
    run(story)
    story.commit("night-p01", "Repair by hand", {"b.txt": lines((5, "one, repaired"), word="b.txt")}, author="Petra Person")
    assert laid(run(story)) == [("one", "kept", "night-p01"), ("two", "rebuilt", "night-p02-2"), ("three", "rebuilt", "night-p03-2")]
    assert "one, repaired\n" in story.read("night-p03-2", "b.txt")


def test_a_repair_that_fits_no_more_stops_the_stack_and_stays_where_it_is(story: Story) -> None:
    run(story)
    repair = story.commit("night-p02", "Repair by hand", {"a.txt": lines((10, "dev and two"), word="a.txt")}, author="Petra Person")
    story.commit("dev", "dev changes its mind", {"a.txt": lines((10, "dev otherwise"), word="a.txt")})
    found = run(story)
    assert [layer.laid for layer in found.layers] == [Laid.REBUILT, Laid.STOPPED, Laid.WAITING]
    assert "Repair by hand) by Petra Person does not fit any more at a.txt; it stays on night-p02" in found.layers[1].reason
    assert (found.exit_code, story.git("rev-parse", "night-p02")) == (1, repair)


def test_an_open_conflict_stops_and_the_portions_below_stand(story: Story) -> None:
    found = run(story, prefer=Preference.STOP)
    assert [layer.laid for layer in found.layers] == [Laid.BUILT, Laid.STOPPED, Laid.WAITING]
    assert found.layers[1].reason == "1 conflict needs a decision"
    # Somebody merges the portion by hand, on the branch that was named: it is taken as it is, and the rest goes on.
    story.branch("night-p02", "night-p01")
    story.merge("night-p02", "main~1", "by hand", {"a.txt": lines((10, "by hand"), word="a.txt")})
    found = run(story, prefer=Preference.STOP)
    assert [layer.laid for layer in found.layers] == [Laid.KEPT, Laid.KEPT, Laid.BUILT]
    assert "by hand\n" in story.read("night-p03", "a.txt")


def test_what_landed_is_left_out_and_the_rest_kept(story: Story) -> None:
    run(story)
    story.git("update-ref", "refs/heads/dev", "night-p01")
    assert laid(run(story)) == [("two", "kept", "night-p02"), ("three", "kept", "night-p03")]


def test_new_commits_of_the_source_come_on_top_of_the_cuts_that_stand(story: Story) -> None:
    run(story)
    story.commit("main", "four", {"b.txt": lines((5, "one"), (20, "four"), word="b.txt")})
    assert laid(run(story)) == [
        ("one", "kept", "night-p01"),
        ("two", "kept", "night-p02"),
        ("three", "kept", "night-p03"),
        ("four", "built", "night-p04"),
    ]


def test_the_command_tells_it_line_by_line_and_as_json(story: Story) -> None:
    options = ["--repo", str(story.path), "--source=main", "--target=dev", "--branch=night", "--prefer=target", "--max-commits=2"]
    done = syncline("stack", *options)
    assert done.returncode == 0, done.stderr
    assert "main into dev in 3 portions" in done.stdout
    data = json.loads(syncline("stack", *options, "--json").stdout)
    assert [(layer["laid"], layer["branch"]) for layer in data["layers"]] == [("kept", f"night-p0{n}") for n in (1, 2, 3)]
    assert "nothing to do" in syncline("stack", "--repo", str(story.path), "--source=dev~1", "--target=dev").stdout


def test_what_blocks_a_portion_still_blocks_when_it_is_kept(tmp_path: Path) -> None:
    story = Story(tmp_path / "repo")
    story.git("config", "user.name", "Sam Syncer")
    story.git("config", "user.email", "sam@example.org")
    story.commit("main", "base", {"lib.py": "def old():\n    return 1\n\n\ndef other():\n    return 2\n", "a.txt": "a\n"})
    story.branch("dev", "main")
    story.commit("dev", "dev removes it", {"lib.py": "def other():\n    return 2\n"})
    story.commit("main", "main uses it", {"user.py": "from lib import old\n\nVALUE = old()\n"})
    first = run(story)
    again = run(story)
    assert [(layer.laid, layer.blockers) for layer in first.layers] == [(Laid.BUILT, 1)]
    assert [(layer.laid, layer.blockers) for layer in again.layers] == [(Laid.KEPT, 1)]
    assert first.exit_code == again.exit_code == 1
