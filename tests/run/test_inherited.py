"""Which earlier merge lost a line, told by what stands in its versions."""

from __future__ import annotations

from pathlib import Path

from building import Commit, Tree, build
from syncline.account.inherited import Suspect
from syncline.core.hunk import Hunk, Span
from syncline.core.merge import Side
from syncline.core.names import CommitId, RepoPath
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
from syncline.run.inherited import trace

A = RepoPath("a b.py")
TEXT = "first = 1\n"
FEATURE = "feature = load_everything()\n"


def suspect(path: RepoPath = A) -> Suspect:
    hunk = Hunk(Side.TARGET, path, Span(1, 2), Span(1, 1), (FEATURE,), ())
    return Suspect(path, path, hunk, ("feature=load_everything()",), whole=False)


def test_the_merge_that_dropped_a_line_is_named_and_who_wrote_it(tmp_path: Path) -> None:
    base: Tree = {"a b.py": TEXT}
    repo = build(
        tmp_path / "repo",
        [
            Commit("base", (), base),
            Commit("feature", ("base",), {"a b.py": TEXT + FEATURE}),
            Commit("work", ("base",), {**base, "b.py": "x = 1\n"}),
            # It has the line in another place, laid out otherwise: nothing is lost.
            Commit("kept", ("work", "feature"), {"a b.py": "feature =  load_everything()\n" + TEXT, "b.py": "x = 1\n"}),
            Commit("more", ("feature",), {"a b.py": TEXT + FEATURE, "c.py": "y = 1\n"}),
            Commit("dropped", ("kept", "more"), {**base, "b.py": "x = 1\n", "c.py": "y = 1\n"}),
            Commit("target", ("dropped",), {**base, "b.py": "x = 2\n", "c.py": "y = 1\n"}),
        ],
    )
    with open_workshop(open_repository(repo.path)) as workshop:
        (found,) = trace(workshop, CommitId(repo.commit("target")), [CommitId(repo.commit("base"))], [suspect()])
        assert found.merge is not None
        assert found.merge.id == repo.commit("dropped")
        assert found.lines == ("feature=load_everything()",)
        # Nobody brought it with that merge: its first parent had it already.
        assert found.writer is None
        assert trace(workshop, CommitId(repo.commit("kept")), [CommitId(repo.commit("base"))], [suspect()]) == ()


def test_a_file_that_a_merge_left_out_lost_all_its_lines(tmp_path: Path) -> None:
    repo = build(
        tmp_path / "repo",
        [
            Commit("base", (), {"b.py": "x = 1\n"}),
            Commit("feature", ("base",), {"a b.py": TEXT + FEATURE, "b.py": "x = 1\n"}),
            Commit("work", ("base",), {"b.py": "x = 2\n"}),
            Commit("dropped", ("work", "feature"), {"b.py": "x = 2\n"}),
        ],
    )
    with open_workshop(open_repository(repo.path)) as workshop:
        (found,) = trace(workshop, CommitId(repo.commit("dropped")), [CommitId(repo.commit("base"))], [suspect()])
        assert found.merge is not None
        assert found.merge.id == repo.commit("dropped")
        assert found.writer is not None
        assert found.writer.id == repo.commit("feature")
