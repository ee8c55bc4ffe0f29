"""``publish --check``: may the pull request land, and did it land as it should."""

from __future__ import annotations

from syncline.core.errors import UserError
from syncline.core.pull import PullState
from syncline.publish.guard import Guard, guards
from syncline.publish.record import Publication
from syncline.run.landed import after_landing, target_tip
from syncline.run.pairing import Opened, opened_pair
from syncline.run.progress import Progress
from syncline.run.publish import PublishRequest


def check_landing(request: PublishRequest, progress: Progress, own_check: str = "") -> tuple[Guard, ...]:
    """Look at everything that must hold before landing; after it, at what must be left. Changes nothing.

    ``own_check`` names the check that this runs in: waiting for itself it would never end.
    """
    with opened_pair(request, progress) as pair:
        record = pair.record
        if record is None or not record.pull:
            raise UserError(f"nothing of '{pair.names.pair}' is published; run 'syncline publish' first")
        progress("asking the forge")
        return _looked_at(pair, record, own_check)


def _looked_at(pair: Opened, record: Publication, own_check: str) -> tuple[Guard, ...]:
    forge = pair.doors.forge
    pull = forge.pull(record.pull)
    if pull is None:
        return (Guard("pull request", False, f"pull request {record.pull} is gone"),)
    tip = target_tip(pair.workshop, pair.doors.shared, record, at_home=not pair.doors.remote)
    if pull.state is PullState.CLOSED:
        return (Guard("pull request", False, f"pull request {pull.number} is closed and has not landed"),)
    if pull.state is PullState.MERGED:
        return after_landing(pair.workshop, record, tip)
    return guards(record, pull, forge.landing_rules(pull.target), forge.checks(pull.head, pull.number), tip, own_check)
