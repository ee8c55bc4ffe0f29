"""``abort``: withdraw tonight's pull request and branch. What people put on the branch is never thrown away."""

from __future__ import annotations

from dataclasses import dataclass, replace

from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.core.pull import PullState
from syncline.ports.git.picking import chain
from syncline.ports.shared import Change, Refused, Swap
from syncline.publish.frame import remark, remark_key
from syncline.publish.record import Publication, Standing, record_ref, to_text
from syncline.run.clock import world
from syncline.run.holding import LostError, RefusedError, take
from syncline.run.pairing import Opened, opened_pair
from syncline.run.progress import Progress
from syncline.run.publish import PublishRequest

WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Aborted:
    """What was withdrawn. ``kept`` says why the branch still stands; empty where it is gone."""

    record: Publication
    kept: str


def abort(request: PublishRequest, progress: Progress) -> Aborted:
    """Close the pull request and delete the branch, under the lease. Done again it changes nothing."""
    with opened_pair(request, progress) as pair:
        if pair.record is None:
            raise UserError(f"nothing of '{pair.names.pair}' is published")
        doors = world(pair.doors.shared, pair.doors.forge, pair.config)
        hold = take(doors.shared, pair.names.pair, doors.me, pair.config.publish.lease_minutes * 60, doors.now, doors.dead)
        try:
            progress("withdrawing")
            landed = _close(pair, pair.record)
            if landed:
                raise UserError(f"pull request {pair.record.pull} has landed; revert it on '{pair.record.target_branch}' if it must go")
            branch, kept = _branch(pair, pair.record)
            done = replace(pair.record, standing=Standing.WITHDRAWN)
            ref = record_ref(pair.names.pair)
            # What stood on the branch stays reachable from the record.
            page = doors.shared.new_page(to_text(done), pair.at, "abort", (*done.originals, done.head))
            answer = hold.swap([*branch, Change(ref, pair.at, page)])
            if isinstance(answer, Refused):
                raise RefusedError(f"the remote refused to delete '{done.branch}': {answer.reason}")
            if answer is Swap.RACED:
                raise LostError(f"somebody pushed to '{done.branch}' just now; look again")
            return Aborted(done, kept)
        finally:
            hold.release()


def _close(pair: Opened, record: Publication) -> bool:
    """Close the pull request with a word; gives whether it has landed instead."""
    forge = pair.doors.forge
    pull = forge.pull(record.pull) if record.pull else forge.find(record.branch)
    if pull is not None and pull.state is PullState.OPEN:
        if all(remark_key(r.body) != WITHDRAWN for r in forge.remarks(pull.number)):
            forge.say(pull.number, remark(WITHDRAWN, "Withdrawn by `syncline abort`."))
        forge.close(pull.number)
    return pull is not None and pull.state is PullState.MERGED


def _branch(pair: Opened, record: Publication) -> tuple[list[Change], str]:
    ref = f"refs/heads/{record.branch}"
    tip = pair.doors.shared.refs([ref]).get(ref)
    if tip is None:
        return [], ""
    people = chain(pair.workshop, CommitId(record.ours), tip)
    if people is None:
        return [], "somebody rewrote it"
    if people:
        return [], f"{len(people)} commit{'s' if len(people) != 1 else ''} of people stand on it"
    return [Change(ref, tip, None)], ""
