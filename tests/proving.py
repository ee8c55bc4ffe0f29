"""What must hold of every sync, whatever the repository: checked by running it for real with each preference."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from building import SILENT, File, Repo, Tree, as_file
from syncline.core.effect import Done
from syncline.core.merge import Side
from syncline.core.plan import NothingToDo
from syncline.core.report import AuditReport
from syncline.core.resolution import Preference
from syncline.ports.git.repository import open_repository
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent
from syncline.run.records import records_ref
from syncline.run.sync import Night, Request, sync


@dataclass(frozen=True, slots=True)
class Nights:
    """One real run for each preference."""

    stop: Night
    target: Night
    source: Night

    @property
    def conflicts(self) -> set[tuple[str, str]]:
        """What git left: path and kind."""
        assert self.stop.merged is not None
        return {(c.path, c.kind.value) for c in self.stop.merged.conflicts}


Snapshot = dict[str, tuple[int, bytes]]


def snapshot(repo: Repo) -> Snapshot:
    """Every file of the repository and its work tree, with mode and bytes. Objects are named, not read: they never change."""
    found: Snapshot = {}
    git_dir, common = repo.git_dir, open_repository(repo.path).common_dir
    for root in dict.fromkeys((repo.path, git_dir, common)):
        for folder, _, files in os.walk(os.fsencode(root)):
            for name in files:
                path = os.path.join(folder, name)  # noqa: PTH118 - paths of any bytes
                status = os.lstat(path)
                if b"/reftable/" in path:
                    # Refs in tables are rewritten as a whole: what they say is compared as refs.
                    continue
                if os.path.islink(path):  # noqa: PTH114
                    data = os.readlink(path)  # noqa: PTH115
                elif b"/objects/" in path:
                    data = b""
                else:
                    data = Path(os.fsdecode(path)).read_bytes()
                found[os.fsdecode(path)] = (status.st_mode, data)
    return found


def added(before: Snapshot, after: Snapshot) -> set[str]:
    """The new files, once it is sure that nothing else changed; objects left out."""
    assert {path: what for path, what in after.items() if path in before} == before
    return {path for path in after.keys() - before.keys() if "/objects/" not in path}


def prove(
    repo: Repo, *, expected: Tree | None = None, by_source: Tree | None = None, source: str = "source", target: str = "target"
) -> Nights:
    """Run with each preference and check the laws. ``expected`` is the merged tree; ``by_source`` the one where the source is preferred."""
    nights = Nights(*(_night(repo, preference, source, target) for preference in Preference))
    for tree, night in ((expected, nights.target), (expected if by_source is None else by_source, nights.source)):
        if tree is not None:
            assert night.effect.commit is not None
            assert repo.tree(night.effect.commit) == {_text(path): as_file(content) for path, content in tree.items()}
    return nights


def _text(path: str | bytes) -> str:
    return path.decode("utf-8", "surrogateescape") if isinstance(path, bytes) else path


def _night(repo: Repo, preference: Preference, source: str, target: str) -> Night:
    request = Request(repo.path, source, target, branch=f"night/{preference.value}", prefer=preference)
    before, refs = snapshot(repo), repo.branches()
    # The laws of running it once more are checked with one preference: they do not depend on it.
    thoroughly = preference is Preference.TARGET
    dry = sync(replace(request, dry_run=True), silent) if thoroughly else None
    assert not thoroughly or snapshot(repo) == before, "a dry run writes nothing at all"
    night = sync(request, silent)
    assert not isinstance(night.plan, NothingToDo)
    assert night.merged is not None
    assert night.resolved is not None
    assert dry is None or dry.resolved == night.resolved
    if night.effect.done is Done.STOPPED:
        assert night.resolved.open_conflicts
        assert snapshot(repo) == before, "a stopped sync writes nothing at all"
        return night
    assert night.effect.done is Done.CREATED
    commit = night.effect.commit
    assert commit is not None
    assert night.report is not None
    new = {ref: oid for ref, oid in repo.branches().items() if ref not in refs}
    assert new.keys() == {f"refs/heads/night/{preference.value}", records_ref(commit)}
    assert new[f"refs/heads/night/{preference.value}"] == commit
    assert not {path for path in added(before, snapshot(repo)) if "/refs/" not in path}
    assert repo.git("rev-parse", f"{commit}^1", f"{commit}^2").split() == [repo.commit(target), repo.commit(source)]
    assert repo.git("rev-parse", f"{commit}^{{tree}}") == night.resolved.tree
    adds_up(night.report)
    # git itself looks for attributes in a checkout or in the index, and finds none in a bare repository.
    attributes = any(path.endswith(".gitattributes") for path in repo.tree(target))
    if night.merged.clean and not night.resolved.decisions and not attributes:
        theirs = repo.git("merge-tree", "--write-tree", "--allow-unrelated-histories", target, source, env=SILENT)
        assert night.resolved.tree == theirs, "without a conflict the tree is git's own"
        nothing_lost(night.report)
    settled = snapshot(repo)
    again = sync(request, silent) if thoroughly else None
    assert again is None or (again.effect.done, again.effect.commit) == (Done.NOOP, commit)
    audited = audit_merge(repo.path, commit, None, silent)
    assert replace(audited, merge=None) == night.report, "the audit of the commit agrees with the sync's own"
    assert snapshot(repo) == settled, "neither a second run nor an audit writes anything"
    # The next preference starts afresh; the objects stay.
    for ref in (f"refs/heads/night/{preference.value}", records_ref(commit)):
        repo.git("update-ref", "-d", ref)
    return night


def adds_up(report: AuditReport) -> None:
    assert report.ledger.source.adds_up
    assert report.ledger.target.adds_up


def nothing_lost(report: AuditReport) -> None:
    assert report.ledger.source.lost == report.ledger.target.lost == 0
    assert not [f for f in report.findings if f.check == "lost-hunk"]


def lost_sides(report: AuditReport) -> list[str]:
    """The sides of which a hunk is LOST without a record."""
    return sorted(side.value for side in Side if report.ledger.side(side).lost)


def contents(tree: Mapping[str, File], paths: Iterable[str]) -> dict[str, bytes]:
    return {path: tree[path].data for path in paths}
