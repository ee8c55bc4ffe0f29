"""One side changed white space alone, or the sides differ in white space alone.

Sees: a region where, white space between words aside, one side equals the base or the two sides equal each other.
Answers: the side that says something new; where the sides differ in spacing alone, the target's lines.
Why right: the side that only re-spaced its lines has nothing to lose but spacing, and the answer carries the other side's change whole.
Declines when: both sides changed more than white space; the lines are indented differently and indentation has a meaning that the
answer could break (Python, YAML, Makefiles: only trailing white space and blank lines count as white space there).
Safety: safe.
"""

from __future__ import annotations

from syncline.core.merge import Merge
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region

STATUS = Status.STABLE
SAFETY = Safety.SAFE

# Files in which the white space at the start of a line is part of what the line says.
_INDENTED = (
    ".py",
    ".pyi",
    ".pyx",
    ".yml",
    ".yaml",
    ".mk",
    "Makefile",
    ".rst",
    ".md",
    ".haml",
    ".pug",
    ".coffee",
    ".nim",
    ".fs",
    ".hs",
    ".txt",
)


def run(region: Region) -> Resolution | Declined:
    """Compare the three texts without white space that says nothing."""
    layout = region.path.endswith(_INDENTED)
    plain: Merge[tuple[str, ...]] = region.lines.map(lambda lines: tuple(text for line in lines if (text := _plain(line, layout))))
    if plain.source == plain.target:
        return Resolution(region.lines.target, Safety.SAFE, "the sides differ in white space alone")
    if plain.source == plain.base:
        return Resolution(region.lines.target, Safety.SAFE, "the source changed white space alone")
    if plain.target == plain.base:
        return Resolution(region.lines.source, Safety.SAFE, "the target changed white space alone")
    return Declined("both sides changed more than white space")


def _plain(line: str, layout: bool) -> str:
    """A line that differs from another in meaningless white space alone becomes equal to it.

    Runs of spaces are folded, not removed: ``a b`` and ``ab`` are different words. Inside string literals folding is not safe either, so a
    line with quotes is only stripped at its end (and start).
    """
    if layout:
        return line.rstrip()
    text = line.strip()
    return text if any(quote in text for quote in "\"'`") else " ".join(text.split())
