"""Blockers of the seam on real syncs, each read in the code: what was real is still found, what was wrong is no longer said.

``seam_verdicts.tsv`` has one line a finding: merge, check, path, symbol, verdict. Only ids, paths and names stand here, no code.
Run where the mirrors are: ``SYNCLINE_MIRRORS`` names the folder.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from bystanders import judged
from syncline.core.names import CommitId
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop

MIRRORS = Path(os.environ.get("SYNCLINE_MIRRORS", "/nowhere"))
VERDICTS = Path(__file__).with_name("seam_verdicts.tsv")


class Verdict(NamedTuple):
    """One finding that was read: ``real`` or ``wrong``."""

    repository: str
    merge: str
    check: str
    path: str
    symbol: str
    verdict: str


def verdicts() -> dict[tuple[str, str], list[Verdict]]:
    found = defaultdict(list)
    for line in VERDICTS.read_text("utf-8").splitlines()[1:]:
        one = Verdict(*line.split("\t"))
        found[one.repository, one.merge].append(one)
    return dict(found)


def test_every_verdict_is_one_of_two() -> None:
    assert {one.verdict for listed in verdicts().values() for one in listed} <= {"real", "wrong"}


@pytest.mark.parametrize(("repository", "merge"), sorted(verdicts()))
def test_real_ones_are_found_and_wrong_ones_are_not(repository: str, merge: str) -> None:
    mirror = MIRRORS / repository / "repo"
    if not mirror.is_dir():
        pytest.skip(f"SYNCLINE_MIRRORS does not name a folder with {repository}/repo")
    with open_workshop(open_repository(mirror)) as workshop:
        found = judged(workshop, CommitId(merge), most=100_000)
    assert found is not None
    said = {(f.check, f.path, f.symbol) for f in found.blockers}
    listed = verdicts()[repository, merge]
    assert [one for one in listed if one.verdict == "real" and (one.check, one.path, one.symbol) not in said] == []
    assert [one for one in listed if one.verdict == "wrong" and (one.check, one.path, one.symbol) in said] == []
