"""Source text → what stands in it. Pure. Grammars are loaded when a text first needs one; importing this loads none.

Lines count from 0, as in ``core``'s spans, except in ``Problem``, which speaks to people. Texts are as ``core.text.decode`` gives them.
"""

from __future__ import annotations

from syncline.syntax.comments import comment_lines, comment_only, comment_only_at
from syncline.syntax.languages import language_of
from syncline.syntax.likeness import same_syntax, same_tree
from syncline.syntax.names import identifiers
from syncline.syntax.places import enclosing_unit, unit_path
from syncline.syntax.problems import Problem, can_parse, parse_problem
from syncline.syntax.replacing import same_replacement
from syncline.syntax.testlike import is_test_path, is_test_unit
from syncline.syntax.token import Token, TokenKind
from syncline.syntax.tokens import tokens
from syncline.syntax.units import units

__all__ = [
    "Problem",
    "Token",
    "TokenKind",
    "can_parse",
    "comment_lines",
    "comment_only",
    "comment_only_at",
    "enclosing_unit",
    "identifiers",
    "is_test_path",
    "is_test_unit",
    "language_of",
    "parse_problem",
    "same_replacement",
    "same_syntax",
    "same_tree",
    "tokens",
    "unit_path",
    "units",
]
