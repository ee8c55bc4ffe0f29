"""The merge driver in git's own hands: in a merge, in a rebase, taken out again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from building import SILENT, Repo, diverged
from running import syncline

BASE = 'host = "a"\nport = 1\n\n\nlimit = 3\n'
SOURCE = 'host = "b"\nport = 1\n\n\nlimit = 4\n'
TARGET = 'host = "a"\nport = 2\n\n\nlimit = 3\n'
CLASH = 'host = "a"\nport = 2\n\n\nlimit = 5\n'
# git calls the driver through a shell: the tested Python, whatever is on PATH.
PROGRAM = f"{sys.executable} -c 'from syncline.cli import main; main()'"


def repository(folder: Path, target: str) -> Repo:
    repo = diverged(folder, base={"app.py": BASE}, source={"app.py": SOURCE}, target={"app.py": target}, options=())
    done = syncline("install-driver", "--repo", str(repo.path), "--command", PROGRAM)
    assert done.returncode == 0, done.stderr
    return repo


def merge(repo: Repo) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **SILENT, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = ["git", "-C", str(repo.path), "-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "--no-edit", "source"]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=env)


def test_git_merges_by_the_rules(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r", TARGET)
    done = merge(repo)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (repo.path / "app.py").read_text() == 'host = "b"\nport = 2\n\n\nlimit = 4\n'


def test_what_is_open_has_markers_around_the_smallest_region_and_names_a_rule(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r", CLASH)
    assert merge(repo).returncode == 1
    lines = (repo.path / "app.py").read_text().splitlines()
    assert lines[:4] == ['host = "b"', "port = 2", "", ""]
    assert lines[4:11] == [
        "<<<<<<< ours",
        "limit = 5",
        "||||||| base",
        "limit = 3",
        "=======",
        "limit = 4",
        ">>>>>>> theirs (statement-merge declined)",
    ]


def test_installing_twice_and_removing_leaves_the_attributes_as_they_were(tmp_path: Path) -> None:
    repo = diverged(tmp_path / "r", base={"a": "1\n"}, source={"a": "2\n"}, target={"a": "1\n"}, options=())
    place = repo.path / ".git" / "info" / "attributes"
    place.parent.mkdir(exist_ok=True)
    place.write_text("*.png binary\n")
    for _ in range(2):
        assert syncline("install-driver", "--repo", str(repo.path)).returncode == 0
    assert place.read_text() == "*.png binary\n# syncline merge driver\n* merge=syncline\n"
    assert syncline("install-driver", "--repo", str(repo.path), "--remove").returncode == 0
    assert place.read_text() == "*.png binary\n"
    assert "merge.syncline" not in repo.git("config", "--local", "--list")


def test_a_binary_file_is_left_to_git(tmp_path: Path) -> None:
    for name, data in (("base", b"\0one"), ("current", b"\0two"), ("other", b"\0three")):
        (tmp_path / name).write_bytes(data)
    done = syncline("merge-driver", *(str(tmp_path / name) for name in ("base", "current", "other")), "a.bin")
    assert done.returncode == 4
    assert (tmp_path / "current").read_bytes() == b"\0two"


@pytest.mark.parametrize("name", ["-h", "--help", "-x.py", "--safe-only", "--"])
def test_a_file_may_be_called_like_an_option(tmp_path: Path, name: str) -> None:
    """git calls the driver with the file's name: help that is printed and ends well would count as a merge, and lose the other side."""
    repo = diverged(tmp_path / "r", base={name: BASE}, source={name: SOURCE}, target={name: TARGET}, options=())
    assert syncline("install-driver", "--repo", str(repo.path), "--command", PROGRAM).returncode == 0
    done = merge(repo)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (repo.path / name).read_text() == 'host = "b"\nport = 2\n\n\nlimit = 4\n'
