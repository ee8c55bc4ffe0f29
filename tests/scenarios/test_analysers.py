"""Analysers of the project: their difference is a finding, their failure is inconclusive, their answers are kept by tree."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from building import diverged
from running import SMALL, syncline

# Complains about every line with "bad" in it, and leaves a mark each time that it runs.
SCRIPT = """
import pathlib, sys
with open(sys.argv[1], "a") as marks:
    marks.write("x")
for path in sorted(pathlib.Path(".").rglob("*.txt")):
    for n, line in enumerate(path.read_text().splitlines(), 1):
        if "bad" in line:
            print(f"{path}:{n}: error: {line}")
"""


def config(tmp_path: Path, command: list[str]) -> Path:
    path = tmp_path / "syncline.toml"
    path.write_text(f'[[analysers]]\nname = "cc"\ncommand = {json.dumps(command)}\n')
    return path


def test_only_what_neither_parent_has_is_a_finding(tmp_path: Path) -> None:
    """base: a · source: old complaint, and half of a new one · target: the other half · expected: the new one alone; asked again, nothing runs."""
    repo = diverged(
        tmp_path / "r",
        base={"a.txt": "one\ntwo\nthree\nfour\nfive\n"},
        source={"a.txt": "one bad\ntwo\nthree\nfour\nfive\n"},
        target={"a.txt": "one\ntwo\nthree\nfour\nfive\n", "b.txt": "bad b\n"},
    )
    (tmp_path / "tool.py").write_text(SCRIPT)
    marks = tmp_path / "marks"
    command = [sys.executable, str(tmp_path / "tool.py"), str(marks)]
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    arguments = ("sync", f"--repo={repo.path}", *SMALL, "--json", "--dry-run", f"--config={config(tmp_path, command)}")
    first = json.loads(syncline(*arguments, env=env).stdout)["audit"]
    assert [f for f in first["findings"] if f["check"] == "new-diagnostic"] == []
    assert first["state"] == "complete"
    assert marks.read_text() == "xxx"
    again = json.loads(syncline(*arguments, env=env).stdout)["audit"]
    assert again["findings"] == first["findings"]
    assert marks.read_text() == "xxx"


def test_a_command_that_cannot_run_is_inconclusive(tmp_path: Path) -> None:
    """source, target: one file each · the analyser is not there · expected: the audit says so, and blocks."""
    repo = diverged(tmp_path / "r", base={"a.txt": "a\n"}, source={"a.txt": "a\n", "b.txt": "b\n"}, target={"a.txt": "a\n", "c.txt": "c\n"})
    file = config(tmp_path, ["no-such-analyser-anywhere"])
    done = syncline("sync", f"--repo={repo.path}", *SMALL, "--json", "--dry-run", f"--config={file}", env={"XDG_CACHE_HOME": str(tmp_path)})
    assert json.loads(done.stdout)["audit"]["state"] == "inconclusive"
    assert done.returncode == 1
