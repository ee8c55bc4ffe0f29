"""Decisions are informed: what either whole answer would lose is told before anybody gives one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from building import Commit, Repo, Tree, build
from running import syncline

ENDS = ("--source=source", "--target=target", "--no-fetch", "--branch=night")
BASE = "def limit():\n    return 1\n\n\ndef other():\n    return 0\n"
# Both sides rework the same function and add one of their own beside it; no rule can say which.
SOURCE = "def limit():\n    return ask('source', 2)\n\n\ndef ask(name, value):\n    return value\n\n\ndef other():\n    return 0\n"
TARGET = "def limit():\n    log('limit')\n    return next(iter(LIMITS.values()))\n\n\ndef other():\n    return 0\n"
RENAMED = TARGET.replace("log('limit')", "log('the limit')")
TEST = "import pkg.core\n\n\ndef test_limit():\n    assert pkg.core.limit() == 1\n"
SOURCE_TEST = TEST.replace("== 1", "== 2") + "\n\ndef test_ask():\n    assert pkg.core.ask('a', 2) == 2\n"
TARGET_TEST = TEST.replace("== 1", "in (1, 3)")


def repository(folder: Path, extra: Tree | None = None) -> Repo:
    shared: Tree = {"pkg/__init__.py": "", "keep.txt": "core\n", **(extra or {})}
    user: Tree = {"pkg/use.py": "from pkg.core import limit, other\n\nlimit()\n"}
    relative: Tree = {"pkg/near.py": "from . import core\n\ncore.ask('x', 1)\n"}
    return build(
        folder,
        (
            Commit("base", (), {"pkg/core.py": BASE, "tests/test_core.py": TEST, **shared, **user}),
            Commit(
                "source",
                ("base",),
                {"pkg/core.py": SOURCE, "tests/test_core.py": SOURCE_TEST, **shared, **user, **relative},
                "Ask for the limit (#41)",
            ),
            Commit("first", ("base",), {"pkg/core.py": TARGET, "tests/test_core.py": TEST, **shared, **user}, "Several limits (#52)"),
            Commit("target", ("first",), {"pkg/core.py": RENAMED, "tests/test_core.py": TARGET_TEST, **shared, **user}, "Say which (#53)"),
        ),
    )


def night(repo: Repo, *words: str, code: int) -> dict[str, Any]:
    done = syncline("sync", "--repo", str(repo.path), *ENDS, *words, "--json")
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_an_open_conflict_tells_what_each_side_would_lose(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    stakes = {one["path"]: one for one in night(repo, code=1)["resolve"]["stakes"]}
    core, tests = stakes["pkg/core.py"], stakes["tests/test_core.py"]
    assert core["source"]["added"] == 5
    assert core["source"]["removed"] == 1
    assert core["target"]["added"] == 2
    assert [(f["pull"], f["lines"]) for f in core["source"]["features"]] == [(41, core["source"]["features"][0]["lines"])]
    assert sorted(f["pull"] for f in core["target"]["features"]) == [52, 53]
    assert core["source"]["definitions"] == ["ask"]
    assert core["target"]["definitions"] == []
    assert [(i["path"], i["names"]) for i in core["source"]["importers"]] == [
        ("pkg/near.py", []),
        ("pkg/use.py", ["limit", "other"]),
        ("tests/test_core.py", []),
    ]
    assert [i["path"] for i in core["target"]["importers"]] == ["pkg/use.py", "tests/test_core.py"]
    assert tests["source"]["tests"] == ["test_ask"]
    assert min(core[side]["lost_if_dropped"] for side in ("source", "target")) > 0


def test_it_is_told_in_the_terminal_and_in_the_report(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    done = syncline("sync", "--repo", str(repo.path), *ENDS, "--report-dir", str(tmp_path / "report"))
    assert "  open: pkg/core.py (content)\n    taking the target whole loses" in done.stdout
    assert ": #41 Ask for the limit (" in done.stdout
    assert "1 test: test_ask" in done.stdout
    assert "imported there by 2 files: pkg/use.py:1 (limit, other), tests/test_core.py:1" in done.stdout
    page = (tmp_path / "report" / "report.md").read_text()
    assert "- open: `pkg/core.py` (content)\n  - taking the target whole loses" in page
    assert "#41" not in page.replace("\\#41", ""), "nothing in a report mentions a pull request by accident"


def test_a_preference_is_informed_and_rules_need_not_be(tmp_path: Path) -> None:
    repo = repository(tmp_path / "r")
    told = night(repo, "--prefer=target", "--dry-run", code=1)
    assert {one["path"] for one in told["resolve"]["stakes"]} == {
        d["path"] for d in told["resolve"]["decisions"] if d["outcome"] == "preference"
    }
    done = syncline("sync", "--repo", str(repo.path), *ENDS, "--prefer=target", "--dry-run")
    assert "  left to a preference: pkg/core.py (content)\n    taking the target whole loses" in done.stdout


def test_a_helper_is_told_before_it_answers(tmp_path: Path) -> None:
    note = tmp_path / "note.json"
    helper = tmp_path / "helper"
    helper.write_text(f'#!/bin/sh\ncat > {note}\necho \'{{"text": null, "reason": "no"}}\'\n')
    helper.chmod(0o755)
    config = f'[[agents]]\nname = "note"\ncommand = ["{helper}"]\n'
    repo = repository(tmp_path / "r", {"syncline.toml": config})
    night(repo, code=1)
    page = json.loads(note.read_text())
    assert page["stakes"]["path"] == page["path"]
    assert page["stakes"]["source"]["features"][0]["subject"] == "Ask for the limit (#41)"


def test_what_is_no_text_and_what_is_gone_have_stakes_too(tmp_path: Path) -> None:
    config: Tree = {"syncline.toml": "[files]\nsettle = false\n[tests]\nunion = false\n"}
    repo = build(
        tmp_path / "r",
        (
            Commit("base", (), {"a.bin": b"\0one", "old.py": "def a():\n    return 1\n\n\ndef b():\n    return 2\n", **config}),
            Commit("source", ("base",), {"a.bin": b"\0two", **config}, "Drop it (#7)"),
            Commit(
                "target",
                ("base",),
                {"a.bin": b"\0three", "old.py": "def a():\n    return 1\n\n\ndef b():\n    return 3\n", **config},
                "Three (#8)",
            ),
        ),
    )
    stakes = {one["path"]: one for one in night(repo, code=1)["resolve"]["stakes"]}
    assert stakes["a.bin"]["source"]["lost_if_dropped"] in (0, 1)
    assert (stakes["old.py"]["source"]["added"], stakes["old.py"]["source"]["removed"]) == (0, 6)
    assert [f["pull"] for f in stakes["old.py"]["target"]["features"]] == [8]


def test_includes_and_imports_of_other_languages(tmp_path: Path) -> None:
    files: Tree = {
        "web/app.js": "import { paint } from './board';\nboard();\n",
        "web/far.js": "// the board is painted elsewhere\n",
        "c/main.c": '#include "tide.h"\nint main(void) { return 0; }\n',
    }
    repo = build(
        tmp_path / "r",
        (
            Commit("base", (), {"web/board.js": "export const a = 1;\n", "c/tide.h": "#define A 1\n", **files}),
            Commit("source", ("base",), {"web/board.js": "export const a = two();\n", "c/tide.h": "#define A TWO\n", **files}),
            Commit("target", ("base",), {"web/board.js": "export const a = [3];\n", "c/tide.h": "#define A (3)\n", **files}),
        ),
    )
    stakes = {one["path"]: one for one in night(repo, code=1)["resolve"]["stakes"]}
    assert [(i["path"], i["line"]) for i in stakes["web/board.js"]["target"]["importers"]] == [("web/app.js", 1)]
    assert [(i["path"], i["line"]) for i in stakes["c/tide.h"]["source"]["importers"]] == [("c/main.c", 1)]


def test_lessons_are_shown_where_their_paths_match(tmp_path: Path) -> None:
    lessons = (
        '[[lessons]]\npaths = ["pkg/**"]\ntext = "limits only grow, see #12"\n\n[[lessons]]\npaths = ["docs/**"]\ntext = "elsewhere"\n'
    )
    repo = repository(tmp_path / "r", {"syncline.toml": lessons})
    stakes = {one["path"]: one["lessons"] for one in night(repo, code=1)["resolve"]["stakes"]}
    assert stakes["pkg/core.py"] == ["limits only grow, see #12"]
    assert all(not learnt for path, learnt in stakes.items() if not path.startswith("pkg/"))
    done = syncline("takeover", "--repo", str(repo.path), *ENDS)
    assert done.stdout.count("lesson: limits only grow") == 1
    assert "elsewhere" not in done.stdout
