"""``audit MERGE --tree COMMIT``: a repair on top of a merge counts, and a new loss on top of it is seen."""

from __future__ import annotations

from pathlib import Path

from building import Commit, build
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

TEXT = "".join(f"line {n}\n" for n in range(20))
SOURCE = TEXT.replace("line 3\n", "line 3\nsource\n")
TARGET = TEXT.replace("line 16\n", "line 16\ntarget\n")
BOTH = SOURCE.replace("line 16\n", "line 16\ntarget\n")


def test_the_tree_on_top_is_judged_against_the_parents_of_the_merge(tmp_path: Path) -> None:
    repo = build(
        tmp_path / "r",
        (
            Commit("base", (), {"a.txt": TEXT}),
            Commit("source", ("base",), {"a.txt": SOURCE}),
            Commit("target", ("base",), {"a.txt": TARGET}),
            Commit("merge", ("target", "source"), {"a.txt": SOURCE}),
            Commit("repaired", ("merge",), {"a.txt": BOTH}),
        ),
    )
    lost = audit_merge(repo.path, "merge", None, silent)
    mended = audit_merge(repo.path, "merge", None, silent, tree="repaired")
    assert (lost.ledger.target.lost, mended.ledger.target.lost) == (1, 0)
    assert mended.merge == repo.commit("merge")
    assert mended.tree == repo.git("rev-parse", "repaired^{tree}")
