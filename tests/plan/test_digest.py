"""Commits become a digest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from syncline.account.classes import classifier
from syncline.core.forecast import Digest, Work
from syncline.core.names import CommitId, RepoPath
from syncline.core.provenance import Commit
from syncline.plan.digest import EVERYWHERE, digest
from syncline.plan.subjects import read_subject
from syncline.ports.git.history import LineCount


def commit(subject: str, number: int = 1) -> Commit:
    return Commit(CommitId(f"{number:040x}"), "Ada", "ada@example.org", subject)


@pytest.mark.parametrize(
    ("subject", "work", "labels", "title"),
    [
        ("feat(core): add a gate (#12)", Work.FEATURE, ("core",), "add a gate"),
        ("fix!: drop the old key", Work.FIX, (), "drop the old key"),
        ("[Dev] moe(fix): restore loss (#5)", Work.FIX, ("Dev", "moe"), "restore loss"),
        ("[Main][feat] New gate", Work.FEATURE, ("Main", "feat"), "New gate"),
        ("chore(deps): bump x", Work.DEPENDENCIES, (), "bump x"),
        ("Fix the gate", Work.FIX, (), "Fix the gate"),
        ('Revert "Fix the gate"', Work.REVERT, (), 'Revert "Fix the gate"'),
        ("Gate", Work.OTHER, (), "Gate"),
        ("core: faster", Work.OTHER, ("core",), "faster"),
        ("http://x is not a prefix", Work.OTHER, (), "http://x is not a prefix"),
        ("", Work.OTHER, (), ""),
    ],
)
def test_a_subject_says_its_kind_labels_and_title(subject: str, work: Work, labels: tuple[str, ...], title: str) -> None:
    said = read_subject(commit(subject))
    assert (said.work, said.labels, said.title) == (work, labels, title)
    assert said.breaking is ("!" in subject)


def made(*changes: tuple[str, Mapping[str, int]]) -> Digest:
    """A digest of commits, newest first, each a subject and added lines by path."""
    commits = [commit(subject, at + 1) for at, (subject, _) in enumerate(changes)]
    sizes: dict[CommitId, Sequence[LineCount]] = {
        c.id: tuple(LineCount(RepoPath(path), n, 0) for path, n in files.items()) for c, (_, files) in zip(commits, changes, strict=True)
    }
    return digest(commits, sizes, classifier())


def test_a_commit_stands_where_most_of_its_code_is() -> None:
    found = made(
        ("one", {"pkg/core/moe/router.py": 90, "pkg/core/moe/experts.py": 40, "tests/test_router.py": 400}),
        ("two", {"pkg/core/moe/router.py": 10}),
        ("three", {"tests/test_all.py": 5}),
        ("four", {"docs/guide.md": 7, "uv.lock": 900}),
        ("five", {"a/x.py": 1, "b/y.py": 1, "c/z.py": 1}),
    )
    names = {area.name: len(area.commits) for area in found.areas}
    assert names == {"pkg/core/moe": 2, "tests": 1, "dependencies": 1, EVERYWHERE: 1}


def test_generated_files_do_not_count_as_lines() -> None:
    found = made(("one", {"pkg/a.py": 3, "uv.lock": 900, "tests/golden/x.json": 1000}), ("two", {"pkg/b.py": 1}))
    assert [(area.name, area.added, area.files) for area in found.areas] == [("pkg", 4, 4)]


def test_no_more_places_than_a_screen_holds() -> None:
    found = made(*((f"c{a}{b}", {f"root/p{a}/q{b % 3}/x.py": 5}) for a in range(40) for b in range(3)))
    assert 5 <= len(found.areas) <= 18
    assert sum(len(area.commits) for area in found.areas) == 120


def test_what_is_taken_back_within_the_range_is_paired() -> None:
    found = made(
        ('Revert "Add a gate (#3)" (#4)', {"a/x.py": 1}), ("Add a gate (#3)", {"a/x.py": 1}), ('Revert "Older" (#1)', {"a/x.py": 1})
    )
    assert [(first.subject, second.subject) for first, second in found.undone] == [("Add a gate (#3)", 'Revert "Add a gate (#3)" (#4)')]
