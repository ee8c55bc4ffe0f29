"""A merge that keeps one side's tree is told once, whatever the other side had done: changed, added, deleted, moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from building import Commit, File, build
from syncline.core.finding import Severity
from syncline.core.merge import Side
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

Content = dict[str | bytes, str | bytes | File]

CODE = "".join(f"def step_{n}(job):\n    return job.step({n})\n\n\n" for n in range(5))


@pytest.mark.parametrize("side", list(Side))
def test_a_tree_taken_whole_is_one_blocker_moves_included(tmp_path: Path, side: Side) -> None:
    base: Content = {"core.py": CODE, "steps.py": CODE, "own.py": "kept = 1\n", "styles/main.css": "a { b: c }\n" * 4}
    busy: Content = {
        "core.py": CODE.replace("job.step(2)", "job.step(2, wait=True)"),
        "steps.py": CODE + "def last(job):\n    return job.close()\n",
        "own.py": "kept = 1\n",
        "public/styles/main.css": "a { b: c }\n" * 4,
    }
    quiet: Content = {**base, "own.py": "kept = 2\n"}
    source, target = (busy, quiet) if side is Side.SOURCE else (quiet, busy)
    commits = (
        Commit("base", (), base),
        Commit("source", ("base",), source),
        Commit("target", ("base",), target),
        Commit("merged", ("target", "source"), quiet),
    )
    repo = build(tmp_path / "repo", commits)
    report = audit_merge(repo.path, "merged", None, silent)
    blockers = [f for f in report.findings if f.severity is Severity.BLOCKER]
    assert [(f.check, f.side) for f in blockers] == [("took-side-whole", side)]
    assert "last" in blockers[0].message
