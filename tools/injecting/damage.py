"""What is done to a merge, and what the audit has to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from injecting.scenes import Scene
from syncline.audit.auditor import audit
from syncline.audit.checks import CHECKS, check_name
from syncline.core.errors import SynclineError
from syncline.core.finding import Finding, Severity
from syncline.core.merge import Side
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.policy import PolicyFacts
from syncline.core.text import encode
from syncline.core.tree import Entry
from syncline.ports.git.workshop import Workshop
from syncline.run.gather import gather
from syncline.run.provenance import Ends

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


def damaged_tree(scene: Scene, damage: Damage) -> TreeId:
    """Write the damaged tree into the workshop."""
    edits: dict[RepoPath, Entry | None] = dict(damage.entries)
    for path, data in damage.edits.items():
        mode = scene.entries[path].mode if path in scene.entries else "100644"
        edits[path] = Entry(mode, scene.workshop.write_blob(data)) if data is not None else None
    return scene.workshop.write_tree(scene.ends.merged, edits)


def findings(scene: Scene, tree: TreeId) -> tuple[Finding, ...]:
    """What the ledger's checks say of a tree in place of the merge's own."""
    ends = Ends(scene.ends.target, scene.ends.source, tree, scene.ends.bases)
    subject = gather(scene.workshop, ends, scene.git, PolicyFacts())
    return audit(subject, merge=None, bases=ends.bases, checks=LEDGER).findings


def judge(scene: Scene, damage: Damage, case: str) -> Outcome:
    """Do the damage, audit it, and say what is wrong with the audit."""
    try:
        blockers = [f for f in findings(scene, damaged_tree(scene, damage)) if f.severity is Severity.BLOCKER]
        why = _wrong(damage, blockers)
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


def blamed(workshop: Workshop, scene: Scene, side: Side, path: RepoPath, start: int, stop: int) -> frozenset[CommitId]:
    """The commits of a side, merges left out, that git's own blame names for lines ``start`` to ``stop`` (from 0) of the side's file."""
    if start >= stop:
        return frozenset()
    without = [f"^{base}" for base in scene.ends.bases]
    command = ["blame", "-s", "-l", "-L", f"{start + 1},{stop}", scene.end(side), *without, "--", path]
    status, out, _ = workshop.status(command)
    words = {row.split(b" ", 1)[0].decode() for row in out.split(b"\n") if row} if status == 0 else set()
    return frozenset(CommitId(word) for word in words if not word.startswith("^")) & commits_at(workshop, scene, side, (path,))


def commits_at(workshop: Workshop, scene: Scene, side: Side, paths: Sequence[RepoPath]) -> frozenset[CommitId]:
    """The commits of a side, merges left out, that touch some paths."""
    without = [f"^{base}" for base in scene.ends.bases]
    out = workshop.git(["log", "--no-merges", "--full-history", "--format=%H", scene.end(side), *without, "--", *paths])
    return frozenset(CommitId(line) for line in out.decode().split())
