"""A unit that one side moved, within its file or into another one, takes the other side's changes with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from building import Commit, Repo, Tree, build
from running import syncline
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.text import split_lines
from syncline.resolve.following import follow
from syncline.resolve.view import View

ENDS = ("--source=source", "--target=target", "--no-fetch", "--branch=night")
ONE = "def one(x):\n    y = x + 1\n    z = y * 2\n    return z - 3\n"
TWO = "def two(x):\n    y = x - 1\n    print(y)\n    return y\n"
THREE = "def three(x):\n    return [x for _ in range(9)]\n"
ONE_CHANGED = ONE.replace("y * 2", "y * 4")
TWO_CHANGED = TWO.replace("print(y)", "log(y)")
USE = "from pkg.a import one, two\n\none(1)\ntwo(2)\n"


def text(*units: str) -> str:
    return "\n\n".join(units)


def night(repo: Repo, code: int = 0) -> dict[str, Any]:
    done = syncline("sync", "--repo", str(repo.path), *ENDS, "--json")
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def followed_in(repo: Repo) -> bool:
    """True where the target's change of ``one`` went to where the source has it now."""
    done = syncline("sync", "--repo", str(repo.path), *ENDS, "--prefer=source", "--json")
    told = json.loads(done.stdout)
    changed = "z = y * 4" in "".join(file.data.decode() for file in repo.tree("night").values())
    assert changed == ("moved-unit" in {d["rule"] for d in told["resolve"]["decisions"]})
    return changed


def history(folder: Path, base: Tree, source: Tree, target: Tree) -> Repo:
    shared: Tree = {"pkg/__init__.py": "", "pkg/use.py": USE}
    return build(
        folder,
        (
            Commit("base", (), {**shared, **base}),
            Commit("source", ("base",), {**shared, **source}, "Split it (#1)"),
            Commit("target", ("base",), {**shared, **target}, "Count otherwise (#2)"),
        ),
    )


@pytest.mark.parametrize("turned", [False, True])
def test_a_module_split_into_a_package_takes_the_changes_along(tmp_path: Path, *, turned: bool) -> None:
    split: Tree = {
        "pkg/a/__init__.py": "from pkg.a.first import one\nfrom pkg.a.second import three, two\n",
        "pkg/a/first.py": ONE,
        "pkg/a/second.py": text(TWO, THREE),
    }
    changed: Tree = {"pkg/a.py": text(ONE_CHANGED, TWO_CHANGED, THREE)}
    ends = (changed, split) if turned else (split, changed)
    repo = history(tmp_path / "r", {"pkg/a.py": text(ONE, TWO, THREE)}, *ends)
    told = night(repo)
    assert told["merge"]["conflicts"] != []
    made = repo.tree("night")
    assert made["pkg/a/first.py"].data.decode() == ONE_CHANGED
    assert made["pkg/a/second.py"].data.decode() == text(TWO_CHANGED, THREE)
    assert "pkg/a.py" not in made
    decisions = {d["rule"]: d["safety"] for d in told["resolve"]["decisions"]}
    assert decisions == {"moved-unit": "safe"}
    for side in ("source", "target"):
        assert told["audit"]["accounting"][side]["lost"] == 0
    assert not [f for f in told["audit"]["findings"] if f["severity"] == "blocker"]


def test_a_unit_moved_within_its_file(tmp_path: Path) -> None:
    repo = history(
        tmp_path / "r",
        {"pkg/a.py": text(ONE, TWO, THREE)},
        {"pkg/a.py": text(THREE, TWO, ONE)},
        {"pkg/a.py": text(ONE_CHANGED, TWO, THREE)},
    )
    told = night(repo)
    assert repo.tree("night")["pkg/a.py"].data.decode() == text(THREE, TWO, ONE_CHANGED)
    assert told["audit"]["accounting"]["target"]["lost"] == 0


def test_two_places_are_none(tmp_path: Path) -> None:
    split: Tree = {"pkg/a.py": text(TWO, THREE), "pkg/first.py": ONE, "pkg/copy.py": ONE}
    repo = history(tmp_path / "r", {"pkg/a.py": text(ONE, TWO, THREE)}, split, {"pkg/a.py": text(ONE_CHANGED, TWO, THREE)})
    assert not followed_in(repo)


def test_a_unit_that_was_changed_on_its_way_is_a_decision(tmp_path: Path) -> None:
    split: Tree = {"pkg/a.py": text(TWO, THREE), "pkg/first.py": ONE.replace("x + 1", "x + 2")}
    repo = history(tmp_path / "r", {"pkg/a.py": text(ONE, TWO, THREE)}, split, {"pkg/a.py": text(ONE_CHANGED, TWO, THREE)})
    assert not followed_in(repo)


def test_a_file_that_both_sides_changed_is_no_new_place(tmp_path: Path) -> None:
    base: Tree = {"pkg/a.py": text(ONE, TWO, THREE), "pkg/first.py": "X = 1\n\n\nY = 2\n\n\nZ = 3\n"}
    source: Tree = {"pkg/a.py": text(TWO, THREE), "pkg/first.py": text("X = 1\n\n\nY = 2\n\n\nZ = 3\n", ONE)}
    target: Tree = {"pkg/a.py": text(ONE_CHANGED, TWO, THREE), "pkg/first.py": "X = 0\n\n\nY = 2\n\n\nZ = 3\n"}
    assert not followed_in(history(tmp_path / "r", base, source, target))


def followed(base: str, source: str, target: str) -> Merge[str]:
    return follow(View(RepoPath("a.py"), Merge(base, source, target).map(split_lines))).view.texts


def test_into_a_class_the_change_is_indented() -> None:
    inside = "class A:\n" + "".join(f"    {line}\n" if line else "\n" for line in ONE.splitlines())
    texts = followed(text(ONE, TWO), text(TWO, inside), text(ONE_CHANGED, TWO))
    assert texts.target == text(ONE, TWO)
    assert texts.source == text(TWO, inside.replace("y * 2", "y * 4"))


def test_what_did_not_move_is_left_alone() -> None:
    base, source, target = text(ONE, TWO, THREE), text(ONE, TWO_CHANGED, THREE), text(ONE_CHANGED, TWO, THREE)
    assert followed(base, source, target) == Merge(base, source, target)
    # A copy is no move.
    assert followed(base, text(ONE, TWO, ONE), target) == Merge(base, text(ONE, TWO, ONE), target)


def test_records_are_counted_in_the_lines_of_the_sides_own_file() -> None:
    from syncline.core.hunk import Span
    from syncline.core.ledger import Record

    longer = ONE.replace("    z = y * 2\n", "    z = y * 2\n    z += 1\n    z += 2\n")
    base, source, target = text(ONE, TWO, THREE), text(TWO, ONE, THREE), text(longer, TWO, THREE)
    told = follow(View(RepoPath("a.py"), Merge(base, source, target).map(split_lines)))
    at = told.view.lines.target.index("def three(x):\n")
    record = Record(RepoPath("a.py"), Side.TARGET, "prefer-source", Span(at, at + 2), Span(at, at + 2))
    own = split_lines(target).index("def three(x):\n")
    assert told.told(record).lines == Span(own, own + 2)


OFF: Tree = {"syncline.toml": "[files]\nsettle = false\n[tests]\nunion = false\n"}


def deleted(folder: Path, changed: str, moved: Tree | None = None) -> tuple[Repo, dict[str, Any]]:
    """The source deleted ``pkg/a.py`` (and has ``moved`` instead), the target made ``changed`` of it."""
    base: Tree = {"pkg/a.py": text(ONE, TWO, THREE), **OFF}
    repo = history(folder, base, {**OFF, **(moved or {})}, {"pkg/a.py": changed, **OFF})
    done = syncline("sync", "--repo", str(repo.path), *ENDS, "--json")
    return repo, json.loads(done.stdout)


@pytest.mark.parametrize(
    "changed",
    [
        text(ONE.replace("y * 2", "y *  2"), TWO, THREE),
        "import os\n\n\n" + text(ONE, TWO, THREE),
        text(ONE.replace("    y = x + 1\n", "    # one more\n    y = x + 1\n"), TWO, THREE),
    ],
)
def test_a_deletion_stands_against_a_mechanical_change(tmp_path: Path, changed: str) -> None:
    repo, told = deleted(tmp_path / "r", changed)
    assert "pkg/a.py" not in repo.tree("night")
    assert [(d["rule"], d["safety"]) for d in told["resolve"]["decisions"]] == [("deleted-vs-modified", "unsafe")]
    assert told["audit"]["accounting"]["target"]["lost"] == 0


@pytest.mark.parametrize(
    "changed", [text(ONE_CHANGED, TWO, THREE), text(ONE, TWO, THREE, "def four():\n    return 4\n"), text(ONE, THREE) + "\nX = 1\n"]
)
def test_work_on_a_deleted_file_is_a_decision(tmp_path: Path, changed: str) -> None:
    _, told = deleted(tmp_path / "r", changed)
    assert [one["path"] for one in told["resolve"]["open"]] == ["pkg/a.py"]
    (decision,) = told["resolve"]["decisions"]
    assert decision["declined"][0]["rule"] == "deleted-vs-modified"


# So many new names that git sees no rename.
FAR: Tree = {
    "pkg/one.py": "\n".join(f"NAME_{n} = {n}" for n in range(40)) + "\n\n\n" + ONE,
    "pkg/two.py": "\n".join(f"WORD_{n} = {n}" for n in range(40)) + "\n\n\n" + text(TWO, THREE),
}


def test_a_change_goes_where_the_deleted_definitions_went(tmp_path: Path) -> None:
    repo, told = deleted(tmp_path / "r", text(ONE_CHANGED, TWO_CHANGED, THREE), FAR)
    assert [c["kind"] for c in told["merge"]["conflicts"]] == ["modify/delete"]
    made = repo.tree("night")
    assert "pkg/a.py" not in made
    assert ONE_CHANGED in made["pkg/one.py"].data.decode()
    assert made["pkg/two.py"].data.decode().endswith(text(TWO_CHANGED, THREE))
    assert told["audit"]["accounting"]["source"]["lost"] == 0
    assert told["audit"]["accounting"]["target"]["lost"] == 0


def test_a_change_that_went_along_already_needs_no_second_time(tmp_path: Path) -> None:
    there = {path: str(content).replace("y * 2", "y * 4") for path, content in FAR.items()}
    repo, _ = deleted(tmp_path / "r", text(ONE_CHANGED, TWO, THREE), there)
    made = repo.tree("night")
    assert "pkg/a.py" not in made
    assert made["pkg/one.py"].data.decode() == there["pkg/one.py"]
