"""Twins by their units."""

from __future__ import annotations

from syncline.core.names import CommitId, RepoPath
from syncline.plan.twins import Change, equal_units, suspects

PATH = RepoPath("pkg/a.py")
OLD = "def f():\n    return 1\n\n\ndef other():\n    return 7\n"
NEW = "def f():\n    total = 2\n    return total\n\n\ndef other():\n    return 7\n"


def test_a_unit_that_the_target_has_word_for_word_makes_a_twin() -> None:
    target = "import os\n\n\ndef g():\n    pass\n\n\n" + NEW.replace("    total", "    total ").replace("return 7", "return 8")
    assert equal_units([Change(PATH, OLD, NEW, target)]) == ("f",)


def test_half_of_a_change_is_no_twin() -> None:
    both = NEW.replace("return 7", "return 9")
    assert equal_units([Change(PATH, OLD, both, NEW)]) is None
    assert equal_units([Change(PATH, OLD, NEW, "")]) is None


def test_a_file_without_units_counts_as_one() -> None:
    path = RepoPath("notes.xyz")
    assert equal_units([Change(path, "a\n", "a\nb\n", "a\nb\n")]) == ("notes.xyz",)


def test_a_commit_is_looked_at_only_when_the_target_has_its_lines() -> None:
    lines = tuple(f"value_{n} = {n}" for n in range(6))
    commit = CommitId("1" * 40)
    for share, wanted in ((6, 1), (5, 1), (3, 0)):
        there = frozenset(lines[:share])
        found = suspects([(commit, PATH, lines)], {PATH: there}.__getitem__, lambda path: frozenset())
        assert len(found) == wanted
    assert suspects([(commit, PATH, lines)], lambda path: frozenset(lines), lambda path: frozenset(lines)) == ()
