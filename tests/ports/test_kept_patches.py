"""Patches that are kept: put together with them, a history is byte for byte what git prints in one pass."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from building import Commit, Repo, Tree, build, link, script, submodule
from syncline.core.names import CommitId, RepoPath
from syncline.ports.blobcache import BlobCache
from syncline.ports.git import linehistory
from syncline.ports.git.linehistory import line_history
from syncline.ports.git.patches import by_row, packed, unpacked
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop, set_attributes

FIELDS = ("%H", "%P", "%aN", "%s")
ODD = ["sp ace", 'quo"te', "tab\t", "line\nfeed", "back\\slash", "-dash", ":(top)x", "\udce9", "\u2028", "é", " b/ b", "a b/a"]
FIRST: Tree = {
    **dict.fromkeys(ODD, "old\n"),
    "text": "one\ntwo\nthree\n",
    "open": "no end",
    "dos": "one\r\ntwo\r\n",
    "old\rmac": "one\rtwo\r",
    "binary": b"\0\1",
    "late": b"x" * 9000 + b"\n\0\n",
    "empty": "",
    "mode": "m\n",
    "link": link("text"),
    "becomes link": "text\n",
    "sub": submodule("1"),
    "becomes folder": "file\n",
    "folder/gone": "gone\n",
}
# What looks like git's own words, and like a commit of ours.
LIKE = "diff --git a/x b/x\nindex 0..1 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n\\ No newline at end of file\n:100644 100644 0 1 M\tx\n"
SECOND: Tree = {
    **dict.fromkeys(ODD, "new\n"),
    "text": LIKE + "two\n-- \n++ \n",
    "open": "still no end",
    "dos": "one\r\ntwo\n",
    "old\rmac": "one\rthree\r",
    "binary": b"\0\2",
    "late": b"x" * 9000 + b"\n\0\n\0diff --git a/x b/x\n",
    "mode": script("m\n"),
    "link": "text\n",
    "becomes link": link("text"),
    "sub": submodule("2"),
    "becomes folder/file": "file\n",
    "folder/new": "new\n",
    "gitlink": submodule("3"),
}
THIRD: Tree = {**SECOND, "text": LIKE, "sub": "no submodule\n", "mode": script("other\n"), "gitlink": "text\n"}
PATHS = [RepoPath(path) for path in sorted(map(str, {*FIRST, *SECOND, "folder", "never there"}))]


def history() -> list[Commit]:
    return [
        Commit("base", (), FIRST),
        Commit("one", ("base",), SECOND, "a\x1fsubject"),
        Commit("nothing", ("one",), SECOND),
        Commit("beside", ("base",), {**FIRST, "text": "one\n", "é": "beside\n"}),
        Commit("merged", ("nothing", "beside"), SECOND),
        Commit("target", ("merged",), THIRD),
    ]


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    return build(tmp_path_factory.mktemp("history") / "repo", history())


@pytest.fixture
def workshop(repo: Repo) -> Iterator[Workshop]:
    with open_workshop(open_repository(repo.path)) as made:
        yield made


@pytest.fixture
def store(tmp_path: Path) -> BlobCache:
    return BlobCache(tmp_path / "kept")


def entries(store: BlobCache) -> list[Path]:
    return sorted(store.folder.glob("*/*"))


def told(repo: Repo, workshop: Workshop, store: BlobCache | None, paths: list[RepoPath] = PATHS, without: str = "") -> bytes:
    others = [CommitId(repo.commit(without))] if without else []
    return line_history(workshop, [CommitId(repo.commit("target"))], others, paths, FIELDS, store)


def test_the_history_shows_what_git_prints_otherwise_than_plain_text(repo: Repo, workshop: Workshop) -> None:
    expected = told(repo, workshop, None)
    for words in (
        *(b"Binary files a/binary and b/binary differ\n", b"old mode 100644\nnew mode 100755\n", b"+Subproject commit 2222"),
        *(b"\\ No newline at end of file\n", b'diff --git "a/tab\\t" "b/tab\\t"\n', b"diff --git a/ b/ b b/ b/ b\n", b"\n-two\r\n+two\n"),
        *(b"new file mode 120000\n", b"deleted file mode 120000\n", b"+diff --git a/x b/x\n", b"\n+\0diff --git", b"\xe9"),
    ):
        assert words in expected
    assert expected.count(b"diff --git a/late b/late") == 2


@pytest.mark.parametrize("without", ["", "base", "beside"])
@pytest.mark.parametrize("paths", [PATHS, *([path] for path in PATHS), [RepoPath("folder"), RepoPath("folder/new")]])
def test_with_a_store_it_is_what_git_prints_in_one_pass(
    repo: Repo, workshop: Workshop, store: BlobCache, without: str, paths: list[RepoPath]
) -> None:
    expected = told(repo, workshop, None, paths, without)
    assert told(repo, workshop, store, paths, without) == expected
    assert told(repo, workshop, store, paths, without) == expected


@pytest.mark.parametrize("step", [2, 3, 7])
def test_with_a_store_that_knows_some_of_it(repo: Repo, workshop: Workshop, store: BlobCache, step: int) -> None:
    for at in range(step):
        told(repo, workshop, store, PATHS[at::step], "beside" if at else "")
        assert told(repo, workshop, store) == told(repo, workshop, None)
        for entry in entries(store)[::2]:
            entry.unlink()


def test_what_is_kept_is_not_asked_for(repo: Repo, workshop: Workshop, store: BlobCache) -> None:
    told(repo, workshop, store)
    # "nothing" touches nothing, and merges are left out.
    assert len(entries(store)) == 4
    for entry in entries(store):
        entry.write_bytes(packed(dict.fromkeys(unpacked(entry.read_bytes()), b"kept\n")))
    found = told(repo, workshop, store)
    assert found.count(b"kept\n") == sum(len(unpacked(entry.read_bytes())) for entry in entries(store))
    assert b"diff --git" not in found
    # What git says of a commit is asked each time.
    only = line_history(workshop, [CommitId(repo.commit("one"))], [CommitId(repo.commit("base"))], [RepoPath("text")], ("%s",), store)
    assert only == b"\0a\x1fsubject\n\nkept\n"


def spoilt() -> Mapping[str, bytes]:
    row = b":100644 100644 " + b"1" * 40 + b" " + b"2" * 40 + b" M\ttext"
    body = packed({row: b"patch\n"})
    summed = {
        "more than there is": b"99 %s\n" % row,
        "no size": b"x %s\n" % row,
        "no end": b"3 row",
        "negative": b"-7 row\n",
        "no line": b"3 row and no more",
    }
    return {
        "nothing": b"",
        "short": b"abc",
        "cut off": body[:-1],
        "another sum": b"0000" + body[4:],
        **{name: zlib.crc32(data).to_bytes(4, "little") + data for name, data in summed.items()},
    }


@pytest.mark.parametrize("data", spoilt().values(), ids=spoilt().keys())
def test_what_nobody_here_has_kept_is_made_anew(repo: Repo, workshop: Workshop, store: BlobCache, data: bytes) -> None:
    assert unpacked(data) == {}
    expected = told(repo, workshop, store)
    good = [entry.read_bytes() for entry in entries(store)]
    for entry in entries(store):
        entry.write_bytes(data)
    assert told(repo, workshop, store) == expected
    assert [entry.read_bytes() for entry in entries(store)] == good


def test_a_place_that_cannot_be_written(repo: Repo, workshop: Workshop, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for folder in (tmp_path / "file" / "kept", Path(os.devnull)):
        assert told(repo, workshop, BlobCache(folder)) == told(repo, workshop, None)


def test_two_that_keep_at_once(repo: Repo, workshop: Workshop, store: BlobCache) -> None:
    parts = [PATHS, PATHS[::2], PATHS[1::2], PATHS[::3]]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda paths: told(repo, workshop, store, paths), parts * 3))
    assert found == [told(repo, workshop, None, paths) for paths in parts * 3]
    assert told(repo, workshop, store) == told(repo, workshop, None)


def test_attributes_in_force_are_part_of_what_is_kept(repo: Repo, workshop: Workshop, store: BlobCache) -> None:
    text = told(repo, workshop, store)
    set_attributes(workshop, ["text -diff"])
    assert told(repo, workshop, store) == told(repo, workshop, None) != text
    set_attributes(workshop, [])
    assert told(repo, workshop, store) == text


def test_what_another_git_has_printed_is_not_taken(repo: Repo, workshop: Workshop, store: BlobCache) -> None:
    told(repo, workshop, store)
    known = entries(store)
    other = replace(workshop, repository=replace(workshop.repository, git=b"git version 99.9\n"))
    assert told(repo, other, store) == told(repo, workshop, store)
    assert len(entries(store)) == 2 * len(known)


def test_where_a_shallow_clone_ends_a_commit_is_another_change(repo: Repo, store: BlobCache, tmp_path: Path) -> None:
    repo.git("clone", "--quiet", "--bare", "--depth=1", "--branch=one", f"file://{repo.path}", str(tmp_path / "clone"))
    one = [CommitId(repo.commit("one"))]
    base = [CommitId(repo.commit("base"))]
    for _ in range(2):
        with open_workshop(open_repository(tmp_path / "clone")) as shallow, open_workshop(open_repository(repo.path)) as whole:
            assert line_history(shallow, one, [], PATHS, FIELDS, store) == line_history(shallow, one, [], PATHS, FIELDS)
            assert line_history(whole, one, base, PATHS, FIELDS, store) == line_history(whole, one, base, PATHS, FIELDS)
    assert len(entries(store)) == 1


def test_a_repository_with_longer_ids(store: BlobCache, tmp_path: Path) -> None:
    commits = [
        Commit("base", (), {"a": "1\n", "sub": submodule("1", 64)}),
        Commit("target", ("base",), {"a": "2\n", "sub": submodule("2", 64)}),
    ]
    made = build(tmp_path / "long", commits, options=("--bare", "--object-format=sha256"))
    with open_workshop(open_repository(made.path)) as workshop:
        expected = told(made, workshop, None, [RepoPath("a"), RepoPath("sub")])
        assert [told(made, workshop, store, [RepoPath("a"), RepoPath("sub")]) for _ in range(2)] == [expected] * 2


def test_patches_beyond_measure_are_not_kept(repo: Repo, workshop: Workshop, store: BlobCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linehistory, "_LARGE", 10)
    assert told(repo, workshop, store) == told(repo, workshop, None)
    assert entries(store) == []


def test_where_a_patch_cannot_be_taken_apart_git_is_asked_for_the_whole(
    repo: Repo, workshop: Workshop, store: BlobCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linehistory, "by_row", lambda patch, rows: None)
    assert told(repo, workshop, store) == told(repo, workshop, None)
    assert entries(store) == []


ROW = b":100644 100644 " + b"1" * 40 + b" " + b"2" * 40 + b" M\ta"
PATCH = b"diff --git a/a b/a\n@@ -1 +1 @@\n-1\n+2\n"


@pytest.mark.parametrize("patch", [PATCH + PATCH, PATCH + b"diff --git a/b b/b\nnew mode 100755\n", b"something else\n"])
def test_a_patch_that_is_not_what_was_announced_is_not_taken_apart(patch: bytes) -> None:
    assert by_row(PATCH, [ROW]) == {ROW: PATCH}
    assert by_row(patch, [ROW]) is None
