from __future__ import annotations

from syncline.account.linelog import parse_line_log
from syncline.core.names import RepoPath

A, B = RepoPath("a.py"), RepoPath("b.py")


def patch(number: int, path: str, line: str) -> bytes:
    head = "\x1f".join((str(number) * 40, "", "Ada", "ada@example.org", str(1000 - number), f"change {number}"))
    return f"\0{head}\n\ndiff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-old\n+{line}\n".encode()


def test_the_only_commit_of_a_path_wrote_what_no_diff_shows() -> None:
    log = parse_line_log(patch(1, "a.py", "x = 1"), frozenset({"x=1"}))
    assert log.writer((A,), "y=2") is None
    sole = log.sole((A,))
    assert sole is not None
    assert sole.subject == "change 1"
    assert log.sole((B,)) is None


def test_of_several_commits_none_is_the_only_one() -> None:
    log = parse_line_log(patch(1, "a.py", "x = 1") + patch(2, "a.py", "x = 2"), frozenset({"x=1"}))
    assert log.sole((A,)) is None


def test_paths_of_one_commit_count_together() -> None:
    log = parse_line_log(patch(1, "a.py", "x = 1") + patch(2, "b.py", "x = 2"), frozenset({"x=1"}))
    assert log.sole((A, B)) is None
    assert log.sole((A,)) is not None


def hunks(number: int, *hunks: str) -> bytes:
    head = "\x1f".join((str(number) * 40, "", "Ada", "ada@example.org", str(1000 - number), f"change {number}"))
    return f"\0{head}\n\ndiff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n{''.join(hunks)}".encode()


# Newest first: 1 puts a line at the top; 2 adds a second "return x" below; 3 wrote the first one.
REPEATED = (
    hunks(1, "@@ -0,0 +1 @@\n+import os\n")
    + hunks(2, "@@ -5,0 +6,2 @@\n+def second():\n+    return x\n")
    + hunks(3, "@@ -1,0 +2,2 @@\n+def first():\n+    return x\n")
)


def test_the_place_tells_which_of_equal_lines_a_commit_wrote() -> None:
    log = parse_line_log(REPEATED, frozenset({"returnx"}))
    subjects = [commit.subject if (commit := log.writer((A,), "returnx", at)) is not None else None for at in (3, 7, None)]
    assert subjects == ["change 3", "change 2", "change 2"]


def test_a_place_that_other_branches_shifted_takes_the_nearest() -> None:
    log = parse_line_log(REPEATED, frozenset({"returnx"}))
    subjects = [commit.subject if (commit := log.writer((A,), "returnx", at)) is not None else None for at in (2, 4, 9, 90)]
    assert subjects == ["change 3", "change 3", "change 2", "change 2"]


def test_the_place_in_the_base_tells_who_removed_it() -> None:
    text = (
        hunks(1, "@@ -8 +7,0 @@\n-    return x\n")
        + hunks(2, "@@ -1 +0,0 @@\n-import os\n")
        + hunks(3, "@@ -4 +3,0 @@\n-    return x\n", "@@ -6,0 +6 @@\n+pass\n")
    )
    log = parse_line_log(text, frozenset({"returnx"}))
    subjects = [commit.subject if (commit := log.remover((A,), "returnx", at)) is not None else None for at in (3, 9)]
    assert subjects == ["change 3", "change 1"]


def test_a_file_without_lines_is_known_by_who_touched_it_last() -> None:
    text = patch(1, "b.py", "x = 1").partition(b"--- a")[0] + b"Binary files a/b.py and b/b.py differ\n"
    log = parse_line_log(text, frozenset())
    last = log.last((A, B))
    assert last is not None
    assert last.subject == "change 1"
    assert log.last((A,)) is None


def test_names_with_spaces_and_quotes_are_read() -> None:
    quoted = 'diff --git "a/t\\303\\244 b/x" "b/t\\303\\244 b/x"'
    text = patch(1, "a.py", "x").partition(b"diff --git")[0] + quoted.encode() + b"\nold mode 100644\nnew mode 100755\n"
    log = parse_line_log(text, frozenset())
    assert list(log.touched) == ["tä b/x"]


def test_a_line_without_its_line_feed_does_not_hide_the_one_after_it() -> None:
    gone = "\\ No newline at end of file"
    text = hunks(1, f"@@ -7,2 +7,2 @@\n-a\n-b\n{gone}\n+c\n+return x\n{gone}\n") + hunks(2, f"@@ -9 +9 @@\n-old\n+b\n{gone}\n")
    log = parse_line_log(text, frozenset({"returnx", "b"}))
    assert {key: [c.subject for c in found] for key, found in log.added.items()} == {(A, "returnx"): ["change 1"], (A, "b"): ["change 2"]}
    assert [c.subject for c in log.removed[A, "b"]] == ["change 1"]


def test_rows_that_look_like_heads_are_content() -> None:
    text = hunks(1, "@@ -3,2 +3,3 @@\n--- a/other.py\n-@@ -1 +1 @@\n+++ b/other.py\n+\0diff --git\n+x\r\n") + patch(2, "b.py", "y")
    log = parse_line_log(text, frozenset({"-a/other.py", "--a/other.py", "++b/other.py", "\0diff--git", "x"}))
    assert set(log.removed) == {(A, "--a/other.py")}
    assert set(log.added) == {(A, "++b/other.py"), (A, "\0diff--git"), (A, "x")}
    assert set(log.touched) == {A, B}
