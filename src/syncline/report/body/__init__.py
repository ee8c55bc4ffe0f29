"""The body of the pull request: rendered from values, for readers in a hurry. Every statement carries the command that reproduces it."""

from __future__ import annotations

from syncline.report.body.facts import Facts
from syncline.report.body.first import first_screen
from syncline.report.body.fitting import Section, fitted
from syncline.report.body.sections import SECTIONS, WEIGHTS

__all__ = ["Facts", "body"]


def body(facts: Facts, limit: int) -> str:
    """The whole text in at most ``limit`` characters. What does not fit is summed up, with the command that lists it; nothing is cut."""
    sections = [Section(first_screen(facts)), *(Section(levels, WEIGHTS.get(make, 1)) for make in SECTIONS if (levels := make(facts)))]
    return fitted(sections, limit)
