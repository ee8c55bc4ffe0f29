"""Publishing as data: from what is wanted and what is seen to the one next step.

Nothing remembers where it stopped: each step shows in the world or in the record, so a runner that was killed is continued by whoever looks
next. Order is a promise: a body never describes another tree than its head, and nothing is retired before its heir stands.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from syncline.core.clearance import Clearance
from syncline.core.names import CommitId
from syncline.core.pull import Pull, PullState
from syncline.publish.frame import described, merged_body, moving, same_body
from syncline.publish.keys import label_key, ready_key, redraft_key, review_key
from syncline.publish.pause import Pause
from syncline.publish.record import Publication, Standing


@dataclass(frozen=True, slots=True)
class Remarked:
    """A comment to be made once. ``key`` names it; one that must come again for another head has the head in its key."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What shall stand on the forge in the end. ``record`` is how it will be remembered."""

    record: Publication
    title: str
    body: str
    labels: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()
    remarks: tuple[Remarked, ...] = ()
    retire_with: str = ""
    # Without one it stays, or becomes again, a draft.
    clearance: Clearance | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands there now. ``keys`` are those of our comments under the pull request, ``previous_keys`` under the one to be superseded."""

    tip: CommitId | None
    record: Publication | None
    pull: Pull | None
    keys: Collection[str] = ()
    previous: Pull | None = None
    previous_tip: CommitId | None = None
    previous_keys: Collection[str] = ()
    # The pull request that the record names, which need not be the one for tonight.
    recorded: Pull | None = None
    # Labels, reviewers and readiness that were refused in this run, by their keys: they are tried again by the next run, not by this one.
    refused: Collection[str] = ()


class Halted(StrEnum):
    """Why we stand still."""

    PAUSED = "paused"
    MANUAL = "manual label"
    CLOSED = "closed by a person"
    REWRITTEN = "rewritten by somebody"
    TAKEN = "branch name taken"
    QUIET = "somebody is at work"
    MISSHAPEN = "wrong shape"
    UNSIGNED = "not signed off"
    FOREIGN = "another bot's branch"
    LANDED = "landed"


@dataclass(frozen=True, slots=True)
class Halt:
    """Stop here, with nothing of anybody's touched. ``reason`` is a sentence that says what to do."""

    why: Halted
    reason: str


@dataclass(frozen=True, slots=True)
class Announce:
    """Say in the body that the head is about to move."""

    number: int
    body: str


@dataclass(frozen=True, slots=True)
class Push:
    """Move the branch, and the record with it, if they still stand where we saw them."""

    head: CommitId
    expected: CommitId | None


@dataclass(frozen=True, slots=True)
class Open:
    """Open the pull request."""


@dataclass(frozen=True, slots=True)
class Describe:
    """Write title and body."""

    number: int
    body: str


@dataclass(frozen=True, slots=True)
class Label:
    """Add labels."""

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """Ask for reviews."""

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Comment, once."""

    number: int
    remark: Remarked


@dataclass(frozen=True, slots=True)
class Ready:
    """Take the cleared pull request out of draft, once for its tree: people may put it back."""

    number: int
    clearance: Clearance


@dataclass(frozen=True, slots=True)
class Redraft:
    """Take back, before the head moves, that we called it ready. What people made ready stays so."""

    number: int


@dataclass(frozen=True, slots=True)
class Retire:
    """Close the pull request that this one supersedes."""

    number: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Record that everything stands."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Nothing is left to do."""


Step: TypeAlias = Announce | Push | Open | Describe | Label | Review | Say | Retire | Ready | Redraft | Settle | Finished

SUPERSEDED = "superseded"


def next_step(want: Wanted, seen: Seen) -> Step:
    """The one next step. Taking it and looking again leads to ``Finished`` from every state that ``halt`` lets pass."""
    head = want.record.head
    pull = seen.pull if seen.pull is not None and seen.pull.state is PullState.OPEN else None
    if pull is not None and _overtaken(want, seen, pull):
        return Redraft(pull.number)
    if seen.tip != head:
        told = described(pull.body) if pull is not None else None
        if pull is not None and told is not None and told != head:
            return Announce(pull.number, merged_body(moving(head), pull.body))
        return Push(head, seen.tip)
    if seen.record is None or not _same_publication(seen.record, want.record):
        return Push(head, seen.tip)
    if pull is None:
        return Open()
    return _dress(want, seen, pull)


def _dress(want: Wanted, seen: Seen, pull: Pull) -> Step:
    body = merged_body(want.body, pull.body)
    if pull.title != want.title or not same_body(pull.body, body):
        return Describe(pull.number, body)
    done = seen.record.done if seen.record else ()
    over = {*done, *seen.refused}
    labels = tuple(name for name in want.labels if name not in pull.labels and label_key(pull.number, name) not in over)
    if labels:
        return Label(pull.number, labels)
    reviewers = tuple(name for name in want.reviewers if name not in pull.reviewers and review_key(pull.number, name) not in over)
    if reviewers:
        return Review(pull.number, reviewers)
    for remark in want.remarks:
        if remark.key not in seen.keys and f"say:{pull.number}:{remark.key}" not in done:
            return Say(pull.number, remark)
    old = seen.previous
    if old is not None and old.state is PullState.OPEN and old.number != pull.number:
        if SUPERSEDED not in seen.previous_keys and f"say:{old.number}:{SUPERSEDED}" not in done:
            return Say(old.number, Remarked(SUPERSEDED, want.retire_with.replace("{url}", pull.url)))
        return Retire(old.number)
    if want.clearance is not None and pull.draft and ready_key(pull.number, want.clearance.tree) not in over:
        return Ready(pull.number, want.clearance)
    if seen.record is None or seen.record.standing is not Standing.PUBLISHED or seen.record.pull != pull.number:
        return Settle()
    return Finished()


def _overtaken(want: Wanted, seen: Seen, pull: Pull) -> bool:
    """We called it ready, and what is wanted now is not cleared."""
    if want.clearance is not None or pull.draft or seen.record is None:
        return False
    turns = [key for key in seen.record.begun if key.startswith((ready_key(pull.number, ""), redraft_key(pull.number, "")))]
    if not turns:
        return False
    # One that was begun and is not done may never have happened.
    standing = turns[-1].startswith(ready_key(pull.number, "")) or turns[-1] not in seen.record.done
    return standing and redraft_key(pull.number, want.record.head) not in seen.record.done


_IDENTITY = ("branch", "target_branch", "merge", "ours", "head", "carried", "previous_branch", "previous_pull", "previous_head")


def _same_publication(one: Publication, other: Publication) -> bool:
    """They speak of the same branch, commits and predecessor; progress aside."""
    return all(getattr(one, name) == getattr(other, name) for name in _IDENTITY)


def halt(seen: Seen, merge: CommitId, pause: Pause | None, today: str, manual_label: str) -> Halt | None:
    """Whether people asked us to stand still, or ``merge`` has landed. Looked at before every step."""
    if pause is not None and pause.holds(today):
        end = f"until {pause.until}" if pause.until else "until 'syncline resume'"
        return Halt(Halted.PAUSED, f"paused by {pause.by} {end}: {pause.reason}")
    record, pull = seen.record, seen.recorded
    if record is None or pull is None:
        return None
    if pull.state is PullState.OPEN and manual_label and manual_label in pull.labels:
        return Halt(Halted.MANUAL, f"pull request {pull.number} carries the label '{manual_label}'; take it off to let us go on")
    if pull.state is PullState.CLOSED and record.standing is not Standing.WITHDRAWN and pull.closed_on == today:
        who = pull.closed_by or "somebody"
        return Halt(Halted.CLOSED, f"pull request {pull.number} was closed today by {who}; it is not opened again before tomorrow")
    if pull.state is PullState.MERGED and record.merge == merge:
        return Halt(Halted.LANDED, f"pull request {pull.number} has landed")
    return None
