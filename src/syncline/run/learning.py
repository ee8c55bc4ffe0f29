"""``learn``: the memory of a repository, filled from its past merges, kept behind one ref that all runners share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from syncline.core.errors import UserError, WorldError
from syncline.core.memory import Remembered
from syncline.core.names import CommitId
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Conflict, Entry
from syncline.learn.lessons import Open, lessons
from syncline.learn.pages import memory_text, read_memory
from syncline.ports.git.history import commits, merge_bases, merge_commit
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.pushing import RemoteRefs
from syncline.ports.git.repository import open_repository, resolve
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.ports.shared import Change, Refused, SharedRefs, Swap
from syncline.resolve.cascade import texts_of
from syncline.resolve.regions import Settled, cut
from syncline.resolve.view import View
from syncline.run.merging import git_merge
from syncline.run.remembering import REF
from syncline.run.resolving import contents_of
from syncline.syntax import enclosing_unit

# How often we try again when another runner was quicker.
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Learned:
    """What a run of ``learn`` came to."""

    merges: int
    found: int
    new: int
    total: int


def learn(path: Path, span: str, remote: str, watch: Callable[[], None] | None = None) -> Learned:
    """Learn from the merges of ``REV..REV``, along first parents, oldest first, and keep it in the repository or at ``remote``."""
    repository = open_repository(path)
    with open_workshop(repository) as workshop:
        wanted = merges_of(workshop, span)
        found: list[Remembered] = []
        for merge in wanted:
            found.extend(lessons_of(workshop, merge))
            if watch is not None:
                watch()
        shared: SharedRefs = RemoteRefs(workshop, remote) if remote else OwnRefs(workshop)
        new, total = keep(shared, found)
        return Learned(len(wanted), len(found), new, total)


def span_length(path: Path, span: str) -> int:
    """How many merges ``learn`` will go through."""
    with open_workshop(open_repository(path)) as workshop:
        return len(merges_of(workshop, span))


def merges_of(workshop: Workshop, span: str) -> tuple[CommitId, ...]:
    """The two-parent merges of a range, along first parents, oldest first."""
    old, dots, new = span.partition("..")
    if not dots or not old or not new or new.startswith("."):
        raise UserError(f"'{span}' is no range; write REV..REV")
    ends = [resolve(workshop.repository, name) for name in (old, new)]
    listed = commits(workshop, ["--first-parent", "--merges", ends[1], f"^{ends[0]}"])
    return tuple(one.id for one in reversed(listed) if len(one.parents) == 2)


def lessons_of(workshop: Workshop, merge: CommitId) -> Iterator[Remembered]:
    """What people made of each conflict of one merge."""
    target, source = merge_commit(workshop, merge).commit.parents
    bases = merge_bases(workshop, target, source)
    conflicts = git_merge(workshop, target, source, unrelated=not bases).merged.conflicts
    committed = workshop.entries(merge, [c.path for c in conflicts]) if conflicts else {}
    for conflict in conflicts:
        entry = committed.get(conflict.path)
        if entry is not None and entry.is_file:
            yield from _lessons(workshop, conflict, entry, merge)


def _lessons(workshop: Workshop, conflict: Conflict, entry: Entry, merge: CommitId) -> Iterator[Remembered]:
    texts = texts_of(conflict, contents_of(workshop, conflict))
    data = workshop.read(entry.oid)
    if texts is None or is_binary(data):
        return
    view = View(conflict.path, texts)
    pieces: list[tuple[str, ...] | Open] = []
    for piece in cut(view):
        if isinstance(piece, Settled):
            pieces.append(piece.lines)
            continue
        around = enclosing_unit(view.units.target, piece.starts.target)
        pieces.append(Open(piece.lines, around.qualified if around is not None else ""))
    yield from lessons(conflict.path, pieces, split_lines(decode(data)), merge)


def keep(shared: SharedRefs, entries: Iterable[Remembered]) -> tuple[int, int]:
    """Put entries into the shared memory: how many were new, and how many there are now. Another runner's are never lost."""
    fresh = tuple(entries)
    for _ in range(_TRIES):
        at = shared.refs([REF]).get(REF)
        known = read_memory(shared.page(at)) if at is not None else ()
        together = dict.fromkeys((*known, *fresh))
        new = len(together) - len(dict.fromkeys(known))
        if not new:
            return 0, len(together)
        page = shared.new_page(memory_text(together), at, f"{len(together)} recorded decisions")
        answer = shared.swap([Change(REF, at, page)])
        if answer is Swap.DONE:
            return new, len(together)
        if isinstance(answer, Refused):
            raise WorldError(f"the memory cannot be written: {answer.reason}")
    raise WorldError("other runners keep writing the memory; try again")
