"""Where a text breaks, what one side alone changed is opened, too: no rule makes anything else of it than that side did."""

from __future__ import annotations

import pytest

from syncline.core.merge import Merge
from syncline.core.names import RepoPath
from syncline.core.resolution import Declined
from syncline.core.text import split_lines
from syncline.resolve.rules import RULES, Rule, of_file, rule_name
from syncline.resolve.view import View, whole

PAIR = "width = size(window, unit)\nheight = size(window, unit)\n"
STOP = "def stop(now, late=0):\n    return 0\n"


@pytest.mark.parametrize("rule", [rule for rule in RULES if not of_file(rule)], ids=rule_name)
@pytest.mark.parametrize("lines", [("", "a = 1\n"), ("a = 1\n", ""), (PAIR, PAIR.replace("size(", "wide(")), (STOP, STOP + STOP)])
def test_a_change_of_one_side_alone_is_no_other_answer(rule: Rule, lines: tuple[str, str]) -> None:
    base, changed = map(split_lines, lines)
    for texts in (Merge(base, changed, base), Merge(base, base, changed)):
        said = rule.run(whole(View(RepoPath("a.py"), texts)))
        assert isinstance(said, Declined) or said.lines == changed
