"""``syncline plan`` on real repositories: what comes, what the target has already, what it costs, and who collides."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stories import Story, lines
from syncline.core.errors import UserError
from syncline.core.forecast import Forecast, Likeness
from syncline.core.plan import NothingToDo
from syncline.run.forecasting import Wishes, make_forecast
from syncline.run.progress import silent

FUNCTION = "def gate(value):\n    total = value + 1\n    factor = total * 3\n    return factor - value\n"


def look(story: Story, source: str = "main", target: str = "dev") -> Forecast:
    found = make_forecast(story.path, source, target, None, silent, fetch=False)
    assert isinstance(found, Forecast)
    return found


def pairs(found: Forecast) -> dict[str, list[tuple[str, str, bool]]]:
    return {c.path: [(p.source.subject, p.target.subject, p.carried) for p in c.collisions] for c in found.conflicts}


@pytest.fixture
def story(tmp_path: Path) -> Story:
    told = Story(tmp_path / "repo")
    told.commit("main", "base", {"a.txt": lines(), "b.txt": lines(word="other"), "CODEOWNERS": "* @all\nb.txt @bee\n"})
    told.branch("dev", "main")
    return told


def test_nothing_to_do(story: Story) -> None:
    assert isinstance(make_forecast(story.path, "main", "dev", None, silent, fetch=False), NothingToDo)


def test_the_two_commits_that_collide_are_found_among_many(story: Story) -> None:
    for n in range(6):
        story.commit("main", f"main {n}", {"a.txt": lines((30 + n, "m"))})
    story.commit("main", "main collides", {"a.txt": lines((10, "from main"), (35, "m"))})
    story.commit("main", "main after", {"a.txt": lines((10, "from main"), (35, "m"), (3, "later"))})
    story.commit("dev", "dev before", {"a.txt": lines((20, "d"))})
    story.commit("dev", "dev collides", {"a.txt": lines((20, "d"), (10, "from dev"))})
    story.commit("dev", "dev after", {"a.txt": lines((20, "d"), (10, "from dev"), (1, "d"))})
    found = look(story)
    assert pairs(found) == {"a.txt": [("main collides", "dev collides", False)]}
    assert found.conflicts[0].owners == ("@all",)
    assert (found.conflicts[0].regions, found.conflicts[0].open) == (1, 1)


def test_two_regions_of_a_file_may_have_two_pairs(story: Story) -> None:
    story.commit("main", "main one", {"b.txt": lines((5, "m"), word="other")})
    story.commit("main", "main two", {"b.txt": lines((5, "m"), (25, "m"), word="other")})
    story.commit("dev", "dev two", {"b.txt": lines((25, "d"), word="other")})
    story.commit("dev", "dev one", {"b.txt": lines((25, "d"), (5, "d"), word="other")})
    found = look(story)
    assert pairs(found) == {"b.txt": [("main one", "dev one", False), ("main two", "dev two", False)]}
    assert found.conflicts[0].owners == ("@bee",)


def test_what_earlier_syncs_kept_names_who_brought_it(story: Story) -> None:
    story.commit("dev", "dev brought it", {"a.txt": lines((10, "from dev"))})
    story.commit("dev", "dev elsewhere", {"a.txt": lines((10, "from dev"), (20, "d"))})
    story.commit("main", "main meanwhile", {"a.txt": lines((30, "m"))})
    story.merge("dev", "main", "sync one")
    story.commit("main", "main collides", {"a.txt": lines((30, "m"), (10, "from main"))})
    assert pairs(look(story)) == {"a.txt": [("main collides", "dev brought it", True)]}


def test_an_older_text_of_the_source_is_told_apart(story: Story) -> None:
    story.commit("main", "main first version", {"a.txt": lines((10, "first version of the source"))})
    story.merge("dev", "main", "sync one")
    story.commit("main", "main second version", {"a.txt": lines((10, "second version of the source"))})
    story.merge("dev", "main", "sync two keeps the first", {"a.txt": lines((10, "first version of the source"))})
    story.commit("main", "main third version", {"a.txt": lines((10, "third version of the source"))})
    found = look(story)
    assert pairs(found) == {"a.txt": [("main third version", "sync one", True)]}
    assert found.conflicts[0].collisions[0].stale


def test_a_file_that_an_earlier_sync_dropped_names_that_sync(story: Story) -> None:
    story.commit("main", "main adds a file", {"new.txt": lines(word="new")})
    story.merge("dev", "main", "sync drops it", {"new.txt": None})
    story.commit("dev", "dev goes on", {"b.txt": lines((1, "d"), word="other")})
    story.commit("main", "main changes it", {"new.txt": lines((3, "m"), word="new")})
    found = look(story)
    assert pairs(found) == {"new.txt": [("main changes it", "sync drops it", True)]}
    assert found.conflicts[0].kind.value == "modify/delete"


def test_a_file_renamed_by_one_side_is_followed(story: Story) -> None:
    story.commit("main", "main renames", {"a.txt": None, "moved/a.txt": lines()})
    story.commit("main", "main collides", {"moved/a.txt": lines((10, "m"))})
    story.commit("dev", "dev collides", {"a.txt": lines((10, "d"))})
    assert pairs(look(story)) == {"moved/a.txt": [("main collides", "dev collides", False)]}


def test_twins_are_told_by_patch_by_trailer_and_by_units(story: Story) -> None:
    patch = story.commit("main", "same patch", {"a.txt": lines((10, "new"))})
    picked = story.commit("main", "picked", {"b.txt": lines((10, "new"), word="other")})
    ported = story.commit("main", "ported", {"pkg/gate.py": f"import os\n\n\n{FUNCTION}"})
    story.commit("main", "only here", {"pkg/other.py": "def only():\n    return 0\n"})
    story.commit("dev", "dev first", {"b.txt": lines((11, "near"), word="other")})
    story.pick("dev", patch, "patched on dev")
    story.commit(
        "dev", f"copied by hand\n\n(cherry picked from commit {picked})", {"b.txt": lines((10, "new"), (11, "near"), word="other")}
    )
    story.commit("dev", "ported by hand", {"pkg/gate.py": f"import sys\nimport re\n\n\n{FUNCTION}\n\ndef mine():\n    return 1\n"})
    twins = {str(t.source.id): t for t in look(story).twins}
    told = {oid: (t.likeness, t.target.subject if t.target else None) for oid, t in twins.items()}
    assert told == {
        patch: (Likeness.PATCH, "patched on dev"),
        picked: (Likeness.PICKED, "copied by hand"),
        ported: (Likeness.UNITS, "ported by hand"),
    }
    assert twins[ported].units == ("gate",)


def test_a_removed_name_that_the_target_still_says_is_shown_with_its_places(story: Story) -> None:
    story.commit("main", "add", {"pkg/gate.py": FUNCTION})
    story.merge("dev", "main", "sync")
    story.commit("dev", "use it", {"pkg/mine.py": "from pkg.gate import gate\n\n\nprint(gate(1))\n"})
    story.commit("main", "remove it", {"pkg/gate.py": "def other():\n    return 5\n"})
    (change,) = look(story).names
    assert (change.name, change.fate.value, [(u.path, u.line) for u in change.uses]) == (
        "gate",
        "removed",
        [("pkg/mine.py", 1), ("pkg/mine.py", 1), ("pkg/mine.py", 4)],
    )


def test_odd_commit_dates_do_no_harm(story: Story) -> None:
    story.commit("main", "from the future", {"a.txt": lines((10, "m"))}, date=4_102_444_800)
    story.commit("main", "from the past", {"a.txt": lines((10, "m"), (30, "m"))}, date=1)
    story.commit("dev", "dev", {"a.txt": lines((10, "d"))})
    assert pairs(look(story)) == {"a.txt": [("from the future", "dev", False)]}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from syncline.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)


def test_the_command_prints_the_plan_and_all_of_it_as_json(story: Story) -> None:
    story.commit("main", "feat: \x1b[31mred (#7)", {"a.txt": lines((10, "m"))})
    story.commit("dev", "dev", {"a.txt": lines((10, "d"))})
    options = ["--repo", str(story.path), "--source", "main", "--target", "dev"]
    told = run("plan", *options)
    assert (told.returncode, told.stderr) == (0, "")
    assert "\x1b" not in told.stdout
    assert "1 conflicted path (1 content), 1 region" in told.stdout
    assert "#7 Ada Tester ✕ " in told.stdout
    data = json.loads(run("plan", *options, "--json").stdout)
    assert data["schema"] == "syncline.plan/1"
    assert data["cost"]["conflicts"][0]["collisions"][0]["source"]["pull"] == 7
    assert data["digest"]["works"] == {"feature": 1}
    assert story.git("for-each-ref", "--format=%(refname:short)").split() == ["dev", "main"]


def portions(story: Story, wishes: Wishes) -> list[tuple[str, int, list[str]]]:
    found = make_forecast(story.path, "main", "dev", None, silent, wishes, fetch=False)
    assert isinstance(found, Forecast)
    assert found.portions is not None
    return [(p.last.subject, p.commits, list(p.paths)) for p in found.portions.slices]


def test_portions_put_the_hard_commit_alone(story: Story) -> None:
    story.commit("main", "easy 1", {"b.txt": lines((1, "m"), word="other")})
    story.commit("main", "easy 2", {"b.txt": lines((1, "m"), (2, "m"), word="other")})
    story.commit("main", "hard", {"a.txt": lines((10, "m"))})
    story.commit("main", "easy 3", {"a.txt": lines((10, "m"), (30, "m"))})
    story.git("tag", "v1", "main~2")
    story.commit("dev", "dev", {"a.txt": lines((10, "d"))})
    assert portions(story, Wishes(slices="auto")) == [("easy 2", 2, []), ("hard", 1, ["a.txt"]), ("easy 3", 1, [])]
    assert portions(story, Wishes(slices="auto", longest=1))[:2] == [("easy 1", 1, []), ("easy 2", 1, [])]
    assert portions(story, Wishes(slices="tags")) == [("easy 2", 2, []), ("easy 3", 2, ["a.txt"])]
    assert portions(story, Wishes(slices="auto", until="main~1")) == [("easy 2", 2, []), ("hard", 1, ["a.txt"])]


def test_a_revision_outside_of_the_source_cannot_end_it(story: Story) -> None:
    story.commit("main", "m", {"a.txt": lines((10, "m"))})
    story.commit("dev", "d", {"a.txt": lines((30, "d"))})
    with pytest.raises(UserError, match="not part of the source"):
        make_forecast(story.path, "main", "dev", None, silent, Wishes(until="dev"), fetch=False)


def test_a_commit_that_touches_the_conflict_again_costs_again(story: Story) -> None:
    for n in range(3):
        story.commit("main", f"m{n}", {"a.txt": lines((10, f"m{n}"))})
    story.commit("dev", "d", {"a.txt": lines((10, "d"))})
    assert portions(story, Wishes(slices="auto")) == [("m0", 1, ["a.txt"]), ("m2", 2, ["a.txt"])]


def test_pairs_backlog_and_burden_from_the_command_line(story: Story, tmp_path: Path) -> None:
    story.branch("next", "dev")
    fix = story.commit("dev", "fix: a thing", {"a.txt": lines((30, "fixed"))})
    story.pick("main", fix, "fix: a thing (upstreamed)")
    story.commit("main", "collides", {"a.txt": lines((30, "fixed"), (10, "m"))})
    story.commit("dev", "own work", {"a.txt": lines((30, "fixed"), (10, "d"))})
    config = tmp_path / "pairs.toml"
    config.write_text(
        '[[pair]]\nsource = "dev"\ntarget = "next"\n[[pair]]\nsource = "main"\ntarget = "dev"\n[alarm]\ncommits = 2\n', encoding="utf-8"
    )
    options = ["--repo", str(story.path), "--config", str(config), "--json"]
    every = json.loads(run("plan", *options, "--pairs").stdout)
    assert [one["pair"] for one in every] == ["main-to-dev", "dev-to-next"]
    one = run("plan", *options, "--pair", "main-to-dev", "--burden", "--alarm")
    assert one.returncode == 1
    data = json.loads(one.stdout)
    assert data["backlog"]["commits"] == 2
    assert any("2 commits waiting" in alarm for alarm in data["backlog"]["alarms"])
    assert data["burden"]["commits"] == 2
    assert [(p["target"]["subject"], p["source"]["subject"]) for p in data["burden"]["upstreamed"]] == [
        ("fix: a thing", "fix: a thing (upstreamed)")
    ]
    assert sum(area["conflicts"] for area in data["burden"]["areas"]) == 1
    night = json.loads(run("sync", *options, "--pair", "dev-to-next", "--dry-run").stdout)
    assert (night["plan"]["source"]["name"], night["plan"]["target"]["name"]) == ("dev", "next")
    wrong = run("plan", *options, "--pair", "main-to-de")
    assert (wrong.returncode, "did you mean 'main-to-dev'" in wrong.stderr) == (2, True)


def test_a_rewrite_with_thousands_of_names_is_told_where_they_are_still_said(story: Story) -> None:
    names = [f"gauge_of_the_{n}th_station_along_the_whole_coast_of_the_island" for n in range(3500)]
    code = "".join(f"def {name}():\n    return {n}\n\n\n" for n, name in enumerate(names))
    for branch in ("main", "dev"):
        story.commit(branch, "many", {"many.py": code})
    story.merge("dev", "main", "sync")
    story.commit("dev", "use two", {"use.py": f"from many import {names[1]}, {names[3400]}\n\n{names[1]}()\n"})
    story.commit("main", "all anew", {"many.py": code.replace("gauge_of", "gauges_for").replace("return", "yield")})
    found = look(story)
    used = {change.name: [(use.path, use.line) for use in change.uses] for change in found.names if change.uses}
    assert used == {names[1]: [("use.py", 1), ("use.py", 3)], names[3400]: [("use.py", 1)]}
    assert found.notes == ()


def test_the_backlog_is_told_night_by_night_and_past_syncs_say_who_caused_conflicts(tmp_path: Path) -> None:
    told = Story(tmp_path / "repo")
    day, now = 86_400, int(time.time())

    def commit(branch: str, subject: str, age: int, edits: dict[str, str | None]) -> None:
        told.commit(branch, subject, edits, date=now - age * day)

    commit("main", "base", 30, {"core/a.txt": lines(), "core/b.txt": lines(), "docs/c.md": lines()})
    told.branch("dev", "main")
    commit("dev", "feat: own core", 29, {"core/a.txt": lines((10, "d"))})
    commit("dev", "docs: own", 28, {"docs/c.md": lines((1, "d"))})
    commit("main", "main collides", 27, {"core/a.txt": lines((10, "m"))})
    told.now = now - 26 * day
    told.merge("dev", "main", "sync", {"core/a.txt": lines((10, "both"))})
    commit("dev", "feat: more core", 20, {"core/b.txt": lines((5, "d"))})
    commit("main", "one", 6, {"core/b.txt": lines((20, "m"))})
    commit("main", "two", 3, {"core/b.txt": lines((20, "m"), (5, "m"))})
    commit("main", "three", 1, {"docs/c.md": lines((30, "m"))})
    data = json.loads(run("plan", "--repo", str(told.path), "--source=main", "--target=dev", "--burden", "--nights=4", "--json").stdout)
    nights = [(night["commits"], night["conflicts"]) for night in data["backlog"]["nights"]]
    assert nights == [(0, None), (1, None), (1, None), (1, 0), (2, 1), (2, 1), (3, 1), (3, 1)]
    burden = data["burden"]
    assert (burden["past_syncs"], burden["past_conflicts"]) == (1, 1)
    assert sum(area["past_conflicts"] for area in burden["areas"]) == 1
    (core,) = [area for area in burden["areas"] if area["past_conflicts"]]
    assert "feat: own core" in {said["subject"] for said in core["commits"]}
    screen = run("plan", "--repo", str(told.path), "--source=main", "--target=dev", "--nights=4").stdout
    assert "commits night by night" in screen
    assert "0 → 3 in 7 nights (+3)" in screen
    assert "0 → 1 in 4 nights (+1)" in screen
