from __future__ import annotations

import io

from syncline.account.linelog import parse_line_log
from syncline.core.names import RepoPath

A, B = RepoPath("a.py"), RepoPath("b.py")


def patch(number: int, path: str, line: str) -> bytes:
    head = "\x1f".join((str(number) * 40, "", "Ada", "ada@example.org", str(1000 - number), f"change {number}"))
    return f"\0{head}\n\ndiff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-old\n+{line}\n".encode()


def test_the_only_commit_of_a_path_wrote_what_no_diff_shows() -> None:
    log = parse_line_log(io.BytesIO(patch(1, "a.py", "x = 1")), frozenset({"x=1"}))
    assert log.writer((A,), "y=2") is None
    sole = log.sole((A,))
    assert sole is not None
    assert sole.subject == "change 1"
    assert log.sole((B,)) is None


def test_of_several_commits_none_is_the_only_one() -> None:
    log = parse_line_log(io.BytesIO(patch(1, "a.py", "x = 1") + patch(2, "a.py", "x = 2")), frozenset({"x=1"}))
    assert log.sole((A,)) is None


def test_paths_of_one_commit_count_together() -> None:
    log = parse_line_log(io.BytesIO(patch(1, "a.py", "x = 1") + patch(2, "b.py", "x = 2")), frozenset({"x=1"}))
    assert log.sole((A, B)) is None
    assert log.sole((A,)) is not None
