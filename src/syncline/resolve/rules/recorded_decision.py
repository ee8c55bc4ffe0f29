"""People resolved this very conflict before.

Sees: a region whose three texts, in this direction, stand in the memory of the repository (``syncline learn``).
Answers: what people put there then.
Why right: the same people were asked the same question. Where it comes back, as between two branches that are synced again and again, it is
mostly answered in the same way.
Declines when: it was answered in different ways; it was seen in another file only; nothing is remembered.
Safety: unsafe.
"""

from __future__ import annotations

from syncline.core.memory import memory_key
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE


def run(region: Region) -> Resolution | Declined:
    """Look the region up."""
    known = region.view.memory(memory_key(region.lines))
    if not known:
        return Declined("nothing is remembered of this conflict")
    here = [entry for entry in known if entry.path == region.path]
    if not here:
        return Declined(f"it was resolved before, but elsewhere: in {known[-1].path}")
    if len({entry.lines for entry in here}) > 1:
        return Declined("it was resolved in different ways before")
    last = here[-1]
    return Resolution(last.lines, Safety.UNSAFE, f"resolved like this in {last.merge[:10]}")
