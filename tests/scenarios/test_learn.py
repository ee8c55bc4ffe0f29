"""Recorded decisions: learned from past merges, shared without loss, used in the next night."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from building import Commit, Repo, build
from running import syncline
from syncline.core.memory import Remembered
from syncline.core.names import CommitId, RepoPath
from syncline.learn.pages import memory_text, read_memory
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
from syncline.ports.shared import Change, Refused, Swap
from syncline.run.learning import keep
from syncline.run.remembering import REF

BASE, SOURCE, TARGET, DECIDED = (f"top\nlimit = {x}\nend\n" for x in ("1", "2", "3", "max(2, 3)"))


def history(folder: Path) -> Repo:
    """A conflict that people resolved in a merge, and the same one again: the merge never reached the target."""
    return build(
        folder,
        (
            Commit("base", (), {"a.py": BASE}),
            Commit("source", ("base",), {"a.py": SOURCE}),
            Commit("target", ("base",), {"a.py": TARGET}),
            Commit("trial", ("target", "source"), {"a.py": DECIDED}),
        ),
    )


def learn(repo: Repo) -> dict[str, int]:
    done = syncline("learn", "--repo", str(repo.path), "--from", "base..trial", "--json")
    assert done.returncode == 0, done.stderr
    told: dict[str, int] = json.loads(done.stdout)
    return told


def test_a_decision_is_learned_once_and_used_in_the_next_night(tmp_path: Path) -> None:
    repo = history(tmp_path / "r")
    assert learn(repo) == {"merges": 1, "found": 1, "new": 1, "total": 1}
    assert learn(repo) == {"merges": 1, "found": 1, "new": 0, "total": 1}
    done = syncline("sync", "--repo", str(repo.path), "--source=source", "--target=target", "--branch=night", "--no-fetch", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert repo.tree("night")["a.py"].data.decode() == DECIDED
    assert "recorded-decision" in done.stdout


def test_two_runners_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    repo = history(tmp_path / "r")
    one, two = (Remembered(f"{n}" * 32, RepoPath("a.py"), "", (f"{n}\n",), CommitId(f"{n}" * 40)) for n in (1, 2))
    with open_workshop(open_repository(repo.path)) as workshop:
        shared = OwnRefs(workshop)

        class Late(OwnRefs):
            """Another runner writes between our reading and our writing."""

            raced = False

            def swap(self, changes: Sequence[Change]) -> Swap | Refused:
                if not Late.raced:
                    Late.raced = True
                    assert keep(shared, [two]) == (1, 1)
                return super().swap(changes)

        assert keep(Late(workshop), [one]) == (1, 2)
        assert set(read_memory(shared.page(shared.refs([REF])[REF]))) == {one, two}


def test_a_memory_that_cannot_be_read_remembers_the_rest() -> None:
    entry = Remembered("k" * 32, RepoPath("\udcff.py"), "f", ("\udcfe\n",), CommitId("1" * 40))
    assert read_memory(b"rubbish\n" + memory_text([entry]) + b'{"key": 1}\n') == (entry,)


def test_a_range_must_be_one(tmp_path: Path) -> None:
    repo = history(tmp_path / "r")
    assert syncline("learn", "--repo", str(repo.path), "--from", "base").returncode == 2
