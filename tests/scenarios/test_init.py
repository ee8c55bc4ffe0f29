"""``syncline init`` on real repositories: it finds the flow, writes what ``plan`` accepts, and never overwrites."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from stories import Story, lines
from syncline.core.errors import UserError
from syncline.core.forecast import Forecast
from syncline.core.plan import NothingToDo
from syncline.run.forecasting import make_forecast
from syncline.run.initialising import Begun, begin
from syncline.run.progress import silent


def begun(story: Story, to: Path) -> Begun:
    return begin(story.path, to, silent, dry_run=False)


def planned(story: Story, to: Path) -> Forecast | NothingToDo:
    return make_forecast(story.path, "", "", to / "syncline.toml", silent, fetch=False)


@pytest.fixture
def story(tmp_path: Path) -> Story:
    told = Story(tmp_path / "repo")
    told.commit("main", "base", {"a.txt": lines(), "pyproject.toml": "[tool.ruff]\n", "uv.lock": "", "CODEOWNERS": "* @all\n"})
    return told


def test_a_branch_that_took_the_default_one_before_is_the_target(story: Story, tmp_path: Path) -> None:
    for name in ("topic", "release-two"):
        story.branch(name, "main")
        story.commit(name, f"work on {name}", {f"{name}.txt": "x\n"})
    for n in range(3):
        story.commit("main", f"more {n}", {"b.txt": f"{n}\n"})
        story.merge("release-two", "main")
        if not n:
            story.merge("topic", "main")
    story.commit("main", "and more", {"c.txt": "x\n"})
    found = begun(story, tmp_path / "out")
    assert (found.premises.flow.source, found.premises.flow.target) == ("main", "release-two")
    assert [c.subject for c in found.premises.flow.syncs] == ["Merge main into release-two"] * 3
    plan = planned(story, tmp_path / "out")
    assert isinstance(plan, Forecast)
    assert [c.subject for c in plan.plan.commits] == ["and more"]


def test_a_usual_name_is_enough(story: Story, tmp_path: Path) -> None:
    story.branch("dev", "main")
    story.commit("dev", "work", {"d.txt": "x\n"})
    story.commit("main", "more", {"b.txt": "x\n"})
    assert begun(story, tmp_path / "out").premises.flow.target == "dev"
    assert isinstance(planned(story, tmp_path / "out"), Forecast)


def test_a_maintenance_branch_flows_into_the_default_one(story: Story, tmp_path: Path) -> None:
    story.branch("1.x", "main")
    story.commit("main", "new", {"d.txt": "x\n"})
    story.commit("1.x", "fix", {"b.txt": "x\n"})
    story.merge("main", "1.x")
    story.commit("1.x", "fix again", {"c.txt": "x\n"})
    flow = begun(story, tmp_path / "out").premises.flow
    assert (flow.source, flow.target) == ("1.x", "main")
    assert isinstance(planned(story, tmp_path / "out"), Forecast)


def test_one_branch_alone_is_said_and_accepted(story: Story, tmp_path: Path) -> None:
    found = begun(story, tmp_path / "out")
    assert found.premises.flow.alone
    assert isinstance(planned(story, tmp_path / "out"), NothingToDo)
    assert "Name the one that flows in" in found.files["syncline.toml"]


def test_a_fork_takes_from_its_upstream(story: Story, tmp_path: Path) -> None:
    story.git("config", "remote.upstream.url", "https://github.com/example/original.git")
    story.git("config", "remote.origin.url", "https://github.com/example/fork.git")
    for remote in ("upstream", "origin"):
        story.git("update-ref", f"refs/remotes/{remote}/main", "main")
    ours = story.commit("main", "ours", {"d.txt": "x\n"})
    story.git("update-ref", "refs/remotes/origin/main", ours)
    story.branch("theirs", "main~1")
    story.git("update-ref", "refs/remotes/upstream/main", story.commit("theirs", "theirs", {"e.txt": "x\n"}))
    found = begun(story, tmp_path / "out")
    assert (found.premises.flow.source, found.premises.flow.target) == ("upstream/main", "origin/main")
    assert 'URL: "https://github.com/example/original.git"' in found.files[".github/workflows/syncline.yml"]
    assert isinstance(planned(story, tmp_path / "out"), Forecast)


def test_nothing_is_ever_overwritten(story: Story, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "syncline.toml").write_text("# mine\n", encoding="utf-8")
    found = begun(story, out)
    assert (out / "syncline.toml").read_text("utf-8") == "# mine\n"
    assert "syncline.toml" in found.premises.taken
    assert begun(story, out).written == ()


def test_a_bare_repository_and_a_dry_run_get_nothing_written(story: Story, tmp_path: Path) -> None:
    found = begin(story.path, None, silent, dry_run=False)
    assert found.files
    assert found.written == ()
    assert begin(story.path, tmp_path / "out", silent, dry_run=True).written == ()
    assert not (tmp_path / "out").exists()


def test_a_work_tree_gets_the_files_and_nothing_else(story: Story, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(story.path), str(clone)], check=True)
    begin(clone, None, silent, dry_run=False)
    status = subprocess.run(["git", "-C", str(clone), "status", "--porcelain"], check=True, capture_output=True, text=True).stdout
    assert status.split() == ["??", "syncline.toml"]


def test_no_branch_yet_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no branch yet"):
        begin(Story(tmp_path / "empty").path, tmp_path / "out", silent, dry_run=False)
