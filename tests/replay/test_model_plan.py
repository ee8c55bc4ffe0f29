"""The plan of the model case, on its mirror: every conflicted path has its colliding commits, the dependency group stays the target's."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from syncline.core.forecast import Forecast
from syncline.run.forecasting import Wishes, make_forecast
from syncline.run.progress import silent
from syncline.run.sync import Night, Request, sync

MIRROR = Path(os.environ.get("SYNCLINE_MIRRORS", "/nowhere")) / "NVIDIA+Megatron-LM" / "repo"
CONFIG = Path(__file__).parents[2] / "examples" / "megatron-lm.toml"
SOURCE, TARGET = "157c023f2fea81e94a4990401723c80a67441bf0", "6888385fc7ee58b4cfe0f6395b63fe22e8a28a52"

pytestmark = pytest.mark.skipif(not MIRROR.is_dir(), reason="no mirror of NVIDIA/Megatron-LM under SYNCLINE_MIRRORS")


def test_every_conflicted_path_is_attributed() -> None:
    found = make_forecast(MIRROR, SOURCE, TARGET, CONFIG, silent, Wishes(), fetch=False)
    assert isinstance(found, Forecast)
    assert len(found.plan.commits) == 125
    assert len(found.conflicts) == 59
    assert [c.path for c in found.conflicts if not c.collisions] == []


GROUP = ("pyproject.toml", "uv.lock", "docker/Dockerfile.ci.dev")


def git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(["git", f"--git-dir={repository}", *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Night]:
    """The night, committed into a repository of its own that borrows the mirror's objects."""
    there = tmp_path_factory.mktemp("model") / "repo"
    subprocess.run(["git", "init", "--quiet", "--bare", str(there)], check=True)
    (there / "objects" / "info" / "alternates").write_text(f"{MIRROR / 'objects'}\n", "utf-8")
    git(there, "update-ref", "refs/heads/main", SOURCE)
    git(there, "update-ref", "refs/heads/dev", TARGET)
    for key, value in (("user.name", "Ada Tester"), ("user.email", "ada@example.org")):
        git(there, "config", key, value)
    return there, sync(Request(there, "main", "dev", branch="night", fetch=False, config=CONFIG), silent)


def test_the_dependency_group_is_the_targets_to_the_byte(committed: tuple[Path, Night]) -> None:
    there, night = committed
    assert night.effect.branch == "night"
    # All of them changed on the source, so that keeping them is a decision.
    base = git(there, "merge-base", "main", "dev")
    for path in GROUP:
        assert git(there, "rev-parse", f"{base}:{path}") != git(there, "rev-parse", f"main:{path}"), path
        assert git(there, "rev-parse", f"night:{path}") == git(there, "rev-parse", f"dev:{path}"), path
    assert night.report is not None
    by_check = {name: [f for f in night.report.findings if f.check == name] for name in ("group-split", "protected-path-changed")}
    assert by_check == {"group-split": [], "protected-path-changed": []}


def test_what_the_sources_pyproject_adds_is_told_entry_by_entry(committed: tuple[Path, Night]) -> None:
    there, night = committed
    assert night.report is not None
    (left,) = [f for f in night.report.findings if f.check == "dependency-left-behind" and f.path == "pyproject.toml"]
    moved = [f for f in night.report.findings if f.check == "dependency-moved-on-both-sides" and f.path == "pyproject.toml"]
    told = {(entry["section"], entry["name"]) for entry in left.evidence["entries"]}  # type: ignore[union-attr, index, call-overload]
    base, source, target = (
        entries(git(there, "show", f"{revision}:pyproject.toml")) for revision in (git(there, "merge-base", "main", "dev"), "main", "dev")
    )
    changed = {key for key, spec in source.items() if base.get(key) != spec}
    contested = {key for key in changed if target.get(key) != base.get(key)}
    assert changed - contested <= told
    assert {name for _, name in contested} <= {f.symbol for f in moved}
    assert {"transformer-engine"} <= {name for _, name in contested}
    assert {("uv source", "nemo-run"), ("group build", "nvidia-cudnn-frontend")} <= changed - contested
    assert any("mamba-ssm" in note for note in night.report.notes)


def entries(text: str) -> dict[tuple[str, str], str]:
    """What a pyproject asks for, by table and package: dependencies, extras, groups, uv's sources. Read apart from the code under test."""
    data = tomllib.loads(text)
    project = data["project"]
    lists = {"dependencies": project.get("dependencies", [])}
    lists |= {f"extra {name}": found for name, found in project.get("optional-dependencies", {}).items()}
    lists |= {f"group {name}": found for name, found in data.get("dependency-groups", {}).items()}
    named = {
        (where, one): re.split(r"[^\w.-]", one, maxsplit=1)[0] for where, found in lists.items() for one in found if isinstance(one, str)
    }
    found = {(where, plain(name)): one for (where, one), name in named.items()}
    return found | {("uv source", plain(name)): str(value) for name, value in data["tool"]["uv"]["sources"].items()}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
