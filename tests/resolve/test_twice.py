"""Names that a finished text defines or sets more often than either side."""

from __future__ import annotations

import pytest

from syncline.core.merge import Merge
from syncline.core.names import RepoPath
from syncline.core.text import split_lines
from syncline.resolve.twice import newly_twice
from syncline.resolve.view import View

STAY = "def stay():\n    return 1\n\n\n"


def twice(text: str, source: str, target: str, path: str = "a.py") -> tuple[str, ...]:
    lines = Merge(*(tuple(split_lines(one)) for one in ("", source, target)))
    return newly_twice(View(RepoPath(path), lines), text)


def test_what_both_sides_brought_apart_is_told() -> None:
    assert twice(STAY + "go()\n" + STAY, STAY + "go()\n", "go()\n" + STAY) == ("stay",)
    assert twice("class A:\n    a = 1\n    b = 2\n    a = 3\n", "class A:\n    a = 1\n    b = 2\n", "class A:\n    b = 2\n    a = 3\n") == (
        "A.a",
    )
    late = "def f(x):\n    if x:\n        flat = x\n    flat = 2\n    return flat\n"
    assert twice(late, late.replace("    flat = 2\n", ""), late.replace("        flat = x\n", "        pass\n")) == ("f.flat",)


def test_a_key_of_one_dictionary_that_both_sides_brought_is_told() -> None:
    one, other = "a = {'lid': 1, 2: 3}\n", "a = {2: 3, 'lid': 1}\n"
    assert twice("a = {'lid': 1, 2: 3, 'lid': 1}\n", one, other) == ("the key 'lid'",)
    assert twice("a = {'lid': 1}\nb = {'lid': 1}\n", "a = {'lid': 1}\n", "b = {'lid': 1}\n") == ()
    assert twice("a = {f(): 1, f(): 2}\n", "a = {f(): 1}\n", "a = {f(): 2}\n") == ()


def test_what_a_side_has_as_often_is_its_own() -> None:
    assert twice(STAY + STAY, STAY + STAY, STAY) == ()
    assert twice("a = 1\na = 2\n", "a = 1\na = 2\n", "a = 1\n") == ()


@pytest.mark.parametrize(
    "one",
    [
        "    @overload\n    def size(self) -> int: ...\n",
        "    @size.setter\n    def size(self, to): self.x = to\n",
        "    @show.register(int)\n    def size(self, to): return to\n",
    ],
)
def test_variants_of_one_name_are_meant(one: str) -> None:
    assert twice(f"class A:\n{one}{one}", f"class A:\n{one}", f"class A:\n{one}") == ()


def test_other_scopes_and_names_that_are_thrown_away_are_other_names() -> None:
    assert twice("def f():\n    a = 1\n\ndef g():\n    a = 1\n", "def f():\n    a = 1\n", "def g():\n    a = 1\n") == ()
    assert twice("_ = f()\n_ = g()\n", "_ = f()\n", "_ = g()\n") == ()


def test_nothing_is_told_where_it_cannot_be() -> None:
    assert twice(STAY + STAY, STAY, "def stay(:\n") == ()
    assert twice(STAY + STAY + ")", STAY, STAY) == ()
    assert twice(STAY + STAY, STAY, STAY, "a.txt") == ()
