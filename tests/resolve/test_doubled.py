"""Lines that an answer would keep although they stand elsewhere now."""

from __future__ import annotations

from syncline.core.merge import Merge
from syncline.core.names import RepoPath
from syncline.core.resolution import Outcome
from syncline.core.text import split_lines
from syncline.resolve.doubled import doubled
from syncline.resolve.filewise import Options, settle
from syncline.resolve.rules import RULES
from syncline.resolve.view import View

LOAD = (
    'if has(item, "load"):\n    with telling(item, "load"):\n        item.load()\n        item.check_load()\n'
    'if has(item, "find"):\n    with telling(item, "find"):\n        item.find()\n        item.check_find()\n'
)
SAVE = 'if has(item, "save"):\n    with telling(item, "save"):\n        item.save()\n'


def view_of(base: str, source: str, target: str) -> View:
    return View(RepoPath("a.py"), Merge(*map(split_lines, (base, source, target))))


def test_a_run_that_one_side_moved_and_the_answer_kept() -> None:
    view = view_of("begin()\n" + LOAD + SAVE, "begin()\n" + LOAD + SAVE, "begin()\n" + SAVE + LOAD)
    assert doubled(view, split_lines(LOAD), split_lines("begin()\n" + LOAD + SAVE + LOAD)) == 'if has(item, "load"):'
    assert doubled(view, split_lines(LOAD), split_lines("begin()\n" + SAVE + LOAD)) == ""


def test_a_run_that_a_side_has_twice_may_stand_twice() -> None:
    view = view_of("begin()\n" + LOAD, "begin()\n" + LOAD + SAVE + LOAD, "begin()\n" + LOAD)
    assert doubled(view, split_lines(LOAD), split_lines(LOAD + SAVE + LOAD)) == ""


def test_the_answer_is_taken_back() -> None:
    """Both sides brought one block, above and below the line that the source put into a block of its own."""
    base = "start(item)\n\nif has(item, 'end'):\n    item.end()\n"
    source = f"start(item)\n\n{LOAD}\n{SAVE}\nif has(item, 'end'):\n    with telling(item, 'end'):\n        item.end()\n"
    target = f"{base}\n{LOAD}\n{SAVE}"
    (decision,) = settle(view_of(base, source, target), Options(), RULES).decisions
    assert decision.outcome is Outcome.OPEN
    assert ("token-merge", 'lines would stand twice, from: if has(item, "load"):') in decision.declined
