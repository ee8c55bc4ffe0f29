"""Source text → what stands in it. Pure. Grammars are loaded when a text first needs one; importing this loads none.

Lines count from 0, as in ``core``'s spans, except in ``Problem``, which speaks to people. Texts are as ``core.text.decode`` gives them.
"""

from __future__ import annotations

from syncline.syntax.languages import language_of
from syncline.syntax.places import enclosing_unit, unit_path
from syncline.syntax.problems import Problem, can_parse, parse_problem
from syncline.syntax.units import units

__all__ = ["Problem", "can_parse", "enclosing_unit", "language_of", "parse_problem", "unit_path", "units"]
