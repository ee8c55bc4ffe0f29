"""See where one publication stands: refs, record, pull requests, comments. Reads may lag behind writes; what this run wrote is remembered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from syncline.core.names import CommitId
from syncline.core.pull import Pull, Remark
from syncline.ports.forge import Forge
from syncline.ports.shared import SharedRefs
from syncline.publish.branches import Place, place
from syncline.publish.frame import remark_key
from syncline.publish.lease import Lease
from syncline.publish.pause import Pause, parse_pause, pause_ref
from syncline.publish.record import Publication, from_text, record_ref
from syncline.publish.settings import Settings
from syncline.publish.steps import Halt, Seen, Wanted
from syncline.run.holding import Hold

T = TypeVar("T")
# Seconds that a forge is given until what it has done shows in its lists.
PATIENCE = (0.5, 1.0, 2.0, 4.0, 8.0)


@dataclass(frozen=True, slots=True)
class World:
    """The doors that a publication needs. ``today`` gives an ISO date, ``now`` seconds; ``rest`` waits; ``dead`` knows of dead runners."""

    shared: SharedRefs
    forge: Forge
    now: Callable[[], int]
    today: Callable[[], str]
    rest: Callable[[float], None]
    me: Lease
    dead: Callable[[str, str], bool]


# Given the place and what is seen there: what shall stand there, or why not.
Prepare: TypeAlias = Callable[[Place, Seen], "Wanted | Halt"]


@dataclass(frozen=True, slots=True)
class Job:
    """One publication to make. ``prepare`` is asked again whenever a tip moves."""

    pair: str
    tonight: str
    merge: CommitId
    settings: Settings
    prepare: Prepare
    # What people may want to know when the remote refuses a push of this head.
    hint: Callable[[Wanted], str] = lambda wanted: ""


@dataclass(slots=True)
class Run:
    """What one run has learnt and done."""

    job: Job
    world: World
    hold: Hold | None
    steps: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    wrote: dict[int, Pull] = field(default_factory=dict)
    former: dict[int, Pull] = field(default_factory=dict)
    watched: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    record_at: CommitId | None = None
    pull: Pull | None = None
    # Only looks: nothing is said, moved or deleted.
    dry: bool = False
    slow: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """Everything seen in one look."""

    seen: Seen
    pause: Pause | None
    spot: Place


def opening(record: Publication) -> str:
    """The key of opening a pull request for this publication: a step that cannot be repeated."""
    return f"open:{record.branch}:{record.merge}"


def look(run: Run) -> View:
    """Look at everything once."""
    world, job = run.world, run.job
    found = world.shared.refs([record_ref(job.pair), pause_ref(job.pair)])
    run.record_at = found.get(record_ref(job.pair))
    record = from_text(world.shared.page(run.record_at)) if run.record_at is not None else None
    paused = found.get(pause_ref(job.pair))
    pause = parse_pause(world.shared.page(paused)) if paused is not None else None
    pull = recorded = _recorded_pull(run, record) if record is not None else None
    spot = place(job.tonight, job.merge, record, pull, job.settings.unlanded)
    if record is None or record.branch != spot.branch:
        pull = corrected(run, world.forge.find(spot.branch))
    run.pull = pull
    branch = f"refs/heads/{spot.branch}"
    older = f"refs/heads/{spot.previous_branch}"
    tips = world.shared.refs([branch, older] if spot.previous_branch else [branch])
    previous = corrected(run, world.forge.pull(spot.previous_pull)) if spot.previous_pull else None
    seen = Seen(
        tips.get(branch),
        record,
        pull,
        _keys(run, pull, record),
        previous,
        tips.get(older),
        _keys(run, previous, record),
        recorded,
        frozenset(run.refused),
    )
    return View(seen, pause, spot)


def _recorded_pull(run: Run, record: Publication) -> Pull | None:
    """The pull request of a record: by number, or by its branch where a runner died before it could note the number."""
    forge = run.world.forge
    if record.pull:
        found = forge.pull(record.pull)
        if found is None and record.pull not in run.wrote and f"gone:{record.pull}" not in run.watched:
            # Believed only when it is said again: taking one that stands for deleted would open a second.
            run.watched.add(f"gone:{record.pull}")
            found = patiently(run, lambda: forge.pull(record.pull) or forge.find(record.branch))
        return corrected(run, found) if found is not None else run.wrote.get(record.pull)
    found = forge.find(record.branch)
    key = opening(record)
    if found is None and key in record.begun and key not in run.watched:
        run.watched.add(key)
        found = patiently(run, lambda: forge.find(record.branch))
    return corrected(run, found)


def corrected(run: Run, found: Pull | None) -> Pull | None:
    """What the forge says, corrected by what this run wrote and the forge may not show yet."""
    if found is None or found.number not in run.wrote:
        return found
    mine = run.wrote[found.number]
    labels = tuple(dict.fromkeys((*found.labels, *mine.labels)))
    reviewers = tuple(dict.fromkeys((*found.reviewers, *mine.reviewers)))
    state = mine.state if mine.state is not mine.state.OPEN else found.state
    return replace(found, title=mine.title, body=mine.body, draft=mine.draft, state=state, labels=labels, reviewers=reviewers)


def _keys(run: Run, pull: Pull | None, record: Publication | None) -> frozenset[str]:
    """The keys of our comments under a pull request.

    A comment whose runner may have died over it is waited for. One that was said twice (by a runner that slept over its lease) is
    deleted where it stands the second time.
    """
    if pull is None:
        return frozenset()
    forge, number = run.world.forge, pull.number
    start = f"say:{number}:"
    unsure = {b.removeprefix(start) for b in record.begun if b.startswith(start) and b not in record.done} if record else set()
    unsure -= run.watched
    remarks = forge.remarks(number)
    if unsure - _named(remarks):
        run.watched |= unsure
        complete = patiently(run, lambda: found if unsure <= _named(found := forge.remarks(number)) else None)
        remarks = complete if complete is not None else forge.remarks(number)
    first: set[str] = set()
    for one in remarks:
        key = remark_key(one.body)
        if key is not None and key in first and not run.dry:
            forge.unsay(number, one.id)
        elif key is not None:
            first.add(key)
    return frozenset(first)


def _named(remarks: tuple[Remark, ...]) -> set[str]:
    return {key for r in remarks if (key := remark_key(r.body)) is not None}


def patiently(run: Run, ask: Callable[[], T | None]) -> T | None:
    """Ask again with growing pauses until there is an answer, or patience ends."""
    for seconds in PATIENCE:
        run.world.rest(seconds)
        if (found := ask()) is not None:
            return found
    return None
