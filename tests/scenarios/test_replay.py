"""``replay``: what it resolves, what it writes and where, and that nothing reaches the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from building import Commit, Repo, build
from proving import snapshot
from running import syncline

BASE = 'connect("a")\nlisten(1)\n'
MERGED = 'connect("b")\nlisten(2)\n'


def history(folder: Path, first: str = 'connect("b")\n') -> Repo:
    """Two merges: one that the rules can make, with ``first`` as one side's new first line, and one that they leave open."""
    merged = f"{first}listen(2)\n"
    return build(
        folder,
        (
            Commit("base", (), {"pkg/app.py": BASE, "b.py": "x = 1\n"}),
            Commit("one", ("base",), {"pkg/app.py": f"{first}listen(1)\n", "b.py": "x = 1\n"}),
            Commit("two", ("base",), {"pkg/app.py": 'connect("a")\nlisten(2)\n', "b.py": "x = 1\n"}),
            Commit("merge", ("two", "one"), {"pkg/app.py": merged, "b.py": "x = 1\n"}),
            Commit("left", ("merge",), {"pkg/app.py": merged, "b.py": "x = 2\n"}),
            Commit("right", ("merge",), {"pkg/app.py": merged, "b.py": "x = 3\n"}),
            Commit("target", ("right", "left"), {"pkg/app.py": merged, "b.py": "x = 4\n"}),
        ),
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_last_merges(tmp_path: Path, jobs: int) -> None:
    repo = history(tmp_path / "r")
    before = snapshot(repo)
    done = syncline("replay", "--repo", str(repo.path), "--last", "5", "--out", str(tmp_path / "out"), "--jobs", str(jobs), "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["languages"]["python"] == {"files": 2, "resolved": 1, "compared": 1, "agrees": 1, "broken": 0, "lost": 0}
    assert (tmp_path / "out" / repo.commit("merge") / "pkg" / "app.py").read_text() == MERGED
    rows = [json.loads(line) for line in (tmp_path / "out" / "replay.jsonl").read_text().splitlines()]
    assert sorted((row["path"], row["resolved"], [r["rule"] for r in row["regions"]]) for row in rows) == [
        ("b.py", False, [None]),
        ("pkg/app.py", True, ["neighbouring-lines"]),
    ]
    assert snapshot(repo) == before


def test_a_table_and_a_folder_for_the_repository(tmp_path: Path) -> None:
    repo = history(tmp_path / "r")
    table = tmp_path / "merges.tsv"
    table.write_text(f"repo\tmerge_sha\nacme/app\t{repo.commit('merge')}\nacme/other\t{'1' * 40}\n")
    arguments = ("--repo", str(repo.path), "--merges", str(table), "--out", str(tmp_path / "out"), "--repo-name", "acme/app", "--jobs", "1")
    done = syncline("replay", *arguments)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "acme+app" / repo.commit("merge") / "pkg" / "app.py").read_text() == MERGED


def test_safe_only_leaves_the_rest_open(tmp_path: Path) -> None:
    """A line that was replaced, not edited, beside one of the other side's: its owner is asked."""
    repo = history(tmp_path / "r", first="wait = True\n")
    done = syncline(
        "replay", "--repo", str(repo.path), "--last", "5", "--out", str(tmp_path / "out"), "--jobs", "1", "--safe-only", "--json"
    )
    assert json.loads(done.stdout)["languages"]["python"]["resolved"] == 0


def test_a_merge_that_is_none_is_named_and_skipped(tmp_path: Path) -> None:
    repo = history(tmp_path / "r")
    (tmp_path / "list").write_text(f"{repo.commit('base')}\nno-such-name\n")
    done = syncline("replay", "--repo", str(repo.path), "--merges", str(tmp_path / "list"), "--out", str(tmp_path / "out"), "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "2 merges could not be replayed" in done.stdout
    reasons = [json.loads(line)["skipped"] for line in (tmp_path / "out" / "replay.jsonl").read_text().splitlines()]
    assert len(reasons) == 2
    assert all(reasons)


def test_a_time_limit_declines(tmp_path: Path) -> None:
    repo = history(tmp_path / "r")
    arguments = ("--repo", str(repo.path), "--last", "5", "--out", str(tmp_path / "out"), "--jobs", "1", "--limit", "0.000001")
    assert syncline("replay", *arguments).returncode == 0
    rows = [json.loads(line) for line in (tmp_path / "out" / "replay.jsonl").read_text().splitlines()]
    assert [row["resolved"] for row in rows] == [False, False]
    assert all("not resolved within" in row["regions"][0]["reason"] for row in rows)


def test_which_merges_must_be_said(tmp_path: Path) -> None:
    repo = history(tmp_path / "r")
    assert syncline("replay", "--repo", str(repo.path), "--out", str(tmp_path / "out")).returncode == 2
