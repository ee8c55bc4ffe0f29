"""The promise of SAFE on real conflicts: every such answer is looked at by itself, with the ledger and without the rule's own record.

``SYNCLINE_MIRRORS`` names the folder of mirrors; without it these tests are skipped. ``SYNCLINE_REPLAY_MERGES`` says how many merges with conflicts
are taken of each mirror; which ones comes from a fixed seed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from injecting.scenes import merges_of
from syncline.core.errors import WorldError
from syncline.core.merge import Merge
from syncline.core.names import CommitId
from syncline.core.resolution import Declined, Resolution, Safety
from syncline.core.text import encode
from syncline.ports.git.history import merge_bases, merge_commit
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.resolve.cascade import resolve_conflict, texts_of
from syncline.resolve.filewise import Options
from syncline.resolve.regions import cut
from syncline.resolve.rules import RULES, of_file, rule_name
from syncline.resolve.view import Region, View, whole
from syncline.run.merging import git_merge
from syncline.run.past import histories
from syncline.run.proving import broken, lost_parts
from syncline.run.resolving import contents_of

FOLDER = os.environ.get("SYNCLINE_MIRRORS", "")
MERGES = int(os.environ.get("SYNCLINE_REPLAY_MERGES", "3"))
MIRRORS = sorted(m.name for m in Path(FOLDER).iterdir() if (m / "repo").is_dir()) if Path(FOLDER or "?").is_dir() else []

pytestmark = pytest.mark.skipif(not MIRRORS, reason="SYNCLINE_MIRRORS names no folder with mirrors")


@pytest.mark.parametrize("mirror", MIRRORS)
def test_a_safe_answer_loses_nothing_and_breaks_nothing(mirror: str) -> None:
    repo = Path(FOLDER) / mirror / "repo"
    merges = list(merges_of(repo))
    Random(f"safe {mirror}").shuffle(merges)  # noqa: S311 - the same merges every time; no secret
    found, wrong = 0, []
    with open_workshop(open_repository(repo)) as workshop:
        for oid in merges:
            if found == MERGES:
                break
            try:
                faults = list(_faults(workshop, oid))
            except WorldError:
                # The mirror does not hold all of it.
                continue
            found += bool(faults)
            wrong += [f"{oid[:12]} {fault}" for fault in faults if fault]
    assert wrong == []


def _faults(workshop: Workshop, oid: CommitId) -> Iterator[str]:
    """What is wrong, for each conflict of a merge; an empty text where nothing is."""
    merge = merge_commit(workshop, oid)
    target, source = merge.commit.parents
    bases = merge_bases(workshop, target, source)
    if not bases:
        return
    conflicts = git_merge(workshop, target, source).merged.conflicts
    history = histories(workshop, Merge(target, source, target), bases, conflicts)
    for conflict in conflicts:
        contents = contents_of(workshop, conflict)
        texts = texts_of(conflict, contents)
        if texts is not None:
            yield "; ".join(_lost(View(conflict.path, texts, history(conflict))))
            answer = resolve_conflict(conflict, contents, Options(), history=history(conflict))
            text = next((edit.content for edit in answer.edits if edit.path == conflict.path), None)
            yield broken(conflict, contents, text) if answer.complete and text is not None else ""


def _lost(view: View) -> Iterator[str]:
    for rule in RULES:
        if of_file(rule):
            yield from _judged(whole(view), rule_name(rule), rule.run(whole(view)))
    for region in cut(view):
        if isinstance(region, Region):
            for rule in RULES:
                said = None if of_file(rule) else rule.run(region)
                if said is not None and not isinstance(said, Declined):
                    yield from _judged(region, rule_name(rule), said)


def _judged(region: Region, name: str, said: Resolution | Declined) -> Iterator[str]:
    if isinstance(said, Declined) or said.safety is not Safety.SAFE:
        return
    contents = region.lines.map(lambda lines: encode("".join(lines)))
    for part in lost_parts(region.path, contents, encode("".join(said.lines)), region.view.states):
        yield f"{name}: {region.path}:{region.starts.target + 1}: {part.side.value} {part.change.value} {part.lines[:1]}"
