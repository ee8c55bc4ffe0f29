"""An installed environment is read as data: stubs before sources, one package at a time, and nothing of it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from stories import Story
from syncline.core.errors import WorldError
from syncline.core.names import RepoPath
from syncline.core.report import AuditState
from syncline.ports.environment import Environment
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_a_stub_stands_for_the_source_beside_it(tmp_path: Path) -> None:
    write(
        tmp_path, {"kelp/__init__.py": "1", "kelp/a.py": "2", "kelp/a.pyi": "3", "kelp-stubs/b.pyi": "4", "reef.py": "5", "kelp/c.txt": "6"}
    )
    environment = Environment(tmp_path)
    found = {path: environment.read(oid) for path, oid in environment.files("kelp").items()}
    assert found == {"kelp/__init__.py": b"1", "kelp/a.py": b"3", "kelp/b.py": b"4"}
    assert {path: environment.read(oid) for path, oid in environment.files("reef").items()} == {RepoPath("reef.py"): b"5"}
    assert environment.files("none") == {}


def test_what_vanishes_is_empty(tmp_path: Path) -> None:
    write(tmp_path, {"reef.py": "5"})
    environment = Environment(tmp_path)
    (oid,) = environment.files("reef").values()
    (tmp_path / "reef.py").unlink()
    assert environment.read(oid) == b""


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="no such folder"):
        Environment(tmp_path / "none")


def test_an_audit_without_its_environment_is_inconclusive(tmp_path: Path) -> None:
    story = Story(tmp_path / "r")
    story.commit("main", "Start (#1)", {"a.py": "import kelp\n"})
    story.branch("dev", "main")
    story.commit("main", "More (#2)", {"b.py": "import kelp\n"})
    story.commit("dev", "Less (#3)", {"c.py": "import kelp\n"})
    story.branch("night", "dev")
    story.merge("night", "main")
    config = tmp_path / "syncline.toml"
    config.write_text(f'environment = "{tmp_path / "none"}"\n')
    report = audit_merge(story.path, "night", config, silent)
    assert report.state is AuditState.INCONCLUSIVE
    assert any("no such folder" in note for note in report.notes)
    (tmp_path / "none").mkdir()
    assert audit_merge(story.path, "night", config, silent).state is AuditState.COMPLETE
