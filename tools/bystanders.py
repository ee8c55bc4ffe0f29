"""Ask the checks of the seam about merges that people made elsewhere, and say on which they would have stood in the way: ``make bench-seam``.

Nearly all of these merges are right, so a blocker is wrong until somebody has read it. A hint comes with each: how many of its lines stand
unchanged 200 first-parent commits later, or at the tip. What breaks is repaired soon; what still stands was most likely no break. Findings
that somebody has read (``tests/replay/seam_verdicts.tsv``) are shown with the verdict.

Merges are those in which both sides changed Python files, from a fixed seed. Mirrors are ``<owner>+<name>`` below SYNCLINE_MIRRORS. The exit
code is 1 when more merges are blocked than the limit allows.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from injecting.scenes import MANY, merges_of
from syncline.account.ledger import Books
from syncline.audit.checks import SEAM
from syncline.audit.subject import Subject
from syncline.core.errors import SynclineError
from syncline.core.finding import Finding, Severity
from syncline.core.ledger import Accounting, Ledger
from syncline.core.merge import Side
from syncline.core.names import CommitId
from syncline.core.tree import Version
from syncline.ports.git.history import merge_bases, merge_commit
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run.facts import read_ahead
from syncline.run.gather import located, seam_of
from syncline.run.merging import git_merge
from syncline.run.progress import silent
from syncline.run.provenance import Ends
from syncline.run.shelf import Shelf, expected_blobs

LIMIT = 0.04
LATER = 200
VERDICTS = Path(__file__).parent.parent / "tests" / "replay" / "seam_verdicts.tsv"
_NOTHING = Books(Ledger(Accounting(), Accounting(), (), ()), ())


@dataclass(frozen=True, slots=True)
class Judged:
    """One merge: its blockers, the Python files it differs in, and the seconds that the seam took."""

    merge: CommitId
    blockers: tuple[Finding, ...]
    files: int
    seconds: float


def judged(workshop: Workshop, oid: CommitId, *, most: int = MANY) -> Judged | None:
    """The blockers of the seam on a merge; ``None`` where a side changed no Python file, or more than ``most`` files changed."""
    try:
        found = merge_commit(workshop, oid)
        target, source = found.commit.parents
        bases = merge_bases(workshop, target, source)
        if not bases or target in bases or source in bases:
            return None
        ends = Ends(target, source, found.tree, bases)
        base = virtual_base(workshop, bases)
        _, states = located(workshop, ends, git_merge(workshop, target, source, bases=bases), base)
        python = [state for state in states if state.path.endswith(".py")]
        if len(states) > most or not all(any(state.versions.side(side) != state.versions.base for state in python) for side in Side):
            return None
        start = time.process_time()
        seam = seam_of(workshop, ends, base, states, Shelf(workshop, expected_blobs(states)).read)
        read_ahead(seam, silent)
        tree = workshop.tree_of
        subject = Subject(target, source, tree(target), tree(source), base, found.tree, states, _NOTHING, seam.data, seam=seam)
        blockers = tuple(f for check in SEAM for f in check.run(subject) if f.severity is Severity.BLOCKER)
        changed = sum(1 for state in python if isinstance(state.merged, Version))
        return Judged(oid, blockers, changed, time.process_time() - start)
    except SynclineError:
        return None


def git(mirror: Path, *arguments: str) -> str:
    """What git prints."""
    return subprocess.run(["git", "-C", str(mirror), *arguments], capture_output=True, check=False).stdout.decode("utf-8", "replace")


def stood(mirror: Path, merge: CommitId, finding: Finding) -> str:
    """How many of the flagged lines stand in the same files later, in words."""
    after = git(mirror, "rev-list", "--first-parent", "--ancestry-path", "--reverse", f"{merge}..HEAD").split()
    if not after:
        return "nothing came later"
    then = after[:LATER][-1]
    places = [place for place in finding.places if place.text]
    standing = sum(
        1 for p in places if p.text.strip() in {line.strip()[:100] for line in git(mirror, "show", f"{then}:{p.path}").split("\n")}
    )
    return f"{standing} of {len(places)} lines stand {len(after[:LATER])} commits later"


def known() -> dict[tuple[str, str, str, str | None, str | None], str]:
    """What people found when they read it."""
    rows = (line.split("\t") for line in VERDICTS.read_text("utf-8").splitlines()[1:])
    return {(mirror, merge, check, path, symbol): verdict for mirror, merge, check, path, symbol, verdict in rows}


def sample(mirror: Path, seed: str, count: int) -> Iterator[Judged]:
    """The first ``count`` merges of a shuffled history in which both sides changed Python files."""
    merges = list(merges_of(mirror))
    Random(f"{seed} {mirror.parent.name}").shuffle(merges)
    with open_workshop(open_repository(mirror)) as workshop:
        for oid in merges:
            if count <= 0:
                return
            found = judged(workshop, oid)
            if found is not None:
                count -= 1
                yield found


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge them all, and print every blocker and the share."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("mirrors", nargs="+", metavar="OWNER+NAME")
    parser.add_argument("--count", type=int, default=45, help="merges of each mirror")
    parser.add_argument("--seed", default="bystanders")
    options = parser.parse_args(arguments)
    verdicts = known()
    merges = blocked = 0
    for name in options.mirrors:
        mirror = Path(os.environ.get("SYNCLINE_MIRRORS", "."), name, "repo")
        own, stopped, seconds = 0, 0, 0.0
        for one in sample(mirror, options.seed, options.count):
            own += 1
            seconds += one.seconds
            stopped += bool(one.blockers)
            for f in one.blockers:
                verdict = verdicts.get((name, one.merge, f.check, f.path, f.symbol), "not read yet")
                print(f"{name} {one.merge} {f.check} {f.path}:{f.line} {f.symbol}: {f.message}")
                print(f"    {verdict}; {stood(mirror, one.merge, f)}", flush=True)
        print(f"{name}: {stopped} of {own} merges blocked, {seconds / max(own, 1):.2f} s a merge", flush=True)
        merges += own
        blocked += stopped
    share = blocked / max(merges, 1)
    print(f"{blocked} of {merges} merges blocked: {share:.1%} (at most {LIMIT:.0%})")
    return int(share > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
