"""The law on real merges: the accounts add up, whoever made the merge, and a merge that is git's own loses nothing.

Run where the mirrors are: ``SYNCLINE_MIRRORS`` names the folder, ``NVIDIA+Megatron-LM/repo`` is in it. Only ids stand here, no code.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from building import Repo, build
from proving import adds_up
from syncline.core.finding import Severity
from syncline.core.names import CommitId
from syncline.core.policy import PolicyFacts
from syncline.core.report import AuditReport
from syncline.ports.git.history import merge_bases, merge_commit
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
from syncline.run.auditing import audit_merge
from syncline.run.gather import gather
from syncline.run.merging import git_merge
from syncline.run.progress import silent
from syncline.run.provenance import Ends

MIRROR = Path(os.environ.get("SYNCLINE_MIRRORS", "/nowhere")) / "NVIDIA+Megatron-LM" / "repo"
pytestmark = pytest.mark.skipif(not MIRROR.is_dir(), reason="SYNCLINE_MIRRORS does not name a folder with NVIDIA+Megatron-LM/repo")

# Syncs of the model case in which something was lost, by people or by a bot.
ACCIDENTS = (
    "14c35dcad5e600bf28b4e929496ef781c76afbd5",
    "39877631d6e5e8d6add17ceb4871f186ab5a9319",
    "431ac5df05104bc1d5015f5ac1842285d1c5e6ee",
    "4e241c8d193445d1482cee0966d76cbca6dd1d95",
    "57005c8b69af9252495c48df8613c67339c59353",
    "66e55f988419d6cae3e0280902acb442cf259c94",
    "702d4bf898bfba54d17134c5f3bfd4eebdfe0173",
    "79aeecfe0872a7a4f10b3123ce019db29464e89b",
    "8fd9908c446602e33a6b4799a85b761c3197cf30",
    "a9aff13d51c3f28c82e6d8dcff841af40e3872f7",
    "a9fb6c8ba3a15c7b434e1dc814707af4d5aa6227",
    "b23d33663cb5855cf964d9d6abd7986aa6bf9e47",
    "bfad45c8da0f5da481678f27c3ca35f87da80abb",
    "d268c6f463ef3bdacf35bdbdf5d8c1ce0aa00f80",
    "d424efdc0abe19c52fe74c9ce877084d6231e481",
    "e0ca46adf847107e1518c146f8da0fc934282d99",
    "e2f070bed891b3afe243e48f637df63ec32403e2",
    "fd56123ceca54896a6adad1ff27b6fc63b54ff3f",
)
NEWEST = "8fd9908c446602e33a6b4799a85b761c3197cf30"
MANY = 200


def everyday() -> list[str]:
    """Two hundred merges of two parents, evenly spaced over the history behind a fixed commit."""
    if not MIRROR.is_dir():
        return ["absent"]
    command = ["git", f"--git-dir={MIRROR}", "rev-list", "--min-parents=2", "--max-parents=2", NEWEST]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return [found[at * len(found) // MANY] for at in range(MANY)]


def audited(merge: str, path: Path = MIRROR) -> AuditReport:
    report = audit_merge(path, merge, None, silent)
    adds_up(report)
    return report


@pytest.mark.parametrize("merge", ACCIDENTS)
def test_sync_in_which_something_was_lost(merge: str) -> None:
    report = audited(merge)
    assert report.ledger.source.hunks > 0
    assert report.ledger.target.hunks > 0
    assert report.count(Severity.BLOCKER) + report.count(Severity.CONFIRM) > 0


@pytest.mark.parametrize("merge", everyday())
def test_everyday_merge(merge: str) -> None:
    """The accounting alone, without the checks: that is where the law lives."""
    repository = open_repository(MIRROR)
    with open_workshop(repository) as workshop:
        found = merge_commit(workshop, CommitId(merge))
        target, source = found.commit.parents
        bases = merge_bases(workshop, target, source)
        theirs = git_merge(workshop, target, source, bases=bases, unrelated=not bases)
        subject = gather(workshop, Ends(target, source, found.tree, bases), theirs, PolicyFacts())
    ledger = subject.books.ledger
    assert ledger.source.adds_up
    assert ledger.target.adds_up
    if theirs.merged.clean and theirs.merged.tree == found.tree:
        assert ledger.source.lost == ledger.target.lost == 0


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """The model case merged twice as nobody should: each parent's tree whole, in a repository of our own over the mirror's objects."""
    repo = build(tmp_path_factory.mktemp("evil"), ())
    (repo.path / "objects" / "info" / "alternates").write_text(f"{MIRROR / 'objects'}\n", encoding="utf-8")
    target, source = f"{NEWEST}^1", f"{NEWEST}^2"
    for name, kept in (("ours", target), ("theirs", source)):
        merge = repo.git("commit-tree", f"{kept}^{{tree}}", "-p", target, "-p", source, "-m", name)
        repo.git("update-ref", f"refs/heads/{name}", merge)
    return repo


@pytest.mark.parametrize(("name", "thrown"), [("ours", "source"), ("theirs", "target")])
def test_evil_merge(name: str, thrown: str, evil: Repo) -> None:
    """One blocker for the side that was thrown away, not thousands. What the side that was kept brings along is judged beside it."""
    report = audited(name, evil.path)
    blockers = [f.side.value if f.side else None for f in report.findings if f.severity is Severity.BLOCKER]
    assert blockers.count(thrown) == 1
