"""One side changed formatting alone, or the sides differ in formatting alone.

Sees: a region whose words are the same on one side and in the base, or on both sides: re-wrapped lines, other quotes, trailing commas.
Answers: the side that says something new; where the sides differ in formatting alone, the target's lines.
Why right: put in its place in the base, either text gives the same syntax tree with the same comments; only the formatting of one side is lost.
Declines when: both sides changed words; the region alone cannot show that the tree is the same, as in languages without a parser;
layout has a meaning in the language.
Safety: safe.
"""

from __future__ import annotations

import re

from syncline.core.hunk import Span
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region
from syncline.resolve.words import telling
from syncline.syntax import same_replacement

STATUS = Status.STABLE
SAFETY = Safety.SAFE

_CLOSED = re.compile(r",([)\]}])")


def run(region: Region) -> Resolution | Declined:
    """Compare words first: only what agrees in them is worth parsing."""
    plain = region.lines.map(_plain)
    if plain.source == plain.target:
        if _same(region, region.lines.source, region.lines.target):
            return Resolution(region.lines.target, Safety.SAFE, "the sides differ in formatting alone")
    elif plain.source == plain.base:
        if _same(region, region.lines.source, region.lines.base):
            return Resolution(region.lines.target, Safety.SAFE, "the source changed formatting alone")
    elif plain.target == plain.base and _same(region, region.lines.target, region.lines.base):
        return Resolution(region.lines.source, Safety.SAFE, "the target changed formatting alone")
    return Declined("both sides changed more than formatting")


def _plain(lines: tuple[str, ...]) -> str:
    text = "".join(telling(lines)).replace("'", '"').replace("\\", "")
    # Brackets that only hold lines together come and go with formatting; the trees decide whether they meant something.
    return _CLOSED.sub(r"\1", text).replace("(", "").replace(")", "")


def _same(region: Region, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    start = region.starts.base
    return same_replacement(region.language, region.file.base, Span(start, start + len(region.lines.base)), one, other)
