"""Who says a word: the same with and without what is kept of other nights, and what git alone would say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from building import Commit, Tree, build
from syncline.account.seam.wording import looking_for
from syncline.core.names import CommitId, RepoPath
from syncline.core.tree import Entry
from syncline.ports.git.repository import open_repository
from syncline.ports.git.words import word_places
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run import saying as room
from syncline.run.facts import fact_stores
from syncline.run.saying import counted_words, saying

FILES: Tree = {
    "a.py": "import box\nbox.lid(box)\n",
    "deep er/b.go": "package deep\n\nfunc lid() { boxes() }\n",
    "flags.sh": "run --keep-lid yes\nkeep_lids=1\n",
    "pack/box.toml": 'at = "pack.box"\nthere = "pack/box"\nnumber = 12\n',
    "blob.bin": b"\0 lid box pack.box",
    "tests/golden_values/run.json": '{"lid": "box"}\n',
    b"caf\xe9/n\xc3\xa4me.txt": b"lid \xe9lid\nbox",
    "empty.txt": "",
}
WORDS = ("box", "lid", "pack.box", "pack/box", "keep_lid", "boxes", "nowhere")


@pytest.fixture
def looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Workshop, CommitId]]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    repo = build(tmp_path / "repo", [Commit("target", (), FILES)])
    with open_workshop(open_repository(repo.path)) as workshop:
        yield workshop, CommitId(repo.commit("target"))


@pytest.mark.parametrize("common", [0, 1, 2, 100])
def test_words_are_counted_as_git_counts_them_in_the_whole_tree(
    looked_at: tuple[Workshop, CommitId], monkeypatch: pytest.MonkeyPatch, common: int
) -> None:
    workshop, commit = looked_at
    monkeypatch.setattr(room, "_COMMON", common)
    found = counted_words(workshop, commit, WORDS)
    assert found == word_places(workshop, commit, WORDS)
    assert found["box"][RepoPath("a.py")] == 3
    assert set(found["pack.box"]) == {"pack/box.toml"}
    assert not found["nowhere"]
    # In the kept words of the script, and yet not there.
    assert not found["keep_lid"]


@pytest.mark.parametrize("words", [("x", "lid"), ("12",), ("é",), ()])
def test_words_that_no_list_holds_are_left_to_git(looked_at: tuple[Workshop, CommitId], words: tuple[str, ...]) -> None:
    workshop, commit = looked_at
    assert counted_words(workshop, commit, words) == word_places(workshop, commit, words)
    assert set(saying(workshop, commit, words)) == set(words)


def test_only_files_that_can_say_it_are_looked_through(looked_at: tuple[Workshop, CommitId], monkeypatch: pytest.MonkeyPatch) -> None:
    workshop, commit = looked_at
    asked: list[RepoPath] = []

    def spied(workshop: Workshop, tree: CommitId, words: list[str], among: list[RepoPath]) -> object:
        asked.extend(among)
        return word_places(workshop, tree, words, among)

    monkeypatch.setattr(room, "word_places", spied)
    counted_words(workshop, commit, ["boxes"])
    assert asked == ["deep er/b.go"]


def test_who_says_it_is_told_without_git(looked_at: tuple[Workshop, CommitId], monkeypatch: pytest.MonkeyPatch) -> None:
    workshop, commit = looked_at
    monkeypatch.setattr(room, "word_places", None)
    found = saying(workshop, commit, ["lid", "pack.box", "keep_lid"])
    assert found["lid"] == {"a.py", "deep er/b.go", "flags.sh", RepoPath("caf\udce9/näme.txt")}
    # Whoever asks for more than a hint reads the file: the words are there, if not side by side.
    assert found["pack.box"] == {"pack/box.toml"}
    assert found["keep_lid"] == {"flags.sh"}


def test_what_is_kept_is_used_and_what_was_cut_off_is_made_anew(looked_at: tuple[Workshop, CommitId]) -> None:
    workshop, commit = looked_at
    store = fact_stores().words
    oid = workshop.entries(commit)[RepoPath("a.py")].oid
    saying(workshop, commit, ["lid"])
    assert store.recall(oid) == b"box\nimport\nlid\n"
    for kept, sayers in ((b"other\n", set()), (b"lid\nbo", {"a.py"})):
        store.remember(oid, kept)
        room._kept.cache_clear()
        room._said.cache_clear()
        assert saying(workshop, commit, ["lid"])["lid"] & {"a.py"} == sayers


def test_a_tree_too_large_for_lists_is_left_to_git(looked_at: tuple[Workshop, CommitId], monkeypatch: pytest.MonkeyPatch) -> None:
    workshop, commit = looked_at
    monkeypatch.setattr(room, "_MOST", 3)
    assert counted_words(workshop, commit, WORDS) == word_places(workshop, commit, WORDS)
    assert fact_stores().words.recall(workshop.entries(commit)[RepoPath("a.py")].oid) is None


@pytest.mark.parametrize("asked", [3, 40])
def test_few_words_and_many_are_found_alike(asked: int) -> None:
    words = frozenset(b"w%d" % n for n in range(asked)) | {b"first", b"last", b"none", b"irs"}
    look = looking_for(words)
    for data in (b"first\nw1\nlast\n", b"w2\n", b"w222\nxfirst\nlasts\n", b"\n"):
        assert look(data) == words & set(data.split())


def test_another_tree_with_the_same_question_is_looked_at_anew(looked_at: tuple[Workshop, CommitId]) -> None:
    workshop, commit = looked_at
    assert saying(workshop, commit, ["lid"])["lid"] == {"a.py", "deep er/b.go", "flags.sh", RepoPath("caf\udce9/näme.txt")}
    empty = workshop.empty_tree()
    other = workshop.write_tree(empty, {RepoPath("c.py"): Entry("100644", workshop.write_blob(b"lid = 1\n"))})
    assert saying(workshop, other, ["lid"])["lid"] == {"c.py"}
    assert saying(workshop, empty, ["lid"])["lid"] == frozenset()
