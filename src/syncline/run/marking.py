"""The one visible marker of a failure: a comment, and a label where one is configured; ended by the next success."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from syncline.core.errors import SynclineError
from syncline.core.pull import PullState
from syncline.publish.frame import remark, remark_key
from syncline.publish.steps import Seen
from syncline.publish.words import plain
from syncline.run.looking import Run

TROUBLE = "trouble"
_OVER = "The trouble that stood here is over; the publication went on."


def _marks(run: Run, number: int) -> Iterator[tuple[str, str]]:
    for one in run.world.forge.remarks(number):
        if remark_key(one.body) == TROUBLE:
            yield one.id, one.body


def mark(run: Run, error: SynclineError) -> None:
    """Leave one visible marker under the pull request. That this fails too must not hide the first failure."""
    if run.pull is None or run.pull.state is not PullState.OPEN:
        return
    number, forge = run.pull.number, run.world.forge
    text = remark(TROUBLE, f"Publishing stopped after {', '.join(run.steps) or 'nothing'}: {plain(str(error))}")
    with contextlib.suppress(SynclineError):
        marks = list(_marks(run, number))
        if marks:
            forge.reword(number, marks[0][0], text)
        else:
            forge.say(number, text)
        if run.job.settings.failed_label:
            forge.label(number, (run.job.settings.failed_label,))


def unmark(run: Run, seen: Seen) -> None:
    """Say that the trouble is over, where some stood, and take the label off."""
    if seen.pull is None or TROUBLE not in seen.keys:
        return
    number, forge = seen.pull.number, run.world.forge
    over = remark(TROUBLE, _OVER)
    for one, body in _marks(run, number):
        if body.strip() != over.strip():
            forge.reword(number, one, over)
    if run.job.settings.failed_label and run.job.settings.failed_label in seen.pull.labels:
        forge.unlabel(number, run.job.settings.failed_label)
