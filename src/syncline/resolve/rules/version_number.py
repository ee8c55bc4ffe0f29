"""Both sides raised a version number.

Sees: a region that is the same on all terms but for version numbers, such as ``1.4.0`` or ``(1, 4, 0, "dev")``, in a place that speaks of a version.
Answers: the side with the higher number, or the side that `versions.project` names.
Why right: versions grow; the release that one side made does not take back what the other is working towards.
Declines when: anything else differs; neither line nor file speaks of a version; the numbers do not tell which is higher; both sides lowered it.
Safety: unsafe.
"""

from __future__ import annotations

import re

from syncline.core.merge import Merge, Side
from syncline.core.policy import Ahead
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE

_VERSION = re.compile(r"\d+(?:\.\d+)+(?:[-.+]?[A-Za-z]+[-.\d]*)*\+?|\(\d+, *\d+[^()\n]*\)")
_TOLD = re.compile(r"version|release", re.IGNORECASE)
# Stages of a release, from early to final; a number without any is final.
_STAGES = {"dev": 0, "snapshot": 0, "a": 1, "alpha": 1, "b": 2, "beta": 2, "c": 3, "rc": 3, "final": 4, "post": 5}


def run(region: Region) -> Resolution | Declined:
    """Compare what is left without the numbers, then the numbers."""
    text: Merge[str] = region.lines.map("".join)
    bare = text.map(lambda one: _VERSION.sub("\0", one))
    if "\0" not in bare.target or len({len(_VERSION.findall(one)) for one in (text.base, text.source, text.target)}) > 1:
        return Declined("there is no version number")
    loose = region.lines.map(_without_numbers)
    if not loose.source == loose.target == loose.base:
        return Declined("the sides differ in more than a version number")
    if not _TOLD.search(bare.target) and not _TOLD.search(region.path):
        return Declined("nothing says that this is a version")
    ahead = region.view.versions.project
    if ahead is not Ahead.NEWER:
        return Resolution(
            region.lines.side(Side(ahead.value)),
            Safety.UNSAFE,
            f"both sides changed the version; the {ahead.value}'s is configured to stand",
        )
    found: Merge[list[tuple[int, ...]]] = text.map(lambda one: [_rank(number) for number in _VERSION.findall(one)])
    higher = [source > target for source, target in zip(found.source, found.target, strict=True) if source != target]
    if not higher or len(set(higher)) > 1:
        return Declined("the numbers do not tell which side is ahead")
    if any(max(s, t) < b for b, s, t in zip(found.base, found.source, found.target, strict=True)):
        return Declined("both sides lowered the version")
    side = "source" if higher[0] else "target"
    return Resolution(
        region.lines.source if higher[0] else region.lines.target, Safety.UNSAFE, f"both sides raised the version; the {side}'s is higher"
    )


def _without_numbers(lines: tuple[str, ...]) -> str:
    """The text without versions, and without plain numbers on lines that speak of one (``VERSION_ID = 10402``)."""
    return "".join(re.sub(r"\d+", "\0", bare) if _TOLD.search(bare) else bare for line in lines for bare in (_VERSION.sub("\0", line),))


def _rank(version: str) -> tuple[int, ...]:
    """Numbers first, then the stage: ``2.0.0-dev`` comes before ``2.0.0``."""
    numbers: list[int] = []
    stage = [4]
    for word in re.findall(r"\d+|[A-Za-z]+", version):
        if word.isdigit():
            (numbers if stage == [4] else stage).append(int(word))
        elif word.lower() in _STAGES:
            stage = [_STAGES[word.lower()]]
    return (*(numbers + [0] * 5)[:5], *stage)
