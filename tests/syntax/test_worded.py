from __future__ import annotations

import pytest

from syncline.syntax.worded import worded_statements


def keys(text: str) -> list[str]:
    return [one.key for one in worded_statements(text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(a, b)\n", "f(\n    a,\n    b,\n)\n"),
        ("f(a)\n", "f(\n    a,\n)\n"),
        ("x = [a]\n", "x = [\n    a,\n]\n"),
        ("x = 'a'\n", 'x = "a"\n'),
        ("try:\n    f()\nexcept E, e:\n    pass\n", "try:\n\tf( )\n\nexcept E, e:\n\tpass\n"),
        ("x = a and b\n", "x = (\n    a\n    and b\n)\n"),
        ("if (a or b):\n    print c\n", "if a or b:\n    print c\n"),
        ("x = a + \\\n    b\n", "x = (a +\n     b)\n"),
        ("f('a ' 'b')\nprint c\n", 'f("a b")\nprint c\n'),
        ("x = 'a\\n'\n", 'x = "a\\n"\n'),
        ("x = 'it''s'\nprint x\n", "x = 'its'\nprint x\n"),
        ("def f(a): print a\n", "def f(a):\n    print a\n"),
        ("if a: print b; print c\n", "if a:\n    print b\n    print c\n"),
        ("x = lambda a: a; print x\n", "x = lambda a: a\nprint x\n"),
        ("from m import a, b\nprint a\n", "from m import (\n    a,\n    b,\n)\nprint a\n"),
    ],
)
def test_layout_makes_no_difference(one: str, other: str) -> None:
    assert keys(one) == keys(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = (a,)\n", "x = (a)\n"),
        ("return (a,)\n", "return (a)\n"),
        ("x = y[a,]\n", "x = y[a]\n"),
        ("x = (a + b) * c\n", "x = a + b * c\n"),
        ("x = (a, b)\n", "x = a, b, c\n"),
        ("x = (a for a in b)\n", "x = a\n"),
        ("x = u'a'\n", "x = 'a'\n"),
        ("x = '\\1' '2'\n", "x = '\\12'\n"),
        ("x = 'a' u'b'\n", "x = 'ab'\n"),
        ("x = 'a b'\n", "x = 'ab'\n"),
        ("if a:\n    print b\n    print c\n", "if a:\n    print b\nprint c\n"),
        ("class A:\n    def f(self): pass\n", "class B:\n    def f(self): pass\n"),
        ("print 1\nprint 2\n", "print 2\nprint 1\n"),
        ("from m import a\n", "from n import a\n"),
    ],
)
def test_what_says_something_else_is_told_apart(one: str, other: str) -> None:
    assert keys(one) != keys(other)


def test_imports_may_stand_in_any_order() -> None:
    found = worded_statements("import a, b.c as d\nfrom m import *\nprint a\n")
    assert [(one.written, one.ordered) for one in found] == [
        (" from  import a as None", False),
        (" from  import b.c as d", False),
        (" from m", False),
        (" from m import * as None", False),
        (" print a", True),
    ]


def test_the_rows_are_those_of_the_text() -> None:
    found = worded_statements("# a remark\n\nprint f(\n    1,\n)\ntry:\n    x = '''\n'''\nexcept E, e:\n    pass\n")
    assert [(one.lines.start, one.lines.stop) for one in found] == [(2, 5), (5, 6), (6, 8), (8, 9), (9, 10)]


def test_nothing_is_refused() -> None:
    assert worded_statements("") == ()
    assert len(worded_statements("f(a\nprint b\n")) == 1
    assert len(worded_statements("import\nfrom x\n")) == 2
