"""What a state of the past proves hangs on whether its commit descends from the merge base; no case folder can say that."""

from __future__ import annotations

import pytest

from syncline.core.merge import Merge, Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.resolution import Declined, Safety
from syncline.core.text import split_lines
from syncline.resolve.regions import cut
from syncline.resolve.rules import evolved_twin
from syncline.resolve.view import Region, State, View

HEAD, TAIL = "import a\nimport b\n\n", "\ndone()\n"


def asked(base: str, source: str, target: str, *past: tuple[str, bool]) -> object:
    """The rule's answer where the target had these texts, newest first, each with whether its commit descends from the base."""
    states = [State(CommitId(f"{at:040}"), HEAD + text + TAIL, later) for at, (text, later) in enumerate(past)]
    texts = Merge(*(split_lines(HEAD + text + TAIL) for text in (base, source, target)))
    view = View(RepoPath("a.py"), texts, lambda side: states if side is Side.TARGET else ())
    (region,) = [piece for piece in cut(view) if isinstance(piece, Region)]
    said = evolved_twin.run(region)
    return "declined" if isinstance(said, Declined) else (said.safety, "".join(said.lines))


@pytest.mark.parametrize(
    ("past", "safety"),
    [
        ([("go(1)\n", True)], Safety.SAFE),
        ([("go(1)\n", False)], Safety.SUGGESTION),
        ([("go(1)\n", False), ("go(1)\n", True)], Safety.SAFE),
    ],
)
def test_text_that_brought_something(past: list[tuple[str, bool]], safety: Safety) -> None:
    assert asked("go()\n", "go(1)\n", "go(1, 2)\n", *past) == (safety, "go(1, 2)\n")


def test_text_that_only_lacks_something() -> None:
    """A branch that forked before the base got its second line never removed that line."""
    assert asked("one()\ntwo()\n", "one()\n", "one()\ntwo()\nthree()\n", ("one()\n", True)) == (Safety.SAFE, "two()\nthree()\n")
    assert asked("one()\ntwo()\n", "one()\n", "one()\ntwo()\nthree()\n", ("one()\n", False)) == "declined"
