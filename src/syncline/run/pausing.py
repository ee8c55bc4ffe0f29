"""``pause`` and ``resume``: leave the branch alone for a while, and say so under the pull request."""

from __future__ import annotations

from syncline.core.errors import UserError, WorldError
from syncline.core.pull import PullState
from syncline.ports.git.repository import require_identity
from syncline.ports.shared import Change, Refused, Swap
from syncline.publish.frame import remark, remark_key
from syncline.publish.pause import Pause, parse_pause, pause_ref, pause_text
from syncline.publish.words import plain
from syncline.run.clock import clock, today
from syncline.run.pairing import Opened, opened_pair
from syncline.run.progress import Progress
from syncline.run.publish import PublishRequest

PAUSED = "paused"


def pause(request: PublishRequest, reason: str, until: str, progress: Progress) -> Pause:
    """Pause a pair for everybody who publishes it. Raises ``UserError`` for a day that has come: such a pause would never hold."""
    with opened_pair(request, progress) as pair:
        day = today(pair.config, clock())
        if until and until <= day:
            raise UserError(f"--until {until}: publishing goes on on that day, so it has to be after today ({day})")
        who = require_identity(pair.workshop.repository, "", "").rpartition(" <")[0]
        made = Pause(who, reason, until)
        _swap(pair, pause_text(made))
        end = f"until {until}" if until else "until somebody resumes"
        _say(pair, f"Paused by {plain(who)} {end}: {plain(reason)}. Nothing is pushed here meanwhile.")
        return made


def resume(request: PublishRequest, progress: Progress) -> Pause:
    """End a pause; gives the one that ended. Raises ``UserError`` where there is none."""
    with opened_pair(request, progress) as pair:
        ref = pause_ref(pair.names.pair)
        at = pair.doors.shared.refs([ref]).get(ref)
        if at is None:
            raise UserError(f"'{pair.names.pair}' is not paused")
        ended = parse_pause(pair.doors.shared.page(at)) or Pause("somebody", "")
        _swap(pair, None)
        _say(pair, "Resumed.")
        return ended


def _swap(pair: Opened, text: bytes | None) -> None:
    shared, ref = pair.doors.shared, pause_ref(pair.names.pair)
    at = shared.refs([ref]).get(ref)
    page = shared.new_page(text, at, "pause") if text is not None else None
    answer = shared.swap([Change(ref, at, page)])
    if isinstance(answer, Refused):
        raise UserError(f"the remote refused {ref}: {answer.reason}")
    if answer is Swap.RACED:
        raise WorldError(f"somebody else paused or resumed '{pair.names.pair}' just now; look again")


def _say(pair: Opened, text: str) -> None:
    """One comment tells of pauses, the latest state of it."""
    record, forge = pair.record, pair.doors.forge
    pull = forge.pull(record.pull) if record is not None and record.pull else None
    if pull is None or pull.state is not PullState.OPEN:
        return
    mine = [r.id for r in forge.remarks(pull.number) if remark_key(r.body) == PAUSED]
    if mine:
        forge.reword(pull.number, mine[0], remark(PAUSED, text))
    else:
        forge.say(pull.number, remark(PAUSED, text))
