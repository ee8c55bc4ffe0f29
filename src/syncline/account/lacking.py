"""Files that one side has and the other lacks: what policy makes of each. Pure.

*Needed*: a file of the merge loads it, and no commit of the side that lacks it deleted it: it comes back. *Deleted on purpose*: such a commit did,
and nothing of the merge needs it: it stays deleted. *Dead*: only an earlier merge deleted it, and nobody named it even in the tree of the side
that has it: it is left out, and where its definitions live now is told. A test comes back unless the code that it tests is gone. The rest is
nobody's to decide but people's: it stays a conflict, or a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from syncline.account.rulings import Ruling
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.policy import LackedFile, Standing
from syncline.core.provenance import Commit
from syncline.core.unit import UnitKind
from syncline.syntax import language_of, units

# The name of each standing in records and reports.
RULES = {
    Standing.RESTORED: "needed-file",
    Standing.STAYS_DELETED: "deleted-on-purpose",
    Standing.LEFT_OUT: "dead-file",
    Standing.TEST_KEPT: "tests-union",
}
# An equivalent has at least this share of the names that a file defines.
_SHARE = 0.5
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Lack:
    """One file that ``side`` lacks, and what is known of it.

    ``purpose`` is the newest commit of that side that deleted it (no merge). ``loaders`` load it in the merge. ``dead``: nobody names it,
    not even in the tree of the side that has it. ``contested``: git left a conflict over it. ``moved``: the side that has it moved it.
    ``tested`` speaks of a test alone: whether the code that it tests is still there; ``None`` where that cannot be told, or it is no test.
    """

    path: RepoPath
    side: Side
    purpose: Commit | None
    loaders: tuple[RepoPath, ...] = ()
    dead: bool = False
    contested: bool = False
    moved: bool = False
    tested: bool | None = None
    equivalent: RepoPath | None = None


def standing(lack: Lack, *, union: bool) -> Standing | None:
    """What becomes of the file; ``None`` where people have to say. ``union``: the tests of both sides are kept."""
    # Tests that a commit moved are not missing: most of them are defined elsewhere.
    if union and lack.tested and (lack.purpose is None or (lack.contested and lack.equivalent is None)):
        return Standing.TEST_KEPT
    if lack.loaders:
        return Standing.RESTORED if lack.purpose is None else None
    if lack.purpose is not None:
        # What git deletes without a conflict needs no word of ours; whoever moved the file to another place has plans with it.
        return Standing.STAYS_DELETED if lack.contested and not lack.moved else None
    return Standing.LEFT_OUT if lack.dead else None


def settled(lacks: Iterable[Lack], *, union: bool) -> tuple[LackedFile, ...]:
    """All files that policy settles, by path."""
    found = []
    for lack in sorted(lacks, key=lambda one: one.path):
        what = standing(lack, union=union)
        if what is not None:
            found.append(LackedFile(lack.path, lack.side, what, lack.loaders, lack.purpose, lack.equivalent))
    return tuple(found)


def file_ruling(one: LackedFile) -> Ruling:
    """The ruling of a settled file: from the side that has it, or from the one that lacks it."""
    return Ruling(one.path, one.lacks.other if one.back else one.lacks, RULES[one.standing], "files", reason(one))


def reason(one: LackedFile) -> str:
    """One sentence: why it stands so."""
    lacks, has = one.lacks.value, one.lacks.other.value
    if one.standing is Standing.RESTORED:
        return f"{_listed(one.by)} of the merge loads it, and no commit of the {lacks} deleted it: only a merge did"
    if one.standing is Standing.TEST_KEPT:
        deleted = f"{one.purpose.short} of the {lacks} deleted it" if one.purpose is not None else f"only a merge of the {lacks} deleted it"
        return f"the tests of both sides are kept: {deleted}, and the code that it tests is there"
    there = f"; what it defines lives in {one.equivalent}" if one.equivalent is not None else ""
    if one.standing is Standing.STAYS_DELETED:
        told = f"{one.purpose.short} ({one.purpose.subject})" if one.purpose is not None else "a commit"
        return f"the {lacks} deleted it on purpose: {told}; nothing in the merge loads it{there}"
    return f"dead: nothing in the merge or in the {has} names it, and a merge of the {lacks} had dropped it{there}"


def _listed(paths: tuple[RepoPath, ...]) -> str:
    return ", ".join(paths[:_SHOWN]) + (f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else "")


def defined_names(path: RepoPath, text: str) -> frozenset[str]:
    """The functions and classes that a file defines at its top."""
    language = language_of(path)
    found = units(language, text) if language is not None else ()
    return frozenset(
        u.name for u in found if u.kind in (UnitKind.FUNCTION, UnitKind.CLASS) and u.qualified == u.name and len(u.name) > _SHOWN
    )


def equivalent(
    path: RepoPath, names: frozenset[str], said: Mapping[str, Mapping[RepoPath, int]], read: Callable[[RepoPath], str]
) -> RepoPath | None:
    """The file that defines most of ``names`` now. ``said`` tells which files say them; ``None`` where none defines half of them."""
    if not names:
        return None
    counts: dict[RepoPath, int] = {}
    for name in names:
        for there in said.get(name, {}):
            if there != path and language_of(there) == language_of(path):
                counts[there] = counts.get(there, 0) + 1
    best: tuple[int, RepoPath] | None = None
    for there, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if count < _SHARE * len(names) or (best is not None and count <= best[0]):
            break
        here = len(names & defined_names(there, read(there)))
        if here >= _SHARE * len(names) and (best is None or here > best[0]):
            best = here, there
    return best[1] if best is not None else None
