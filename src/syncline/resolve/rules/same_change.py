"""Both sides made the same change.

Sees: a region where source and target have the same lines, though the base has others.
Answers: those lines.
Why right: the two sides want one and the same text.
Declines when: the sides differ in any byte.
Safety: safe.
"""

from __future__ import annotations

from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region

STATUS = Status.STABLE
SAFETY = Safety.SAFE


def run(region: Region) -> Resolution | Declined:
    """Answer with the common lines."""
    if region.lines.source != region.lines.target:
        return Declined("the sides differ")
    return Resolution(region.lines.target, Safety.SAFE, "both sides made the same change")
