"""What is done to a merge, and what the audit has to say of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from injecting.scenes import Scene
from syncline.account.ledger import account
from syncline.account.states import PathState
from syncline.audit.auditor import audit
from syncline.audit.checks import CHECKS, check_name
from syncline.audit.subject import Subject
from syncline.core.errors import SynclineError, WorldError
from syncline.core.finding import Finding, Severity
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath
from syncline.core.text import encode
from syncline.core.tree import Entry, Version
from syncline.ports.git.workshop import Workshop
from syncline.run.gather import located, references_of
from syncline.run.provenance import Ends, ask_history, read_histories, sizes
from syncline.run.shelf import Shelf, expected_blobs

# The checks that read the ledger. What earlier merges lost is in every audit of a scene, damaged or not.
LEDGER = tuple(
    check
    for check in CHECKS
    if check_name(check)
    in {
        "took-side-whole",
        "lost-file",
        "resurrected-file",
        "lost-definition",
        "lost-test",
        "half-integrated",
        "lost-hunk",
        "resurrected-lines",
        "conflict-took-one-side",
        "rule-costs",
        "invented-lines",
        "dropped-by-merge",
    }
)


class Kind(StrEnum):
    """The kinds of damage, in the order of the table. The last five lose nothing, or everything at once."""

    UNDO = "hunk removed"
    READD = "removed lines back"
    DROP = "new file dropped"
    HALF = "half a hunk kept"
    MOVE_WITHIN = "moved within a file"
    MOVE_ACROSS = "moved to another file"
    FORMAT = "re-formatted"
    WHOLE = "one side's tree"
    FOLDER = "one side's folder"


LOSSES = (Kind.UNDO, Kind.READD, Kind.DROP, Kind.HALF)
HARMLESS = (Kind.MOVE_WITHIN, Kind.MOVE_ACROSS, Kind.FORMAT)
WHOLE = (Kind.WHOLE, Kind.FOLDER)


@dataclass(frozen=True, slots=True)
class Damage:
    """One change to a merged tree. ``edits`` hold new contents (``None``: gone); ``entries`` are put in as they are.

    For a loss: the ``side`` that suffers, the ``paths`` where a finding may point, the commits whose work it may be (``writers``: what blame
    says of added lines, every commit of the side at the path for removed ones; none where only merges wrote it). ``where`` is for the reader.
    """

    kind: Kind
    side: Side
    paths: tuple[RepoPath, ...]
    edits: Mapping[RepoPath, bytes | None] = field(default_factory=dict)
    entries: Mapping[RepoPath, Entry | None] = field(default_factory=dict)
    both: bool = False
    writers: frozenset[CommitId] = frozenset()
    where: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the audit made of a damage. ``why`` is empty when it did what it had to."""

    case: str
    kind: Kind
    both: bool
    where: str
    why: str


def subject_of(scene: Scene, damage: Damage) -> Subject:
    """The damaged merge as the ledger's checks see it: everything but what they do not read (departures, losses of earlier merges, the seam).

    Where files only change or come, all but the accounting of those files is known from the scene. A file that goes may be taken for renamed, and
    whole trees are many files: there the trees are compared again, and the merge is searched for who needs the file.
    """
    if damage.entries or None in damage.edits.values():
        edits: dict[RepoPath, Entry | None] = dict(damage.entries)
        edits |= {
            path: _entry(scene, path, scene.workshop.write_blob(data)) if data is not None else None for path, data in damage.edits.items()
        }
        ends = replace(scene.ends, merged=scene.workshop.write_tree(scene.ends.merged, edits))
        _, states = located(scene.workshop, ends, scene.git, scene.base)
        return _subject(scene, ends, states, states, Shelf(scene.workshop, expected_blobs(states)).read)
    written = {_oid(data): data for data in damage.edits.values() if data is not None}

    def read(oid: BlobId) -> bytes:
        return written[oid] if oid in written else scene.workshop.read(oid)

    edited = {path: Version(path, _entry(scene, path, _oid(data))) for path, data in damage.edits.items() if data is not None}
    known = {state.merged.path: state for state in scene.states if isinstance(state.merged, Version)}
    changed = tuple(
        replace(known[path], merged=version, as_git=False) if path in known else _new(scene, path, version)
        for path, version in edited.items()
    )
    others = (state for state in scene.states if not (isinstance(state.merged, Version) and state.merged.path in edited))
    return _subject(scene, scene.ends, tuple(sorted((*others, *changed), key=lambda state: state.path)), changed, read)


def _subject(
    scene: Scene, ends: Ends, states: tuple[PathState, ...], audited: Sequence[PathState], read: Callable[[BlobId], bytes]
) -> Subject:
    """The subject of some states, of which ``audited`` are accounted for."""
    histories = read_histories(scene.workshop, ends, audited, (), ())
    answers = ask_history(account(audited, read), (), histories)
    return Subject(
        target=ends.target,
        source=ends.source,
        target_tree=scene.workshop.tree_of(ends.target),
        source_tree=scene.workshop.tree_of(ends.source),
        base_tree=scene.base,
        merged_tree=ends.merged,
        states=states,
        books=answers.books,
        read=read,
        logs=answers.logs,
        sizes=sizes(scene.workshop, answers),
        references=partial(references_of, scene.workshop, ends) if states is audited else lambda words, of=None: {},
    )


def _entry(scene: Scene, path: RepoPath, oid: BlobId) -> Entry:
    return Entry(scene.entries[path].mode if path in scene.entries else "100644", oid)


def _oid(data: bytes) -> BlobId:
    return BlobId(hashlib.sha1(b"blob %d\0%s" % (len(data), data), usedforsecurity=False).hexdigest())


def _new(scene: Scene, path: RepoPath, version: Version) -> PathState:
    """A file that neither side touched, or that nobody has: only the merge changes it."""
    before: Version | Absent = Version(path, scene.entries[path]) if path in scene.entries else ABSENT
    return PathState(path, Merge(before, before, before), version, as_git=False, conflicted=False)


def findings(scene: Scene, damage: Damage) -> tuple[Finding, ...]:
    """What the ledger's checks say of a damaged merge."""
    return audit(subject_of(scene, damage), merge=None, bases=scene.ends.bases, checks=LEDGER).findings


def judge(scene: Scene, damage: Damage, case: str) -> Outcome:
    """Do the damage, audit it, and say what is wrong with the audit. Raises ``WorldError`` where git cannot read what it needs."""
    try:
        blockers = [f for f in findings(scene, damage) if f.severity is Severity.BLOCKER]
        why = _wrong(damage, blockers)
    except WorldError:
        raise
    except SynclineError as error:
        why = f"failed: {error}"
    return Outcome(case, damage.kind, damage.both, damage.where, why)


def _wrong(damage: Damage, blockers: Sequence[Finding]) -> str:
    if damage.kind in HARMLESS:
        return f"blocker: {_told(blockers)}" if blockers else ""
    if not blockers:
        return "no blocker"
    if damage.kind in WHOLE and (len(blockers) != 1 or blockers[0].check != "took-side-whole"):
        return f"{len(blockers)} blockers: {_told(blockers)}"
    sided = [f for f in blockers if f.side is damage.side]
    if not sided:
        return f"wrong side: {_told(blockers)}"
    placed = [f for f in sided if {f.path, *(place.path for place in f.places)} & set(damage.paths)]
    if not placed:
        return f"wrong path: {_told(blockers)}"
    named = {origin.commit.id for f in placed for origin in f.origin}
    if damage.writers and not named & damage.writers:
        return f"wrong commit: {_told(placed)}; wanted {', '.join(sorted(oid[:10] for oid in damage.writers)[:4])}"
    return ""


def _told(found: Sequence[Finding]) -> str:
    return "; ".join(
        f"{f.check} {f.side.value if f.side else '-'} {f.path} [{', '.join(o.commit.short for o in f.origin)}]" for f in found[:3]
    )


def joined(lines: Iterable[str]) -> bytes:
    """Lines as the content of a file."""
    return encode("".join(lines))


def blamed(workshop: Workshop, scene: Scene, side: Side, path: RepoPath, lines: Sequence[int]) -> frozenset[CommitId]:
    """The commits of a side, merges left out, that git's own blame names for some lines (from 0) of the side's file."""
    if not lines:
        return frozenset()
    without = [f"^{base}" for base in scene.ends.bases]
    command = ["blame", "-s", "-l", *(f"-L{at + 1},{at + 1}" for at in lines[:2000]), scene.end(side), *without, "--", path]
    status, out, _ = workshop.status(command)
    words = {row.split(b" ", 1)[0].decode() for row in out.split(b"\n") if row} if status == 0 else set()
    return frozenset(CommitId(word) for word in words if not word.startswith("^")) & commits_at(workshop, scene, side, (path,))


def commits_at(workshop: Workshop, scene: Scene, side: Side, paths: Sequence[RepoPath]) -> frozenset[CommitId]:
    """The commits of a side, merges left out, that touch some paths."""
    without = [f"^{base}" for base in scene.ends.bases]
    out = workshop.git(["log", "--no-merges", "--full-history", "--format=%H", scene.end(side), *without, "--", *paths])
    return frozenset(CommitId(line) for line in out.decode().split())


def removers(workshop: Workshop, scene: Scene, side: Side, paths: Sequence[RepoPath], lines: Sequence[str]) -> frozenset[CommitId]:
    """The commits of a side, merges left out, that changed how often one of the lines stands in some paths (git's own pickaxe)."""
    without = [f"^{base}" for base in scene.ends.bases]
    found: set[CommitId] = set()
    for text in {line.strip() for line in lines} - {""}:
        command = ["log", "--no-merges", "--full-history", "--format=%H", f"-S{text}", scene.end(side), *without, "--", *paths]
        found.update(CommitId(oid) for oid in workshop.git(command).decode().split())
    return frozenset(found)
