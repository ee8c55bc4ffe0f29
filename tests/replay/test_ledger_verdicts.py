"""Blockers of the ledger on real syncs, each read in the code: what was real is still found, what was wrong blocks nobody any more.

``ledger_verdicts.tsv`` has one line a finding: merge, side, the commit whose work it is, one of its paths, verdict. ``noise`` is what was wrong and is
still said: a known weakness, kept here so that it is seen when it gets better. Only ids and paths stand here, no code.
Run where the mirrors are: ``SYNCLINE_MIRRORS`` names the folder.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from syncline.core.finding import Finding, Severity
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

MIRRORS = Path(os.environ.get("SYNCLINE_MIRRORS", "/nowhere"))
VERDICTS = Path(__file__).with_name("ledger_verdicts.tsv")
EXAMPLE = Path(__file__).parents[2] / "examples" / "megatron-lm.toml"


class Verdict(NamedTuple):
    """One finding that was read: ``real``, ``wrong`` or ``noise``. ``commit`` is empty where the finding names none."""

    repository: str
    merge: str
    side: str
    commit: str
    path: str
    verdict: str

    def speaks_of(self, finding: Finding) -> bool:
        """The finding is about this commit's work at this path."""
        named = {origin.commit.id for origin in finding.origin}
        return (
            (finding.side.value if finding.side is not None else "") == self.side
            and (not self.commit or any(oid.startswith(self.commit) for oid in named))
            and self.path in {finding.path, *(place.path for place in finding.places)}
        )


def verdicts() -> dict[tuple[str, str], list[Verdict]]:
    found = defaultdict(list)
    for line in VERDICTS.read_text("utf-8").splitlines()[1:]:
        one = Verdict(*line.split("\t"))
        found[one.repository, one.merge].append(one)
    return dict(found)


def test_every_verdict_is_one_of_three() -> None:
    assert {one.verdict for listed in verdicts().values() for one in listed} <= {"real", "wrong", "noise"}


@pytest.mark.parametrize(("repository", "merge"), sorted(verdicts()))
def test_real_ones_are_found_and_wrong_ones_block_nobody(repository: str, merge: str) -> None:
    mirror = MIRRORS / repository / "repo"
    if not mirror.is_dir():
        pytest.skip(f"SYNCLINE_MIRRORS does not name a folder with {repository}/repo")
    report = audit_merge(mirror, merge, EXAMPLE, silent)
    loud = [f for f in report.findings if f.severity is not Severity.INFO]
    blockers = [f for f in loud if f.severity is Severity.BLOCKER]
    listed = verdicts()[repository, merge]
    assert [one for one in listed if one.verdict == "real" and not any(map(one.speaks_of, loud))] == []
    assert [one for one in listed if one.verdict == "wrong" and any(map(one.speaks_of, blockers))] == []
    assert [one for one in listed if one.verdict == "noise" and not any(map(one.speaks_of, blockers))] == [], (
        "better now: change the verdict"
    )
