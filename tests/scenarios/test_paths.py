"""Names, renames and folders: each scenario says base, source, target and what is expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from building import Tree, diverged, link, submodule
from proving import lost_sides, prove

BODY = "".join(f"line {n}\n" for n in range(40))
OTHER = "".join(f"quite another text {n}\n" for n in range(40))


def edited(*changes: tuple[int, str], of: str = BODY) -> str:
    lines = of.splitlines(keepends=True)
    for number, text in changes:
        lines[number] = text
    return "".join(lines)


S, T = edited((3, "source\n")), edited((30, "target\n"))
BOTH = edited((3, "source\n"), (30, "target\n"))
# In the line that the source edits as well.
OWN = edited((3, "target\n"))

ODD: tuple[str | bytes, ...] = (
    "with space.txt",
    " leading and trailing ",
    'quo"te.txt',
    "apo'strophe",
    "back\\slash.txt",
    "tab\there",
    "line\nfeed",
    "bell\x07",
    "-option",
    "--",
    ":(glob)*",
    "*",
    "[a]",
    "~tilde",
    "\u00e9t\u00e9.txt",
    b"caf\xe9.txt",
    b"\xff\xfe/\xfd",
    "\u2028separator",
    "\x85next",
    "$(touch pwned)",
    "; rm -rf x",
    "[bold]markup[/bold]",
    "HEAD",
    "con~1",
)


def test_odd_paths(tmp_path: Path) -> None:
    """base: files of such names · source, target: both edit all, in different lines · expected: both edits; then in one line: a conflict."""
    repo = diverged(tmp_path / "clean", base=dict.fromkeys(ODD, BODY), source=dict.fromkeys(ODD, S), target=dict.fromkeys(ODD, T))
    assert prove(repo, expected=dict.fromkeys(ODD, BOTH)).conflicts == set()
    repo = diverged(tmp_path / "conflict", base=dict.fromkeys(ODD, BODY), source=dict.fromkeys(ODD, S), target=dict.fromkeys(ODD, OWN))
    nights = prove(repo, expected=dict.fromkeys(ODD, OWN), by_source=dict.fromkeys(ODD, S))
    assert [kind for _, kind in nights.conflicts] == ["content"] * len(ODD)


def test_odd_paths_in_a_work_tree(tmp_path: Path) -> None:
    """The same with a checkout beside it: nothing in it is touched, and no name is taken for an option or a pattern."""
    trees = {word: dict.fromkeys(ODD, text) for word, text in (("base", BODY), ("source", S), ("target", OWN))}
    repo = diverged(tmp_path / "r", base=trees["base"], source=trees["source"], target=trees["target"], options=())
    prove(repo)
    assert not (tmp_path / "pwned").exists()


# name → base, source, target, merged
CLEAN: dict[str, tuple[Tree, Tree, Tree, Tree]] = {
    "renamed by the source, edited by the target": ({"a": BODY}, {"b": BODY}, {"a": T}, {"b": T}),
    "renamed by the target, edited by the source": ({"a": BODY}, {"a": S}, {"b": BODY}, {"b": S}),
    "renamed and edited by one, edited by the other": ({"a": BODY}, {"b": S}, {"a": T}, {"b": BOTH}),
    "renamed alike by both, edited by both": ({"a": BODY}, {"b": S}, {"b": T}, {"b": BOTH}),
    "a rename of case alone": ({"Readme.md": BODY}, {"README.md": BODY}, {"Readme.md": T}, {"README.md": T}),
    "paths that differ in case alone": (
        {"a": BODY, "A": OTHER},
        {"a": S, "A": OTHER},
        {"a": BODY, "A": OTHER + "t\n"},
        {"a": S, "A": OTHER + "t\n"},
    ),
    "a folder renamed by the source, a file added to it by the target": (
        {"old/a": BODY, "old/b": OTHER},
        {"new/a": BODY, "new/b": OTHER},
        {"old/a": BODY, "old/b": OTHER, "old/c": "c\n"},
        {"new/a": BODY, "new/b": OTHER, "new/c": "c\n"},
    ),
    "a folder renamed by the target, a file added to it by the source": (
        {"old/a": BODY, "old/b": OTHER},
        {"old/a": BODY, "old/b": OTHER, "old/c": "c\n"},
        {"new/a": BODY, "new/b": OTHER},
        {"new/a": BODY, "new/b": OTHER, "new/c": "c\n"},
    ),
    "a file renamed to a place that the other side freed": (
        {"a": BODY, "b": OTHER},
        {"b": OTHER},
        {"a": BODY, "c": OTHER},
        {"c": OTHER},
    ),
}


@pytest.mark.parametrize("name", CLEAN)
def test_clean(name: str, tmp_path: Path) -> None:
    base, source, target, merged = CLEAN[name]
    repo = diverged(tmp_path / "r", base=base, source=source, target=target)
    nights = prove(repo, expected=merged)
    # A file that follows its folder is a conflict by git's default: it asks. The content is whole all the same.
    assert {kind for _, kind in nights.conflicts} <= {"file location"}
    for night in (nights.target, nights.source):
        assert night.report is not None
        assert lost_sides(night.report) == []


# name → base, source, target, conflicts, merged where the target is preferred, merged where the source is
CONFLICTED: dict[str, tuple[Tree, Tree, Tree, set[tuple[str, str]], Tree, Tree]] = {
    "renamed, and both edit a line": (
        {"a": BODY},
        {"n": S},
        {"a": OWN},
        {("n", "content")},
        {"n": OWN},
        {"n": S},
    ),
    "renamed to two names": (
        {"a": BODY},
        {"s": BODY},
        {"t": BODY},
        {("t", "rename/rename")},
        {"t": BODY},
        {"s": BODY},
    ),
    "renamed to two names that differ in case": (
        {"readme": BODY},
        {"README": BODY},
        {"ReadMe": BODY},
        {("ReadMe", "rename/rename")},
        {"ReadMe": BODY},
        {"README": BODY},
    ),
    "renamed to two names, edited in different lines": (
        {"a": BODY},
        {"s": S},
        {"t": T},
        {("t", "rename/rename")},
        {"t": BOTH},
        {"s": BOTH},
    ),
    "renamed to two names, edited in one line": (
        {"a": BODY},
        {"s": S},
        {"t": OWN},
        {("t", "rename/rename")},
        {"t": OWN},
        {"s": S},
    ),
    "two files renamed to one name": (
        {"a": BODY, "b": OTHER},
        {"c": BODY, "b": OTHER},
        {"a": BODY, "c": OTHER},
        {("c", "add/add")},
        {"c": OTHER},
        {"c": BODY},
    ),
    "two files renamed to one name, all edited": (
        {"a": BODY, "b": OTHER},
        {"c": S, "b": edited((5, "source\n"), of=OTHER)},
        {"a": OWN, "c": edited((5, "target\n"), of=OTHER)},
        {("c", "rename/add")},
        {"c": edited((5, "target\n"), of=OTHER)},
        {"c": S},
    ),
    "renamed by the source to a name that the target adds": (
        {"a": BODY},
        {"n": BODY},
        {"a": BODY, "n": "other\n"},
        {("n", "add/add")},
        {"n": "other\n"},
        {"n": BODY},
    ),
    "renamed by the target to a name that the source adds": (
        {"a": BODY},
        {"a": BODY, "n": "other\n"},
        {"n": BODY},
        {("n", "add/add")},
        {"n": BODY},
        {"n": "other\n"},
    ),
    "renamed to a name that the other side adds, both edit a line": (
        {"a": BODY},
        {"n": S},
        {"a": OWN, "n": "other\n"},
        {("n", "rename/add")},
        {"n": "other\n"},
        {"n": S},
    ),
    "renamed by the source, removed by the target": (
        {"a": BODY, "x": "x\n"},
        {"s": S, "x": "x\n"},
        {"x": "x\n"},
        {("s", "rename/delete")},
        {"x": "x\n"},
        {"s": S, "x": "x\n"},
    ),
    "removed by the source, renamed by the target": (
        {"a": BODY, "x": "x\n"},
        {"x": "x\n"},
        {"t": T, "x": "x\n"},
        {("t", "rename/delete")},
        {"t": T, "x": "x\n"},
        {"x": "x\n"},
    ),
    "a file added to a folder that went two ways": (
        {"old/a": BODY, "old/b": OTHER},
        {"x/a": BODY, "y/b": OTHER},
        {"old/a": BODY, "old/b": OTHER, "old/c": "c\n"},
        {("old", "file location")},
        {"x/a": BODY, "y/b": OTHER, "old/c": "c\n"},
        {"x/a": BODY, "y/b": OTHER, "old/c": "c\n"},
    ),
    "a file added to a renamed folder that has one of its name": (
        {"old/a": BODY, "old/b": OTHER},
        {"new/a": BODY, "new/b": OTHER, "new/c": "in the way\n"},
        {"old/a": BODY, "old/b": OTHER, "old/c": "c\n"},
        {("new/c", "file location")},
        {"new/a": BODY, "new/b": OTHER, "new/c": "c\n"},
        {"new/a": BODY, "new/b": OTHER, "new/c": "in the way\n"},
    ),
    "a folder of the source where the target adds a file": (
        {"x": "x\n"},
        {"x": "x\n", "d/f": "s\n"},
        {"x": "x\n", "d": "file\n"},
        {("d", "directory/file")},
        {"x": "x\n", "d": "file\n"},
        {"x": "x\n", "d/f": "s\n"},
    ),
    "a folder of the target where the source adds a file": (
        {"x": "x\n"},
        {"x": "x\n", "d": "file\n"},
        {"x": "x\n", "d/f": "t\n"},
        {("d", "directory/file")},
        {"x": "x\n", "d/f": "t\n"},
        {"x": "x\n", "d": "file\n"},
    ),
    "a file becomes a folder, and is edited": (
        {"x": "x\n", "d": BODY},
        {"x": "x\n", "d/f": "s\n"},
        {"x": "x\n", "d": T},
        {("d", "directory/file")},
        {"x": "x\n", "d": T},
        {"x": "x\n", "d/f": "s\n"},
    ),
    "a folder becomes a file, and is edited within": (
        {"x": "x\n", "d/f": BODY},
        {"x": "x\n", "d/f": S},
        {"x": "x\n", "d": "file\n"},
        {("d", "directory/file"), ("d/f", "modify/delete")},
        {"x": "x\n", "d": "file\n"},
        {"x": "x\n", "d/f": S},
    ),
    "a link and a file": (
        {"x": "x\n"},
        {"x": "x\n", "d": link("x")},
        {"x": "x\n", "d": "file\n"},
        {("d", "distinct types")},
        {"x": "x\n", "d": "file\n"},
        {"x": "x\n", "d": link("x")},
    ),
    "a file becomes a link, and is edited": (
        {"d": BODY},
        {"d": link("x")},
        {"d": T},
        {("d", "distinct types")},
        {"d": T},
        {"d": link("x")},
    ),
    "a submodule and a file": (
        {"x": "x\n"},
        {"x": "x\n", "d": submodule("1")},
        {"x": "x\n", "d": "file\n"},
        {("d", "distinct types")},
        {"x": "x\n", "d": "file\n"},
        {"x": "x\n", "d": submodule("1")},
    ),
    "a submodule removed by the target, moved by the source": (
        {"x": "x\n", "d": submodule("1")},
        {"x": "x\n", "d": submodule("2")},
        {"x": "x\n"},
        {("d", "modify/delete")},
        {"x": "x\n"},
        {"x": "x\n", "d": submodule("2")},
    ),
}


@pytest.mark.parametrize("name", CONFLICTED)
def test_conflicted(name: str, tmp_path: Path) -> None:
    base, source, target, conflicts, by_target, by_source = CONFLICTED[name]
    repo = diverged(tmp_path / "r", base=base, source=source, target=target)
    nights = prove(repo, expected=by_target, by_source=by_source)
    assert nights.conflicts == conflicts
    for night in (nights.target, nights.source):
        assert night.report is not None
        assert lost_sides(night.report) == [], "what was overruled is recorded"
        assert [f.path for f in night.report.findings if "~" in (f.path or "")] == [], (
            "git's own names for what it put aside are nobody's files"
        )
