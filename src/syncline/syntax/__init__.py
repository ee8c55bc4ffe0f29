"""Source text → what stands in it. Pure. Grammars are loaded when a text first needs one; importing this loads none."""

from __future__ import annotations

from syncline.syntax.languages import language_of
from syncline.syntax.problems import Problem, can_parse, parse_problem

__all__ = ["Problem", "can_parse", "language_of", "parse_problem"]
