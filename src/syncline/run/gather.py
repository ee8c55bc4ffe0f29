"""Gather what the audit needs from git, as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar

from syncline.account.changed import texts_by
from syncline.account.counted import present
from syncline.account.departures import Departure, departures
from syncline.account.inherited import Inherited, suspects
from syncline.account.ledger import NO_BOOKS, account
from syncline.account.patterns import matcher
from syncline.account.seam.trees import Seam
from syncline.account.states import Moved, PathState, Trees, path_states
from syncline.audit.subject import Subject
from syncline.core.ledger import Record
from syncline.core.merge import Absent, Merge, Side
from syncline.core.names import BlobId, RepoPath, TreeId
from syncline.core.policy import PolicyFacts
from syncline.core.tree import Entry, Version
from syncline.ports.forked import beside, in_turn
from syncline.ports.git.history import Delta, bring_differing, deltas
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.workshop import Workshop
from syncline.run.facts import fact_stores, read_ahead
from syncline.run.histories import NOTHING_READ, Histories
from syncline.run.merging import GitMerge
from syncline.run.progress import Progress, silent
from syncline.run.provenance import Ends, ask_history, lost_earlier, read_histories, sizes
from syncline.run.saying import counted_words
from syncline.run.shelf import Shelf, expected_blobs
from syncline.run.silence_store import kept_silence
from syncline.run.unit_store import kept_units

A = TypeVar("A")
B = TypeVar("B")

# Changed paths whose accounting takes long enough to be shared between two processes.
MANY = 100


def gather(
    workshop: Workshop, ends: Ends, merge: GitMerge, policy: PolicyFacts, records: Iterable[Record] = (), progress: Progress = silent
) -> Subject:
    """Compute the states of all changed paths, do the accounting, and put the subject of the checks together."""
    return accounted_for(workshop, ends, under(policy, ground(workshop, ends, merge, progress)), records)


def under(policy: PolicyFacts, subject: Subject) -> Subject:
    """The subject under a policy: with what its rules have to report, and the paths that it protects."""
    return replace(subject, policy=policy, protected=matcher(policy.policy.protected))


def ground(workshop: Workshop, ends: Ends, merge: GitMerge, progress: Progress = silent) -> Subject:
    """What is known before anything is accounted for: the trees, the state of every path, and the code."""
    base = virtual_base(workshop, ends.bases)
    trees, states = located(workshop, ends, merge, base)
    shelf = Shelf(workshop, expected_blobs(states))
    if len(states) >= MANY:
        # Several processes are going to read the same versions.
        shelf.fill()
    seam = seam_of(workshop, ends, base, states, shelf.read)
    read_ahead(seam, progress)
    return Subject(
        target=ends.target,
        source=ends.source,
        target_tree=workshop.tree_of(ends.target),
        source_tree=workshop.tree_of(ends.source),
        base_tree=base,
        merged_tree=ends.merged,
        states=states,
        books=NO_BOOKS,
        read=shelf.read,
        changed_from_target=trees.merged,
        references=partial(references_of, workshop, ends),
        seam=seam,
        read_units=kept_units(),
        silent=kept_silence(),
    )


def accounted_for(
    workshop: Workshop, ends: Ends, subject: Subject, records: Iterable[Record] = (), known: Histories = NOTHING_READ
) -> Subject:
    """The subject with its books, and with what history says of them. What is ``known`` of histories is not read again."""
    states = subject.states

    def past() -> tuple[tuple[Departure, ...], Histories, tuple[Inherited, ...], dict[Side, int]]:
        texts = texts_by(subject.read)
        gone, found = departures(states, texts), suspects(states, texts)
        histories = read_histories(workshop, ends, states, found, gone, known)
        return gone, histories, lost_earlier(workshop, ends, found, histories), present(states, texts)

    # Each reads the versions of all paths; neither waits for the other.
    edited = [state for state in states if not state.as_git]
    books, (gone, histories, inherited, there) = at_once(len(states))(lambda: account(edited, subject.read, records), past)
    answers = ask_history(books.with_present(there), gone, histories)
    return replace(subject, books=answers.books, logs=answers.logs, sizes=sizes(workshop, answers), inherited=inherited, departures=gone)


def seam_of(workshop: Workshop, ends: Ends, base: TreeId, states: tuple[PathState, ...], read: Callable[[BlobId], bytes]) -> Seam:
    """The four trees as code."""
    sides = Merge(base, workshop.tree_of(ends.source), workshop.tree_of(ends.target))
    return Seam(sides.map(lambda tree: _files(workshop, tree)), _files(workshop, ends.merged), states, read, fact_stores())


class Both(Protocol):
    """Runs two pieces of pure work, one after the other or at the same time."""

    def __call__(self, first: Callable[[], A], second: Callable[[], B], /) -> tuple[A, B]: ...


def at_once(paths: int) -> Both:
    """How two pieces of work over that many paths are done: a process more is worth it from some hundred files on."""
    return beside if paths >= MANY else in_turn


def located(workshop: Workshop, ends: Ends, merge: GitMerge, base: TreeId) -> tuple[Trees, tuple[PathState, ...]]:
    """The differences between base, sides and merge, and the state of every path in them."""
    bring_differing(workshop, [(ends.target, ends.merged)])
    merged = _entries(deltas(workshop, ends.target, ends.merged, renames=False))
    git = _entries(deltas(workshop, ends.target, merge.merged.tree, renames=False))
    # A name of git's own making, under which it put a file aside: nobody has such a file, unless the merge kept it.
    aside = {conflict.aside for conflict in merge.merged.conflicts} - merged.keys()
    trees = Trees(
        sides=Merge(
            (), _moved(deltas(workshop, base, ends.source, renames=True)), _moved(deltas(workshop, base, ends.target, renames=True))
        ),
        merged=merged,
        git={path: entry for path, entry in git.items() if path not in aside},
        conflicted=merge.conflicted,
        late_renames={},
    )
    states = path_states(trees)
    if any(_misplaced(state) for state in states):
        late = _late_renames(workshop, ends)
        if late:
            trees = Trees(trees.sides, trees.merged, trees.git, trees.conflicted, late)
            states = path_states(trees)
    return trees, states


def references_of(workshop: Workshop, ends: Ends, words: frozenset[str], of: Side | None = None) -> Mapping[str, Mapping[RepoPath, int]]:
    """How often words stand in each file of the merged tree, or of a side's."""
    tree = ends.merged if of is None else ends.source if of is Side.SOURCE else ends.target
    return counted_words(workshop, tree, words)


def _files(workshop: Workshop, tree: TreeId) -> dict[RepoPath, BlobId]:
    return {path: entry.oid for path, entry in workshop.entries(tree).items() if entry.is_file}


def _misplaced(state: PathState) -> bool:
    """The merge has no such file though git's would, or a side wants it: the merge itself may have moved it."""
    return isinstance(state.merged, Absent) and not state.as_git and any(isinstance(state.versions.side(side), Version) for side in Side)


def _late_renames(workshop: Workshop, ends: Ends) -> dict[RepoPath, RepoPath]:
    found: dict[RepoPath, RepoPath] = {}
    for side in (ends.source, ends.target):
        for delta in deltas(workshop, side, ends.merged, renames=True):
            if delta.path != delta.old_path and delta.new is not None:
                found.setdefault(delta.old_path, delta.path)
    return found


def _moved(changes: Iterable[Delta]) -> tuple[Moved, ...]:
    return tuple(Moved(d.path, d.old_path, d.old, d.new) for d in changes)


def _entries(changes: Iterable[Delta]) -> dict[RepoPath, tuple[Entry | None, Entry | None]]:
    return {d.path: (d.old, d.new) for d in changes}
