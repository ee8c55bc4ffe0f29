"""Where statements stand: heads without their blocks, decorators apart, and what shares its rows."""

from __future__ import annotations

import pytest

from syncline.syntax.heads import Head, heads

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
