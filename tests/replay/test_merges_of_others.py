"""Merges that people made in other repositories, replayed: silence where git merged cleanly, and books that add up where it did not.

``SYNCLINE_MIRRORS`` names the folder of mirrors; without it these tests are skipped. ``SYNCLINE_REPLAY_MERGES`` says how many merges of
each mirror are taken (by default a few, so that the tests stay quick); which ones comes from a fixed seed. The model case is left out: its merges
are measured against what is known of them, not against silence.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from injecting.damage import LEDGER
from injecting.scenes import merges_of
from syncline.account.states import PathState
from syncline.audit.auditor import audit
from syncline.audit.checks import CHECKS, check_name
from syncline.core.errors import WorldError
from syncline.core.finding import Severity
from syncline.core.ledger import Fate
from syncline.core.merge import Side
from syncline.core.names import CommitId
from syncline.core.policy import PolicyFacts
from syncline.core.report import AuditReport
from syncline.ports.git.history import merge_bases, merge_commit
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run.gather import gather
from syncline.run.merging import git_merge
from syncline.run.provenance import Ends

FOLDER = os.environ.get("SYNCLINE_MIRRORS", "")
MERGES = int(os.environ.get("SYNCLINE_REPLAY_MERGES", "3"))
MODEL_CASE = "NVIDIA+Megatron-LM"
MIRRORS = (
    sorted(m.name for m in Path(FOLDER).iterdir() if (m / "repo").is_dir() and m.name != MODEL_CASE) if Path(FOLDER or "?").is_dir() else []
)
THE_LEDGERS = (*LEDGER, *(check for check in CHECKS if check_name(check) == "lost-in-earlier-merge"))

pytestmark = pytest.mark.skipif(not MIRRORS, reason="SYNCLINE_MIRRORS names no folder with mirrors")


def audits(mirror: str, *, clean: bool) -> Iterator[tuple[CommitId, AuditReport]]:
    """The first merges, in the order of the seed, of which git's own merge is clean and was committed, or in which it left conflicts."""
    repo = Path(FOLDER) / mirror / "repo"
    merges = list(merges_of(repo))
    Random(f"replay {mirror}").shuffle(merges)  # noqa: S311 - the same merges every time; no secret
    found = 0
    with open_workshop(open_repository(repo)) as workshop:
        for oid in merges:
            if found == MERGES:
                return
            try:
                report = audited(workshop, oid, clean=clean)
            except WorldError:
                # The mirror does not hold all of it.
                continue
            if report is not None:
                found += 1
                yield oid, report


def audited(workshop: Workshop, oid: CommitId, *, clean: bool) -> AuditReport | None:
    """The ledger's report on a merge of the kind that is asked for; ``None`` for one of the other kind."""
    merge = merge_commit(workshop, oid)
    target, source = merge.commit.parents
    bases = merge_bases(workshop, target, source)
    if not bases or target in bases or source in bases:
        return None
    by_git = git_merge(workshop, target, source)
    if by_git.merged.clean != clean or (clean and by_git.merged.tree != merge.tree):
        return None
    subject = gather(workshop, Ends(target, source, merge.tree, bases), by_git, PolicyFacts())
    if clean:
        assert all(state.as_git for state in subject.states), _first(subject.states)
    return audit(subject, merge=oid, bases=bases, checks=THE_LEDGERS)


def _first(states: tuple[PathState, ...]) -> str:
    return next(state.path for state in states if not state.as_git)


@pytest.mark.parametrize("mirror", MIRRORS)
def test_gits_own_merge_blocks_nobody(mirror: str) -> None:
    wrong = [
        f"{oid[:12]} {finding.check}: {finding.message}"
        for oid, report in audits(mirror, clean=True)
        for finding in report.findings
        if finding.severity is Severity.BLOCKER
    ]
    assert wrong == []


@pytest.mark.parametrize("mirror", MIRRORS)
def test_the_books_of_conflicted_merges_add_up(mirror: str) -> None:
    for oid, report in audits(mirror, clean=False):
        for side in Side:
            account = report.ledger.side(side)
            assert account.adds_up, oid
            assert account.lost == sum(1 for part in report.ledger.parts if part.side is side and part.fate is Fate.LOST), oid
        for finding in report.findings:
            assert finding.message, oid
            assert finding.path is not None or finding.places, (oid, finding.check)
