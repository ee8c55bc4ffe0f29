"""Files that one side has and the other lacks, put to the question: who deleted them, who loads them, where their definitions live now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from syncline.account.lacking import Lack, defined_names, equivalent, settled, standing
from syncline.account.restoring import Need, restore_table
from syncline.account.seam.library import Library
from syncline.account.seam.loading import LOADED, Tree, code_is_there, loaders
from syncline.account.seam.module import Module
from syncline.core.merge import Absent, Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.policy import LackedFile, Policy, Standing
from syncline.core.text import decode, is_binary
from syncline.core.tree import Conflict, ConflictKind, Entry, MergedTree, Version
from syncline.ports.git.evidence import deletions
from syncline.ports.git.workshop import Workshop
from syncline.run.facts import fact_stores, learn_ahead
from syncline.run.saying import counted_words, saying
from syncline.run.shelf import Shelf
from syncline.syntax import is_test_path, language_of

_CONTESTED = frozenset({ConflictKind.MODIFY_DELETE, ConflictKind.RENAME_DELETE})
_LARGE = 2_000_000


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A file that ``side`` lacks, as the other side has it; ``known`` are all paths it was known by."""

    path: RepoPath
    side: Side
    entry: Entry
    known: tuple[RepoPath, ...]
    contested: bool


def lacked_files(
    workshop: Workshop,
    tips: Merge[CommitId | TreeId],
    bases: Sequence[CommitId],
    merged: MergedTree,
    policy: Policy,
    entries: Mapping[RepoPath, Merge[Entry | Absent]] = {},
) -> tuple[LackedFile, ...]:
    """What policy settles of the files that one side lacks. ``merged`` is git's own merge, so that sync and audit come to the same.

    ``entries`` are the paths on which base and sides do not agree; what git deletes without a conflict is looked for there.
    """
    if not policy.files.settle and not policy.tests.union:
        return ()
    found = [*_contested(merged.conflicts), *_clean(entries)]
    if not found:
        return ()
    known = [path for one in found for path in one.known]
    purposes = {
        side: deletions(workshop, CommitId(tips.side(side)), bases, known) for side in Side if any(one.side is side for one in found)
    }
    lacks = {
        one.path: Lack(
            one.path,
            one.side,
            next((purposes[one.side][path] for path in one.known if path in purposes[one.side]), None),
            contested=one.contested,
            moved=len(one.known) > 1,
        )
        for one in found
    }
    # What a commit deleted and git deletes too is settled.
    open_ones = [one for one in found if one.contested or lacks[one.path].purpose is None]
    if not open_ones:
        return ()
    look = Look(workshop, tips, merged, tuple(open_ones))
    return settled((_judged(look, one, lacks[one.path], policy) for one in open_ones), union=policy.tests.union)


def _judged(look: Look, one: _Candidate, lack: Lack, policy: Policy) -> Lack:
    """Ask one question after another, and no more than are needed: each looks through a whole tree."""
    if policy.tests.union:
        lack = replace(lack, tested=look.tested(one))
        if lack.tested and lack.purpose is not None:
            lack = replace(lack, equivalent=look.equivalent(one))
        if standing(lack, union=True) is Standing.TEST_KEPT:
            return lack
    if policy.files.settle:
        lack = replace(lack, loaders=look.loaders.get(one.path, ()))
        if not lack.loaders and lack.purpose is None:
            lack = replace(lack, dead=one.path in look.dead)
    gone = standing(lack, union=policy.tests.union) in (Standing.STAYS_DELETED, Standing.LEFT_OUT)
    return replace(lack, equivalent=lack.equivalent or look.equivalent(one)) if gone else lack


def _contested(conflicts: Sequence[Conflict]) -> Iterable[_Candidate]:
    blocked = tuple(f"{conflict.path}/" for conflict in conflicts if conflict.kind is ConflictKind.DIRECTORY_FILE)
    for conflict in conflicts:
        if conflict.path.startswith(blocked):
            # Its folder is a file now: there is no place for it.
            continue
        for side in Side:
            kept = conflict.versions.side(side.other)
            gone = isinstance(conflict.versions.side(side), Absent)
            if conflict.kind in _CONTESTED and gone and isinstance(kept, Version) and kept.entry.is_file:
                base = conflict.versions.base
                paths = (base.path, kept.path) if isinstance(base, Version) else (kept.path,)
                yield _Candidate(kept.path, side, kept.entry, tuple(dict.fromkeys(paths)), contested=True)


def _clean(entries: Mapping[RepoPath, Merge[Entry | Absent]]) -> Iterable[_Candidate]:
    """Files that one side deleted and the other left as the base has them: git's merge deletes them without a word."""
    for path, versions in entries.items():
        for side in Side:
            kept = versions.side(side.other)
            if isinstance(versions.side(side), Absent) and isinstance(kept, Entry) and kept == versions.base and kept.is_file:
                yield _Candidate(path, side, kept, (path,), contested=False)


class Look:
    """Looks at the merge as it would be with the candidates in it. Each question is answered once."""

    def __init__(self, workshop: Workshop, tips: Merge[CommitId | TreeId], merged: MergedTree, found: tuple[_Candidate, ...] = ()) -> None:
        self._workshop = workshop
        self._tips = tips
        self._tree = merged.tree
        self._conflicts = merged.conflicts
        self._found = found
        self._shelf = Shelf(workshop)
        self._library = Library(self._shelf.read, fact_stores())
        self._sides: dict[Side, Tree] = {}

    def facts(self, oid: BlobId) -> Module:
        """The facts of a Python file."""
        return self._library.facts(oid)

    def text(self, oid: BlobId) -> str:
        """The text of a file; empty where it is none."""
        data = self._workshop.read(oid)
        return "" if is_binary(data) or len(data) > _LARGE else decode(data)

    @cached_property
    def merged(self) -> Tree:
        """The merge, without the candidates; a file in conflict is read as both sides have it."""
        found = self._workshop.entries(self._tree)
        files: dict[RepoPath, tuple[BlobId, ...]] = {path: (entry.oid,) for path, entry in found.items() if entry.is_file}
        for conflict in self._conflicts:
            sides = (conflict.versions.source, conflict.versions.target)
            blobs = tuple(dict.fromkeys(v.entry.oid for v in sides if isinstance(v, Version) and v.entry.is_file))
            if conflict.path in files and blobs:
                files[conflict.path] = blobs
        for one in self._found:
            files.pop(one.path, None)
        return Tree(files, self.facts, self.text)

    def side(self, side: Side) -> Tree:
        """The tree of one side."""
        if side not in self._sides:
            found = self._workshop.entries(self._tips.side(side))
            files = {path: (entry.oid,) for path, entry in found.items() if entry.is_file}
            self._sides[side] = Tree(files, self.facts, self.text)
        return self._sides[side]

    @cached_property
    def loaders(self) -> dict[RepoPath, tuple[RepoPath, ...]]:
        """Who loads each candidate; a candidate that is needed needs others in its turn."""
        wanted = frozenset(one.path for one in self._found if language_of(one.path) in LOADED)
        words = {word for path in wanted for word in _stems(path)}
        said = saying(self._workshop, self._tree, words) if words else {}
        among = {path for places in said.values() for path in places if path not in wanted and path in self.merged.files}
        conflicted = {conflict.path for conflict in self._conflicts} & self.merged.files.keys()
        asked = sorted(among | (conflicted if wanted else set()))
        self._learn(asked)
        found = loaders(self.merged, wanted, asked)
        while True:
            back = {one.path: (one.entry.oid,) for one in self._found if one.path in found}
            more = loaders(Tree({**self.merged.files, **back}, self.facts, self.text), wanted - found.keys(), sorted(back))
            if not more:
                return found
            found |= more

    def _learn(self, paths: Iterable[RepoPath]) -> None:
        """Make what is not known of some Python files: a name that many say is many files to parse."""
        missing = self._library.missing(oid for path in paths if language_of(path) == "python" for oid in self.merged.files[path])
        self._shelf.expect(missing)
        learn_ahead(self._library, missing, self._shelf.read)

    @cached_property
    def dead(self) -> frozenset[RepoPath]:
        """Candidates that others would have to load, and that nobody names: not in the merge, and not in the tree that has them."""
        found: set[RepoPath] = set()
        for side in Side:
            mine = [one for one in self._found if one.side is side]
            ends = self._tips.side(side.other)
            if not mine:
                continue
            table = restore_table(
                (one.path for one in mine),
                lambda path: language_of(path) in LOADED and not is_test_path(path),
                lambda words: counted_words(self._workshop, self._tree, words),
                lambda words, ends=ends: counted_words(self._workshop, ends, words),  # type: ignore[misc]
            )
            run = {one.path for one in mine if self._is_script(one)}
            found |= {row.path for row in table if row.need is Need.DEAD} - run
        return frozenset(found)

    def _is_script(self, one: _Candidate) -> bool:
        text = self.text(one.entry.oid)
        return text.startswith("#!") or "__main__" in text or one.path.endswith("__main__.py")

    def tested(self, one: _Candidate) -> bool | None:
        """Whether the code that a test tests is in the merge; ``None`` for what is no test."""
        if not is_test_path(one.path):
            return None
        return code_is_there(self.merged, self.side(one.side.other), one.path, one.entry.oid)

    def equivalent(self, one: _Candidate) -> RepoPath | None:
        """Where most of what a candidate defines is defined now."""
        names = defined_names(one.path, self.text(one.entry.oid))
        said = counted_words(self._workshop, self._tree, names) if names else {}
        files = self.merged.files
        there = {word: {p: n for p, n in places.items() if p in files} for word, places in said.items()}
        return equivalent(one.path, names, there, lambda path: self.text(files[path][0]))


def _stems(path: RepoPath) -> tuple[str, ...]:
    """The word by which an import or include names a file: its name without ending, or its folder's."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    words = (folder.rpartition("/")[2],) if stem in ("__init__", "index", "mod") else (stem,)
    return tuple(word for word in words if word)


def as_settled(workshop: Workshop, tree: TreeId, found: Sequence[LackedFile]) -> tuple[LackedFile, ...]:
    """Those files that stand in ``tree`` as policy settles them: in a merge that somebody else made, others were decided otherwise."""
    there = workshop.entries(tree, [one.path for one in found]) if found else {}
    return tuple(one for one in found if (one.path in there) == one.back)
