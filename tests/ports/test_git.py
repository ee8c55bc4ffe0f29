"""The git vocabulary, on real repositories."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from building import Commit, Repo, Tree, build, diverged, link, script, submodule
from proving import snapshot
from syncline.core.errors import UserError, WorldError
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.tree import Entry
from syncline.ports.git.history import bring_differing, commit, commits, deltas, descendants, is_ancestor, line_counts, merge_bases, message
from syncline.ports.git.landing import borrowing, land, write_commit
from syncline.ports.git.merging import _parse, merge_trees, merge_with_base, synthetic_commit, virtual_base
from syncline.ports.git.promised import listed
from syncline.ports.git.repository import RemoteBranch, branches, in_the_way, open_repository, remote_branch, resolve, valid_branch
from syncline.ports.git.workshop import Workshop, open_workshop

LINES = "".join(f"line {n}\n" for n in range(40))
ODD = ["sp ace", 'quo"te', "tab\t", "line\nfeed", "back\\slash", "-dash", ":(top)x", "\udce9", "\u2028", "é"]
SAME: Tree = {"sub": submodule("1"), "gone": "gone\n", "mode": "m\n", "type": "t\n"}
BASE: Tree = {"f": LINES, **dict.fromkeys(ODD, "old\n"), **SAME, "moved/a": LINES + "a\n"}
CHANGED: Tree = {"sub": submodule("2"), "mode": script("m\n"), "type": link("f")}
SOURCE: Tree = {"f": LINES.replace("line 3\n", "s\n"), **dict.fromkeys(ODD, "new\n"), **CHANGED, "to/a": LINES + "a\n"}
TARGET: Tree = {**BASE, "f": LINES.replace("line 3\n", "t\n")}


@pytest.fixture(params=["sha1", "sha256"])
def repo(request: pytest.FixtureRequest, tmp_path: Path) -> Repo:
    size = 40 if request.param == "sha1" else 64
    trees = [{**tree, "sub": submodule(digit, size)} for tree, digit in ((BASE, "1"), (SOURCE, "2"), (TARGET, "1"))]
    return diverged(tmp_path / "r", base=trees[0], source=trees[1], target=trees[2], options=("--bare", f"--object-format={request.param}"))


@pytest.fixture
def workshop(repo: Repo) -> Iterator[Workshop]:
    before = snapshot(repo)
    with open_workshop(open_repository(repo.path)) as made:
        yield made
    assert {path: what for path, what in snapshot(repo).items() if path in before} == before


def at(repo: Repo, name: str) -> CommitId:
    return CommitId(repo.commit(name))


def test_differences_of_odd_paths(repo: Repo, workshop: Workshop) -> None:
    found = {d.path: d for d in deltas(workshop, at(repo, "base"), at(repo, "source"), renames=True)}
    assert found.keys() == {"f", *ODD, "gone", "mode", "type", "sub", "to/a"}
    for path in ODD:
        assert found[RepoPath(path)].old_path == path
    assert found[RepoPath("gone")].new is None
    assert found[RepoPath("to/a")].old_path == "moved/a"
    modes = {path: (d.old.mode, d.new.mode) for path, d in found.items() if d.old is not None and d.new is not None}
    assert (modes[RepoPath("mode")], modes[RepoPath("type")], modes[RepoPath("sub")]) == (
        ("100644", "100755"),
        ("100644", "120000"),
        ("160000", "160000"),
    )
    plain = {d.path for d in deltas(workshop, at(repo, "base"), at(repo, "source"), renames=False)}
    assert plain == found.keys() | {"moved/a"}
    assert deltas(workshop, at(repo, "base"), at(repo, "base"), renames=True) == ()


def test_changed_lines_of_odd_paths(repo: Repo, workshop: Workshop) -> None:
    found = {c.path: (c.added, c.removed) for c in line_counts(workshop, at(repo, "base"), at(repo, "source"))}
    assert {found[RepoPath(path)] for path in ("f", *ODD)} == {(1, 1)}
    assert found[RepoPath("gone")] == (0, 1)


def test_entries_by_literal_paths(repo: Repo, workshop: Workshop) -> None:
    everything = workshop.entries(at(repo, "source"))
    assert everything.keys() == {str(path) for path in SOURCE}
    for path in ODD:
        assert workshop.entries(at(repo, "source"), (RepoPath(path),)) == {path: everything[RepoPath(path)]}
    assert workshop.entries(at(repo, "source"), (RepoPath("*"),)) == {}
    assert workshop.entries(at(repo, "source"), (RepoPath("to"),)).keys() == {"to/a"}


def test_many_contents_are_stored_in_their_order(workshop: Workshop) -> None:
    contents = [b"", b"one\r\n", b"\0two", b"one\r\n", b"$Id$\n"]
    written = workshop.write_blobs(contents)
    assert [workshop.read(oid) for oid in written] == contents
    assert written == [workshop.write_blob(data) for data in contents]
    assert workshop.write_blobs([]) == []
    assert not list(workshop.git_dir.parent.glob("blobs-*"))


def test_contents_are_stored_in_a_folder_of_any_name(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = tmp_path / 'temp "of\\ every:one\n\udce9'
    odd.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(odd))
    with open_workshop(open_repository(repo.path)) as workshop:
        assert [workshop.read(oid) for oid in workshop.write_blobs([b"a", b"b"])] == [b"a", b"b"]


def test_a_whole_tree_is_listed_anew_for_each_who_asks(repo: Repo, workshop: Workshop) -> None:
    mine = workshop.entries(at(repo, "source"))
    mine.clear()
    assert workshop.entries(at(repo, "source"))


def test_trees_with_odd_paths(repo: Repo, workshop: Workshop) -> None:
    blob = workshop.write_blob(b"made\r\n\0")
    edits: dict[RepoPath, Entry | None] = {RepoPath(path): Entry("100755", blob) for path in ODD}
    edits |= {RepoPath("f"): None, RepoPath("new/deep"): Entry("120000", blob), RepoPath("not there"): None}
    tree = workshop.write_tree(workshop.tree_of(at(repo, "target")), edits)
    found = workshop.entries(tree)
    assert found.keys() == ({str(path) for path in TARGET} - {"f"}) | {"new/deep"}
    assert {found[RepoPath(path)] for path in ODD} == {Entry("100755", blob)}
    assert workshop.read(blob) == b"made\r\n\0"
    assert workshop.write_tree(tree, {}) == tree


def test_a_file_takes_the_place_of_a_folder_and_back(repo: Repo, workshop: Workshop) -> None:
    file = Entry("100644", workshop.write_blob(b"x\n"))
    edits: dict[RepoPath, Entry | None] = {RepoPath("moved"): file, RepoPath("f"): None, RepoPath("f/g"): file}
    tree = workshop.write_tree(workshop.tree_of(at(repo, "base")), edits)
    found = workshop.entries(tree).keys()
    assert {"moved", "f/g"} <= found
    assert not {"moved/a", "f"} & found


def test_reading_many_objects_at_once(workshop: Workshop) -> None:
    """More than fit into a pipe, with large ones among them, twice, and in any order."""
    wanted = {workshop.write_blob(data): data for data in (b"%d\n" % n * (1 + n % 7 * 3000) for n in range(900))}
    assert workshop.read_all([*wanted, *reversed(list(wanted))]) == wanted
    assert all(workshop.size(oid) == len(data) for oid, data in wanted.items())
    assert workshop.read_all([]) == {}


def test_an_object_that_is_missing(repo: Repo, workshop: Workshop) -> None:
    absent = BlobId("1" * len(repo.commit("base")))
    assert not workshop.has(absent)
    for ask in (lambda: workshop.read(absent), lambda: workshop.size(absent), lambda: workshop.bring([absent])):
        with pytest.raises(WorldError, match="object 111111111111 is missing"):
            ask()
    # The conversation goes on.
    assert workshop.read(workshop.write_blob(b"still\n")) == b"still\n"
    bring_differing(workshop, [(at(repo, "base"), at(repo, "source"))])


def test_questions_to_the_history(repo: Repo, workshop: Workshop) -> None:
    base, source, target = (at(repo, name) for name in ("base", "source", "target"))
    assert merge_bases(workshop, source, target) == (base,)
    assert (is_ancestor(workshop, base, source), is_ancestor(workshop, source, target)) == (True, False)
    with pytest.raises(WorldError):
        is_ancestor(workshop, CommitId("2" * len(base)), source)
    with pytest.raises(WorldError):
        merge_bases(workshop, CommitId("2" * len(base)), source)
    (found,) = commits(workshop, [source, f"^{target}"])
    assert (found.id, found.author, found.email, found.subject, found.parents) == (
        source,
        "Ada Tester",
        "ada@example.org",
        "source (#2)",
        (base,),
    )
    assert commit(workshop, base).parents == ()
    assert commits(workshop, [target, f"^{target}"]) == ()
    assert message(workshop, source).strip() == "source (#2)"
    assert descendants(workshop, source, (base,)) == {source}
    assert descendants(workshop, source, ()) == descendants(workshop, base, (source,)) == frozenset()


def test_descendants_of_several_bases(tmp_path: Path) -> None:
    """Two branches that merged each other: what grew from one base alone knows nothing of the other."""
    commits_ = [
        Commit("root", (), {"f": "0\n"}),
        Commit("one", ("root",), {"f": "1\n"}),
        Commit("two", ("root",), {"f": "0\n", "g": "2\n"}),
        Commit("aside", ("two",), {"f": "0\n", "g": "3\n"}),
        Commit("crossed", ("two", "one"), {"f": "1\n", "g": "2\n"}),
        Commit("target", ("crossed", "aside"), {"f": "1\n", "g": "3\n"}),
        Commit("source", ("one", "two"), {"f": "1\n", "g": "2\n"}),
    ]
    repo = build(tmp_path / "crossed", commits_)
    with open_workshop(open_repository(repo.path)) as workshop:
        bases = merge_bases(workshop, at(repo, "target"), at(repo, "source"))
        assert set(bases) == {at(repo, "one"), at(repo, "two")}
        assert descendants(workshop, at(repo, "target"), bases) == {at(repo, "crossed"), at(repo, "target")}
        assert descendants(workshop, at(repo, "target"), (at(repo, "two"),)) == {at(repo, name) for name in ("aside", "crossed", "target")}


def test_stages_and_messages_of_a_merge(repo: Repo, workshop: Workshop) -> None:
    raw = merge_trees(workshop, at(repo, "target"), at(repo, "source"))
    assert {(s.path, s.number) for s in raw.stages} == {("f", 1), ("f", 2), ("f", 3)}
    assert {(m.paths, m.kind) for m in raw.messages} >= {(("f",), "CONFLICT (contents)")}
    clean = merge_trees(workshop, at(repo, "base"), at(repo, "source"))
    assert (clean.tree, clean.stages, clean.messages) == (workshop.tree_of(at(repo, "source")), (), ())


def test_output_of_a_merge_with_odd_paths_in_it() -> None:
    oid = "a" * 40
    out = b"\0".join([b"t" * 40, f"100644 {oid} 2\tline\nfeed".encode(), b"100755 %s 3\tcaf\xe9" % oid.encode(), b""])
    out += b"\0" + b"\0".join(
        [b"2", b"line\nfeed", b"caf\xe9", b"CONFLICT (contents)", b"free\ntext\n", b"0", b"Auto-merging", b"text", b""]
    )
    raw = _parse(out)
    assert [(s.path, s.number, s.entry.mode) for s in raw.stages] == [("line\nfeed", 2, "100644"), ("caf\udce9", 3, "100755")]
    assert [(m.paths, m.kind) for m in raw.messages] == [(("line\nfeed", "caf\udce9"), "CONFLICT (contents)"), ((), "Auto-merging")]
    assert _parse(b"t" * 40 + b"\0") == _parse(b"t" * 40 + b"\0\0")


def test_a_merge_on_a_base_of_our_choice(repo: Repo, workshop: Workshop) -> None:
    """git before 2.40 takes no explicit base: synthetic commits say it, and are the same each time."""
    trees = [workshop.tree_of(at(repo, name)) for name in ("source", "target", "base")]
    ours, theirs = merge_with_base(workshop, trees[2], trees[1], trees[0]), merge_trees(workshop, at(repo, "target"), at(repo, "source"))
    assert (ours.stages, ours.messages) == (theirs.stages, theirs.messages)
    assert merge_with_base(workshop, trees[2], trees[2], trees[0]).tree == trees[0]
    assert merge_with_base(workshop, trees[0], trees[1], trees[0]).tree == trees[1]
    assert synthetic_commit(workshop, trees[0], ()) == synthetic_commit(workshop, trees[0], ())
    assert virtual_base(workshop, ()) == workshop.empty_tree()
    assert virtual_base(workshop, (at(repo, "base"),)) == trees[2]
    assert workshop.entries(virtual_base(workshop, (at(repo, "source"), at(repo, "target")))).keys() >= {"f", "to/a"}


def written(repo: Repo, workshop: Workshop, text: str = "made\n") -> CommitId:
    tree: TreeId = workshop.tree_of(at(repo, "target"))
    return write_commit(workshop, tree, (at(repo, "target"), at(repo, "source")), text, name="", email="")


def test_nothing_is_there_before_landing(repo: Repo, workshop: Workshop) -> None:
    made = written(repo, workshop)
    assert workshop.has(made)
    assert subprocess.run(["git", "-C", str(repo.path), "cat-file", "-e", made], check=False, capture_output=True).returncode != 0


def test_landing_refuses_a_branch_that_exists(repo: Repo, workshop: Workshop) -> None:
    """Also one that holds the same, and it takes back what it was to create beside it."""
    made, parents = written(repo, workshop), (at(repo, "target"), at(repo, "source"))
    records = workshop.write_blob(b"{}\n")
    for name in ("source", "target/below"):
        with pytest.raises(WorldError, match="cannot create the branch"):
            land(workshop, {"refs/syncline/records/x": records, f"refs/heads/{name}": made}, parents)
        assert "refs/syncline/records/x" not in repo.branches()
    land(workshop, {"refs/heads/night": made, "refs/syncline/records/x": records}, parents)
    assert (repo.branches()["refs/heads/night"], repo.git("cat-file", "blob", "refs/syncline/records/x")) == (made, "{}")
    with pytest.raises(WorldError):
        land(workshop, {"refs/heads/night": made}, parents)
    # What is named after the commit may be written again.
    land(workshop, {"refs/heads/other": made, "refs/syncline/records/x": records}, parents)
    repo.git("fsck", "--strict")


def test_landing_a_message_of_any_text(repo: Repo, workshop: Workshop) -> None:
    text = "Sync \u00e9 \u2192\n\n# no comment\n  indented \n\nlast line without a feed"
    made = written(repo, workshop, text)
    land(workshop, {"refs/heads/night": made}, (at(repo, "target"), at(repo, "source")))
    assert repo.raw("cat-file", "commit", "night").endswith(b"\n\n" + text.encode())


def test_borrowing_git_in_the_users_repository(repo: Repo, workshop: Workshop) -> None:
    """By the user's configuration, with the user's objects, and new objects go to the workshop."""
    before = snapshot(repo)
    oid = repo.git("hash-object", "-w", "--stdin", stdin=b"borrowed\n", env=borrowing(workshop))
    assert snapshot(repo) == before
    assert workshop.read(BlobId(oid)) == b"borrowed\n"
    assert repo.git("cat-file", "-t", "source", env=borrowing(workshop)) == "commit"


@pytest.mark.parametrize("path", ["/plain", "/co:lon", '/quo"te', "/back\\slash", "/line\nfeed", "/sp ace", "/\udce9"])
def test_folders_of_objects_in_a_list(path: str) -> None:
    """Quoted exactly where git would otherwise end the entry."""
    text = listed(Path(path))
    assert (text == path) == (not any(char in path for char in ':"\\\n'))


def test_names_and_what_they_stand_for(repo: Repo) -> None:
    found = open_repository(repo.path)
    repo.git("tag", "-m", "tag", "v1", "source")
    for name in ("source", "refs/heads/source", "v1", repo.commit("source"), repo.commit("source")[:12], "source~0", "source^{}"):
        assert resolve(found, name) == repo.commit("source")
    for name in (
        "",
        "\0",
        "nothing",
        "-h",
        "--all",
        "source..target",
        "source...target",
        "^source",
        "f",
        "source:f",
        "source^{tree}",
        "@{u}",
        ":/source x",
    ):
        with pytest.raises(UserError):
            resolve(found, name)


def test_branches_and_what_is_in_the_way(repo: Repo) -> None:
    found = open_repository(repo.path)
    for name in ("a/b/c", "a/b/\u2028d", "a/x", "long"):
        repo.git("branch", name, "base")
    assert {b.name for b in branches(found, "a/b/*")} == {"a/b/c", "a/b/\u2028d"}
    assert {b.name for b in branches(found, "a")} == {"a/b/c", "a/b/\u2028d", "a/x"}
    assert branches(found, "long")[0].parents == ()
    assert branches(found, "source")[0].parents == (repo.commit("base"),)
    assert (in_the_way(found, "a/b/c/d"), in_the_way(found, "long/er"), in_the_way(found, "a/y"), in_the_way(found, "a/x")) == (
        "a/b/c",
        "long",
        None,
        None,
    )
    assert in_the_way(found, "a/b") in {"a/b/c", "a/b/\u2028d"}
    assert [valid_branch(name) for name in ("a/b", "é", "a..b", "a b", "-a", "a.lock", "@{-1}", "a\0b", "", "HEAD", "a/", "a~1")] == [
        True,
        True,
        *[False] * 10,
    ]


def test_remote_branches_behind_names(repo: Repo) -> None:
    found = open_repository(repo.path)
    for key, value in (
        ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
        ("remote.fork/x.fetch", "refs/heads/main:refs/remotes/fork/x/trunk"),
    ):
        repo.git("config", key, value)
    repo.git("update-ref", "refs/remotes/origin/main", "source")
    repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    assert remote_branch(found, "origin/main") == RemoteBranch("origin", "main")
    assert remote_branch(found, "origin") == RemoteBranch("origin", "main")
    assert remote_branch(found, "origin/deep/er") == RemoteBranch("origin", "deep/er")
    assert remote_branch(found, "fork/x/trunk") == RemoteBranch("fork/x", "main")
    for name in ("source", "fork/x/other", "v1", repo.commit("source"), "origin/main~1", "\0", "-x", "refs/heads/source"):
        assert remote_branch(found, name) is None
