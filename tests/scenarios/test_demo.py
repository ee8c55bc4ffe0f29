"""``syncline demo``: the same on every machine, nothing left behind, and the careless merge is found out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from syncline.ports.git.repository import branches, open_repository

COMMAND = [sys.executable, "-c", "from syncline.cli import main; main()", "demo"]


def demo(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, env={**os.environ, **(env or {})})


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "tide"
    done = demo("--keep", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_demo_leaves_nothing_behind_and_says_what_it_shows(tmp_path: Path) -> None:
    done = demo(env={"TMPDIR": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")
    assert "30 commits" in done.stdout
    assert "settled by the rule whitespace-only" in done.stdout
    assert "function summary is gone" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_demo_is_the_same_under_another_configuration(kept: Path, tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.write_text(
        "[commit]\n\tgpgSign = true\n[user]\n\tname = Somebody\n\temail = else@example.org\n[i18n]\n\tcommitEncoding = ISO-8859-1\n"
        "[init]\n\tdefaultBranch = trunk\n[core]\n\tlogAllRefUpdates = always\n",
        encoding="utf-8",
    )
    env = {"GIT_CONFIG_GLOBAL": str(config), "TZ": "Asia/Kolkata", "GIT_DEFAULT_HASH": "sha256"}
    assert demo("--keep", str(tmp_path / "again"), env=env).returncode == 0
    first, second = (branches(open_repository(folder), "**") for folder in (kept, tmp_path / "again"))
    assert [branch.name for branch in first] == ["careless", "dev", "main", "sync/main-to-dev/2024-01-08"]
    assert first == second


def test_demo_finds_what_the_careless_merge_lost() -> None:
    done = demo("--json")
    data = json.loads(done.stdout)
    assert data["sync"]["effect"]["done"] == "created"
    assert data["sync"]["audit"]["accounting"]["target"]["lost"] == 0
    assert data["sync"]["audit"]["accounting"]["source"]["lost"] == 0
    losses = ("lost-definition", "half-integrated", "conflict-took-one-side")
    lost = {f["path"]: f["side"] for f in data["careless"]["findings"] if f["check"] in losses}
    assert lost.keys() >= {"tide/alerts.py", "tide/legacy.py", "tide/report.py"}
    assert set(lost.values()) == {"target"}
    assert ".github/CODEOWNERS" in {f["path"] for f in data["careless"]["findings"]}


def test_demo_does_not_build_over_something_else(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine\n", encoding="utf-8")
    done = demo("--keep", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("syncline: error: ")
    assert [f.name for f in tmp_path.iterdir()] == ["mine.txt"]
