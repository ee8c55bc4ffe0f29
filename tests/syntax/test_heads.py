"""Where statements stand: heads without their blocks, decorators apart, and what shares its rows."""

from __future__ import annotations

import pytest

from syncline.syntax.heads import Head, heads, heads_near

TEXT = """\
import a

@deco(
    1,
)
class C(
    Base,
):
    x = 1

    def f(self, a,
          b):
        if a: return b
        else:
            g(a,
              b)
        p = 1; q = 2

try:
    pass
except (A,
        B):
    pass
"""


def test_each_statement_has_its_rows() -> None:
    assert heads(TEXT) == (
        Head(0, 1, lone=True),
        Head(2, 5, lone=True),
        Head(5, 8, lone=True),
        Head(8, 9, lone=True),
        Head(10, 12, lone=True),
        Head(12, 13, lone=False),
        Head(12, 13, lone=False),
        Head(14, 16, lone=True),
        Head(16, 17, lone=False),
        Head(16, 17, lone=True),
        Head(18, 19, lone=True),
        Head(19, 20, lone=True),
        Head(20, 22, lone=True),
        Head(22, 23, lone=True),
    )


@pytest.mark.parametrize("text", ["x = (\n", "x = 1\ry = 2\n", "\ufeffx = 1\n", ""])
def test_what_cannot_be_told_has_none(text: str) -> None:
    assert heads(text) == ()


MORE = '''\
"""What it is:
    for example
"""
from a import (
    b,
)
KEYS = {
    "one":
    lambda: f(1),

    # Between.
    "two":
    lambda: g(2) == 1,
}


class C:
    """Has.

    Raises:
        nothing
    """

    x: int = 1
    """Said of x:
    it counts.
    """

    @deco
    @deco(
        1
    )
    def f(self, a):
        if a:
            return [
                x
                for x in a
                if x
            ]

        # Else.
        elif not a:  # what
            pass
        else:
            try:
                a = 1
            except ImportError:
                a = 2
            finally:
                b = """
        if a:
"""

    @property
    def g(self): return 1


if C:
    C().f(
        1)
'''


@pytest.mark.parametrize("text", [TEXT, MORE])
def test_a_few_rows_tell_what_the_whole_text_tells(text: str) -> None:
    size = text.count("\n")
    for first in range(size):
        for stop in range(first, min(first + 6, size) + 1):
            near, known = heads_near(text, first, stop), heads(text)
            row = first if stop > first else first - 1
            assert set(near) <= set(known), (first, stop)
            assert [head for head in near if first <= head.first < stop] == [head for head in known if first <= head.first < stop]
            assert [head for head in near if head.first <= row][-1:] == [head for head in known if head.first <= row][-1:]


def test_rows_that_are_too_many_to_be_a_piece_are_read_in_the_definitions_around() -> None:
    method = "    @kept\n    def at_{n}(self):\n        if self:\n            pass\n        return {n}\n\n"
    many = "    large = {\n" + "".join(f"        {n}: 'value',\n" for n in range(500)) + "    }\n\n"
    text = (
        "import os\n\n\nclass Large:\n"
        + "".join(method.format(n=n) for n in range(150))
        + many
        + "".join(method.format(n=n) for n in range(150, 300))
    )
    rows = text.split("\n")
    whole = heads(text)
    for first, stop in ((rows.index("        300: 'value',"), rows.index("        301: 'value',")), (4, len(rows) - 8), (0, 2)):
        near = heads_near(text, first, stop)
        assert set(near) <= set(whole)
        told = [one for one in whole if one.first <= stop and one.stop >= first]
        assert [one for one in near if one in told] == told
    inside = heads_near(text, rows.index("        300: 'value',"), rows.index("        301: 'value',"))
    assert len(inside) < 10 < len(whole)
