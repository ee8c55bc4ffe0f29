"""``--pair`` on every verb that speaks of two branches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from running import syncline
from stories import Story, lines

VERBS = ("plan", "sync", "stack", "audit", "publish", "pause", "resume", "abort", "takeover", "config", "replay", "learn")


@pytest.fixture
def options(tmp_path: Path) -> list[str]:
    """Two stacked pairs; a sync of each has landed, and the source of each went on."""
    told = Story(tmp_path / "repo")
    told.commit("main", "base", {"a.txt": lines(), "b.txt": lines()})
    told.branch("dev", "main")
    told.branch("next", "main")
    told.commit("main", "main moves", {"a.txt": lines((3, "m"))})
    told.commit("dev", "dev moves", {"a.txt": lines((3, "d"))})
    told.merge("dev", "main", "sync into dev", {"a.txt": lines((3, "both"))})
    told.commit("next", "next moves", {"b.txt": lines((9, "n"))})
    told.merge("next", "dev", "sync into next")
    told.commit("dev", "dev moves on", {"b.txt": lines((30, "d"))})
    told.git("config", "user.name", "Ada Tester")
    told.git("config", "user.email", "ada@example.org")
    config = tmp_path / "pairs.toml"
    config.write_text(
        'branch = "night"\n[[pair]]\nsource = "dev"\ntarget = "next"\n[[pair]]\nsource = "main"\ntarget = "dev"\n', encoding="utf-8"
    )
    return ["--repo", str(told.path), "--config", str(config)]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_takes_a_pair_and_names_the_nearest(verb: str, options: list[str], tmp_path: Path) -> None:
    more = {"pause": ["--reason", "r"], "replay": ["--last", "1", "--out", str(tmp_path / "out")]}.get(verb, [])
    done = syncline(verb, *options, *more, "--pair", "dev-to-nex")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no pair 'dev-to-nex'; did you mean 'dev-to-next'?" in done.stderr


@pytest.mark.parametrize("verb", ["plan", "sync", "stack", "publish", "resume", "abort", "takeover"])
def test_a_pair_and_an_end_exclude_one_another(verb: str, options: list[str]) -> None:
    done = syncline(verb, *options, "--pair", "dev-to-next", "--target", "next")
    assert done.returncode == 2
    assert "leave --target out" in done.stderr


def test_audit_of_a_pair_is_that_of_its_last_landed_sync(options: list[str]) -> None:
    found = {}
    for pair in ("main-to-dev", "dev-to-next"):
        done = syncline("audit", *options, "--json", "--pair", pair)
        assert done.returncode in (0, 1), done.stderr
        found[pair] = json.loads(done.stdout)["merge"]
    told = syncline("audit", *options)
    assert (told.returncode, "either a MERGE or a --pair" in told.stderr) == (2, True)
    assert len(set(found.values())) == 2


def test_a_night_of_a_pair_is_published_paused_and_withdrawn(options: list[str]) -> None:
    pair = ["--pair", "dev-to-next"]
    night = json.loads(syncline("sync", *options, *pair, "--no-publish", "--json").stdout)
    assert (night["plan"]["target"]["name"], night["effect"]["done"]) == ("next", "created")
    published = syncline("publish", *options, *pair, "--json")
    assert published.returncode == 0, published.stderr
    assert json.loads(published.stdout)["record"]["branch"] == "night"
    assert "paused" in syncline("pause", *options, *pair, "--reason", "a release").stdout
    assert "resumed" in syncline("resume", *options, *pair).stdout
    assert "withdrawn" in syncline("abort", *options, *pair).stdout


def test_learn_and_replay_go_along_the_pairs_target(options: list[str], tmp_path: Path) -> None:
    learnt = json.loads(syncline("learn", *options, "--pair", "main-to-dev", "--json").stdout)
    assert (learnt["merges"], learnt["new"]) == (1, 1)
    done = syncline("replay", *options, "--pair", "main-to-dev", "--last", "5", "--out", str(tmp_path / "out"), "--json")
    assert done.returncode == 0, done.stderr
    rows = (tmp_path / "out" / "replay.jsonl").read_text("utf-8").splitlines()
    assert {json.loads(row)["path"] for row in rows} == {"a.txt"}


def test_config_is_that_of_the_pairs_target(options: list[str], tmp_path: Path) -> None:
    repository = options[1]
    story = Story(Path(repository))
    pairs = (tmp_path / "pairs.toml").read_text("utf-8")
    story.commit("main", "configuration", {"syncline.toml": pairs})
    story.commit("next", "own configuration", {"syncline.toml": pairs + "[alarm]\ndays = 3\n"})
    rows = syncline("config", "--repo", repository, "--pair", "dev-to-next").stdout
    assert "days" in rows
    assert "3" in next(line for line in rows.splitlines() if "alarm.days" in line)
