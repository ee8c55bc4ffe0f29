"""Comparing two replacements of some lines says what comparing the whole texts says, and reads less."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syncline.core.hunk import Span
from syncline.core.text import split_lines
from syncline.syntax import same_replacement, same_syntax

_ROWS = st.sampled_from(
    (
        "x = 'a'\n",
        'x = "a"\n',
        "x = f(1,\n",
        "      2)\n",
        "x = f(1, 2)\n",
        "def g():\n",
        "    return (1)\n",
        "    return 1\n",
        "    # said\n",
        "# said\n",
        "\n",
        "@mark\n",
        "else:\n",
        "if x:\n",
        "    x = 1 + \\\n",
        "    2\n",
        '"""\n',
        "class C:\n",
        "    pass\n",
        "a = 1; b = 2\n",
        "pass  # done",
    )
)
_TEXTS = st.lists(_ROWS, max_size=9).map("".join).map(split_lines)


@given(lines=_TEXTS, one=_TEXTS, other=_TEXTS, data=st.data())
def test_says_what_whole_texts_say(lines: tuple[str, ...], one: tuple[str, ...], other: tuple[str, ...], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(lines)))
    span = Span(start, data.draw(st.integers(start, len(lines))))
    texts = ["".join((*lines[: span.start], *new, *lines[span.stop :])) for new in (one, other)]
    assert same_replacement("python", lines, span, one, other) is same_syntax("python", *texts)


_NESTED = split_lines("""\
import os


class C:
    # of two
    x = 1

    @mark
    def f(self, a,
          b):
        if a:
            b = g(1,
                  2)  # why
            a = '''
    long
            '''
        else:
            try:
                return a
            except (A, B):
                pass; b = 2
            # after
        match b:
            case 1:
                a = 1
                b = 2
        return b

    def g(self): return 1; x = 2


y = C()
""")
_DEEP = ("a = f(1, 2)\n", "a = f(1,\n", "2)\n", "a = (f(1, 2))\n", "else:\n", "# said\n", "@mark\n", "def h():\n", "return \\\n", "'''\n")
_INNER = st.sampled_from(["\n", "case 2: b = 3\n", *(" " * depth + row for depth in (0, 4, 8, 12, 16) for row in _DEEP)])


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_says_so_in_blocks_too(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(_NESTED)))
    span = Span(start, data.draw(st.integers(start, min(len(_NESTED), start + 4))))
    pieces = st.lists(_INNER, max_size=4).map(tuple) | st.just(_NESTED[span.start : span.stop])
    one, other = data.draw(pieces), data.draw(pieces)
    texts = ["".join((*_NESTED[: span.start], *new, *_NESTED[span.stop :])) for new in (one, other)]
    assert same_replacement("python", _NESTED, span, one, other) is same_syntax("python", *texts)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("    return f(a,\n             b)\n", "    return f(a, b)\n", True),
        ("    return f(a, b)\n", "    return f(b, a)\n", False),
        ("    return f(a, b)  # why\n", "    return f(a, b)\n", False),
        # Neither piece parses by itself: words decide.
        ("    return f(a,, b)\n", "    return f(a,,\n             b)\n", True),
        ("    return f(a,, b)\n", "    return f(a,, c)\n", False),
        # What the lines open, the text below them does not close.
        ('    """\n', "    '''\n", False),
    ],
)
def test_replacement(one: str, other: str, same: bool) -> None:
    lines = ("import a\n", "\n", "\n", "def f(a, b):\n", "    return None\n", "\n", "\n", "def g():\n", "    return f(1, 2)\n")
    assert same_replacement("python", lines, Span(4, 5), (one,), (other,)) is same


def test_other_languages_compare_whole_texts() -> None:
    lines = ("{\n", '  "a": 1\n', "}\n")
    assert same_replacement("json", lines, Span(1, 2), ('  "a":   1\n',), ('  "a": 1\n',))
    assert not same_replacement("json", lines, Span(1, 2), ('  "a": 2\n',), ('  "a": 1\n',))
