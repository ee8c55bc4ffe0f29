"""``init`` on every mirror: what it writes is accepted by ``plan`` as it stands, asks nothing, and overwrites nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from running import syncline
from syncline.config import parse_config

MIRRORS = Path(os.environ.get("SYNCLINE_MIRRORS", "/nowhere"))
FOUND = sorted(path.name for path in MIRRORS.glob("*+*") if (path / "repo").is_dir()) if MIRRORS.is_dir() else []

pytestmark = pytest.mark.skipif(not FOUND, reason="no mirror under SYNCLINE_MIRRORS")


@pytest.mark.parametrize("name", FOUND)
def test_plan_accepts_what_init_writes(name: str, tmp_path: Path) -> None:
    repository = MIRRORS / name / "repo"
    done = syncline("init", "--repo", str(repository), "--to", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    written = (tmp_path / "syncline.toml").read_text("utf-8")
    config = parse_config(written, "syncline.toml")
    assert config.source
    assert config.target
    planned = syncline(
        "plan", "--repo", str(repository), "--config", str(tmp_path / "syncline.toml"), "--no-fetch", "--no-collisions", "--json"
    )
    assert (planned.returncode, planned.stderr) == (0, "")
    assert planned.stdout.startswith("{")
    again = syncline("init", "--repo", str(repository), "--to", str(tmp_path))
    assert again.returncode in (0, 2)
    assert (tmp_path / "syncline.toml").read_text("utf-8") == written
