"""A conflict put to outside help, and the gates that its text has to pass.

The text stands in place of the region and of nothing else. It must leave no marker, parse where its inputs do, and hold every line that either side
added or name it as dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from syncline.core.agent import Question
from syncline.core.merge import Side
from syncline.core.text import squeezed
from syncline.resolve.view import Region
from syncline.syntax import enclosing_unit

# Lines of the target shown above and below a conflict.
_AROUND = 40


def question(region: Region, declined: tuple[tuple[str, str], ...], whole: Callable[[tuple[str, ...]], str]) -> Question:
    """The question for one region. ``whole`` says what is wrong with the finished file when the text stands in it."""
    own = region.file.target
    start, stop = region.starts.target, region.stop(Side.TARGET)
    around = enclosing_unit(region.view.units.target, start)
    return Question(
        path=region.path,
        language=region.language,
        unit=around.qualified if around is not None else "",
        lines=region.lines,
        before=own[max(0, start - _AROUND) : start],
        after=own[stop : stop + _AROUND],
        declined=declined,
        check=partial(_findings, region, whole),
    )


def _findings(region: Region, whole: Callable[[tuple[str, ...]], str], lines: tuple[str, ...], dropped: tuple[str, ...]) -> tuple[str, ...]:
    found: list[str] = []
    wrong = whole(lines)
    if wrong:
        found.append(wrong)
    there, given_up = {squeezed(line) for line in lines}, {squeezed(line) for line in dropped}
    base = {squeezed(line) for line in region.lines.base}
    for side in Side:
        for line in region.lines.side(side):
            text = squeezed(line)
            if any(char.isalnum() for char in text) and text not in base | there | given_up:
                found.append(f"the {side.value} added this line; it is neither in the text nor listed as dropped: {line.strip()}")
    return tuple(found)
