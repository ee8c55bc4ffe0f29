"""Drive one publication to its end: look, decide (``publish.steps``), take one step, look again."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace

from syncline.core.errors import Bug, SynclineError, WorldError
from syncline.core.pull import Pull, PullState
from syncline.ports.forge import DeniedError, NotOpened, SlowError
from syncline.ports.shared import Change, Refused, Swap
from syncline.publish.frame import remark
from syncline.publish.keys import label_key, ready_key, redraft_key, review_key
from syncline.publish.lease import lease_ref
from syncline.publish.record import Publication, Standing, record_ref, to_text
from syncline.publish.steps import (
    SUPERSEDED,
    Announce,
    Describe,
    Finished,
    Halt,
    Label,
    Open,
    Push,
    Ready,
    Redraft,
    Retire,
    Review,
    Say,
    Seen,
    Settle,
    Step,
    Wanted,
    halt,
    next_step,
)
from syncline.run.holding import Hold, LostError, RefusedError, take
from syncline.run.looking import Job, Run, World, corrected, look, opening, patiently
from syncline.run.marking import mark, unmark

# More looks than any publication has steps. Beyond it two parties undo each other's work.
_LOOKS = 80
# How often a step may end without an answer before the run is given up.
_SLOW = 2


@dataclass(frozen=True, slots=True)
class Published:
    """How it ended. ``halted`` says why nothing more was done; ``notes`` what could not be done and is not fatal."""

    pull: Pull | None
    record: Publication | None
    steps: tuple[str, ...]
    halted: Halt | None = None
    notes: tuple[str, ...] = ()
    wanted: Wanted | None = None


def publish(job: Job, world: World) -> Published:
    """Bring the publication to its end, from wherever an earlier run left it.

    Raises ``HeldError`` when another runner is at it, ``LostError`` when one took over, ``WorldError`` or ``UserError`` for what failed; then
    a marker stands under the pull request, where there is one.
    """
    hold = take(world.shared, job.pair, world.me, job.settings.lease_minutes * 60, world.now, world.dead)
    run = Run(job, world, hold)
    try:
        return _drive(run)
    except LostError:
        raise
    except SynclineError as error:
        mark(run, error)
        raise
    finally:
        with contextlib.suppress(SynclineError):
            hold.release()


def preview(job: Job, world: World) -> Published:
    """What would be wanted now, without taking the lease or changing anything. ``steps`` holds the first step that would be taken."""
    view = look(Run(job, world, None, dry=True))
    seen = view.seen
    stop = halt(seen, job.merge, view.pause, world.today(), job.settings.manual_label)
    want = stop or job.prepare(view.spot, seen)
    if isinstance(want, Halt):
        return Published(seen.pull, seen.record, (), want)
    return Published(seen.pull, seen.record, (type(next_step(want, seen)).__name__.lower(),), None, (), want)


def _drive(run: Run) -> Published:
    job = run.job
    answer: tuple[object, Wanted | Halt] | None = None
    for _ in range(_LOOKS):
        view = look(run)
        seen = view.seen
        stop = halt(seen, job.merge, view.pause, run.world.today(), job.settings.manual_label)
        if stop is not None:
            return Published(seen.pull, seen.record, tuple(run.steps), stop, tuple(run.notes))
        record = seen.record and (seen.record.merge, seen.record.head, seen.record.previous_head)
        key = (view.spot, seen.tip, seen.previous_tip, record, seen.pull and (seen.pull.number, seen.pull.state))
        if answer is None or answer[0] != key:
            answer = key, run.job.prepare(view.spot, seen)
        want = answer[1]
        if isinstance(want, Halt):
            return Published(seen.pull, seen.record, tuple(run.steps), want, tuple(run.notes))
        step = next_step(want, seen)
        if isinstance(step, Finished):
            unmark(run, seen)
            return Published(seen.pull, seen.record, tuple(run.steps), None, tuple(run.notes), want)
        _held(run).require()
        try:
            came = _take(run, want, seen, step)
        except SlowError:
            # Nobody knows whether it was done: looking again tells. A forge that stays silent ends the run.
            run.slow += 1
            if run.slow > _SLOW:
                raise
            continue
        run.steps += [type(step).__name__.lower()] if came else []
    raise WorldError(f"the publication of '{run.job.pair}' does not come to rest: somebody else keeps changing it")


def _take(run: Run, want: Wanted, seen: Seen, step: Step) -> bool:
    """Take one step; false when nothing came of it."""
    forge = run.world.forge
    match step:
        case Announce(number, body):
            pull = _standing(run, seen, number)
            run.former[number] = pull
            run.wrote[number] = forge.describe(number, pull.title, body)
        case Push(head, expected):
            _push(run, want, seen, Change(f"refs/heads/{want.record.branch}", expected, head))
        case Open():
            _open(run, want, seen)
        case Describe(number, body):
            run.wrote[number] = forge.describe(number, want.title, body)
        case Label(number, names):
            added = _once(run, seen, {name: label_key(number, name) for name in names}, forge.label(number, names), "label")
            run.wrote[number] = replace(_standing(run, seen, number), labels=added)
            return bool(added)
        case Review(number, names):
            added = _once(run, seen, {name: review_key(number, name) for name in names}, forge.review(number, names), "reviewer")
            run.wrote[number] = replace(_standing(run, seen, number), reviewers=added)
            return bool(added)
        case Say(number, said):
            key = f"say:{number}:{said.key}"
            begun = _save(run, _record(seen).with_begun(key), key)
            forge.say(number, remark(said.key, said.text))
            _save(run, begun.with_done(key), key)
        case Ready() | Redraft():
            return _turn(run, want, seen, step)
        case Retire(number):
            forge.close(number)
            run.wrote[number] = replace(_standing(run, seen, number), state=PullState.CLOSED)
        case Settle():
            _settle(run, want, seen)
        case Finished():
            raise Bug("nothing to do was done")
    return True


def _settle(run: Run, want: Wanted, seen: Seen) -> None:
    """Record that everything stands.

    A runner that died right after a step did not come to note it: what stands here has been done, and is not done again when somebody takes it off.
    """
    record, pull = _record(seen), seen.pull
    number = pull.number if pull is not None else 0
    keys = [opening(record), *(label_key(number, n) for n in want.labels), *(review_key(number, n) for n in want.reviewers)]
    keys += [f"say:{number}:{r.key}" for r in want.remarks]
    if seen.previous is not None and SUPERSEDED in seen.previous_keys:
        keys.append(f"say:{seen.previous.number}:{SUPERSEDED}")
    if pull is not None and pull.draft:
        keys += [key for key in record.begun if key.startswith(redraft_key(number, ""))]
    elif want.clearance is not None:
        keys.append(ready_key(number, want.clearance.tree))
    for key in keys:
        record = record if key in seen.refused else record.with_done(key)
    _save(run, replace(record, standing=Standing.PUBLISHED, pull=number), "published")


def _turn(run: Run, want: Wanted, seen: Seen, step: Ready | Redraft) -> bool:
    """Ready, or a draft again. That it was us is noted before: what people turn is left as they have it.

    A forge that does not let us call it ready leaves a draft, which is no failure; one that does not let us take it back is.
    """
    number, forge = step.number, run.world.forge
    cleared = step.clearance if isinstance(step, Ready) else None
    key = ready_key(number, cleared.tree) if cleared is not None else redraft_key(number, want.record.head)
    begun = _save(run, _record(seen).with_begun(key), key)
    if cleared is None:
        forge.redraft(number)
    else:
        try:
            forge.ready(number, cleared)
        except DeniedError as error:
            run.notes.append(f"it stays a draft, though it is cleared: {error}")
            run.refused.add(key)
            return False
    run.wrote[number] = replace(_standing(run, seen, number), draft=cleared is None)
    _save(run, begun.with_done(key), key)
    return True


def _push(run: Run, want: Wanted, seen: Seen, change: Change) -> None:
    before = seen.record
    record = want.record if before is None else replace(want.record, begun=before.begun[-200:], done=before.done[-200:])
    page = run.world.shared.new_page(to_text(record), run.record_at, f"push {record.head[:10]} to {record.branch}", record.originals)
    answer = _held(run).swap([change, Change(record_ref(run.job.pair), run.record_at, page)])
    if isinstance(answer, Refused):
        for number, pull in run.former.items():
            # The branch stays where it was: what was said of it before is true again.
            run.wrote[number] = run.world.forge.describe(number, pull.title, pull.body)
        raise RefusedError(f"the remote refused the push to '{record.branch}': {answer.reason}{run.job.hint(want)}")
    if answer is Swap.RACED:
        _still_ours(run)


def _still_ours(run: Run) -> None:
    """After a lost race: was it the branch (then look again), or our lease? Raises ``LostError`` for the latter."""
    ref = lease_ref(run.job.pair)
    if run.world.shared.refs([ref]).get(ref) != _held(run).at:
        raise LostError(f"another runner took over the publication of '{run.job.pair}'")


def _open(run: Run, want: Wanted, seen: Seen) -> None:
    record = _record(seen)
    key = opening(record)
    begun = _save(run, record.with_begun(key), key)
    pull = run.world.forge.open(record.branch, record.target_branch, want.title, want.body)
    if isinstance(pull, NotOpened):
        reason = pull.reason
        found = patiently(run, lambda: run.world.forge.find(record.branch))
        if found is None:
            raise DeniedError(f"{run.world.forge.name} does not open a pull request from '{record.branch}': {reason}")
        pull = found
    run.pull = pull
    _save(run, replace(begun, pull=pull.number).with_done(key), key)


def _once(run: Run, seen: Seen, keys: dict[str, str], refused: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Remember what was done and people may undo: what they take off is not put back. What was refused is noted, is not fatal, and is tried
    again by the next run. Gives the names that were not refused.
    """
    run.notes += [f"could not add the {what} '{name}'" for name in refused]
    run.refused |= {keys[name] for name in refused}
    added = tuple(name for name in keys if name not in refused)
    record = _record(seen)
    for name in added:
        record = record.with_done(keys[name])
    if added:
        _save(run, record, keys[added[0]])
    return added


def _save(run: Run, record: Publication, title: str) -> Publication:
    """Write the record under the lease. Raises ``LostError`` when somebody else wrote it."""
    page = run.world.shared.new_page(to_text(record), run.record_at, title)
    answer = _held(run).swap([Change(record_ref(run.job.pair), run.record_at, page)])
    if isinstance(answer, Refused):
        raise RefusedError(f"the remote refused {record_ref(run.job.pair)}: {answer.reason}")
    if answer is Swap.RACED:
        raise LostError(f"another runner took over the publication of '{run.job.pair}'")
    run.record_at = page
    return record


def _held(run: Run) -> Hold:
    if run.hold is None:
        raise Bug("a step without the lease")
    return run.hold


def _record(seen: Seen) -> Publication:
    if seen.record is None:
        raise Bug("a step before there is a record")
    return seen.record


def _standing(run: Run, seen: Seen, number: int) -> Pull:
    for pull in (seen.pull, seen.previous):
        if pull is not None and pull.number == number:
            return corrected(run, pull) or pull
    raise Bug(f"no pull request {number} was seen")
