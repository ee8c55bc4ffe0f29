from __future__ import annotations

import pytest

from syncline.syntax.statements import spelled, statements


def keys(text: str) -> list[str]:
    return [one.key for one in statements("python", text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(a, b)\n", "f(\n    a,\n    b,\n)\n"),
        ("x = 'a'\n", 'x = "a"\n'),
        ("if (a and b):\n    pass\n", "if a and b:\n    pass\n"),
        ("def f(a, b=1): return a\n", "def f(\n    a,\n    b=1,\n):\n    return a\n"),
        ("x = 1; y = 2\n", "x = 1\ny = 2\n"),
        ("x = u'a'\n", "x = 'a'\n"),
        ("s = 'ab'\n", "s = ('a'\n     'b')\n"),
    ],
)
def test_layout_does_not_show(one: str, other: str) -> None:
    assert keys(one) == keys(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(a, b)\n", "f(b, a)\n"),
        ("x = 1\n", "x = True\n"),
        ("def f():\n    x = 1\n", "def g():\n    x = 1\n"),
        ("if a:\n    x = 1\ny = 2\n", "if a:\n    x = 1\n    y = 2\n"),
        ("if a:\n    x = 1\n", "if a:\n    pass\nelse:\n    x = 1\n"),
        ("import a\n", "from a import a\n"),
        ("def f():\n    pass\n", "async def f():\n    pass\n"),
    ],
)
def test_meaning_and_place_do(one: str, other: str) -> None:
    assert keys(one) != keys(other)


def test_lines_belong_to_their_statement() -> None:
    text = "@wrap\ndef f(\n    a,\n):\n    x = [\n        1,\n    ]\n    return x\n"
    assert [(one.lines.start, one.lines.stop) for one in statements("python", text)] == [(0, 1), (1, 4), (4, 7), (7, 8)]


def test_comments_belong_to_no_head() -> None:
    text = "def f(\n    a,\n):\n    # a remark\n\n    return a\n"
    assert [(one.lines.start, one.lines.stop) for one in statements("python", text)] == [(0, 3), (5, 6)]


def test_imported_names_stand_alone_and_in_any_order() -> None:
    found = statements("python", "from a import (\n    b,\n    c as d,\n)\nx = 1\n")
    assert [(one.lines.start, one.ordered) for one in found] == [(0, False), (1, False), (2, False), (4, True)]


@pytest.mark.parametrize("text", ["def f(:\n", "print 'old'\n", "x = (\n", "\0"])
def test_what_does_not_parse_has_none(text: str) -> None:
    assert statements("python", text) == ()


def test_other_languages_have_none() -> None:
    assert statements("java", "class A {}") == ()


def test_what_is_written_alike_is_compared_as_it_is_written() -> None:
    one, other = statements("python", "x = 1\nf(a, b)\n"), statements("python", "x = 1\nf(a,\n  b)\n")
    mine, theirs = spelled(one, other)
    assert mine == theirs
    assert mine[0] == one[0].written
    assert mine[1] == one[1].key != one[1].written


def test_what_one_text_has_more_often_is_compared_by_its_key() -> None:
    one, other = statements("python", "f(a)\nf(a)\n"), statements("python", "f(a)\nf( a )\n")
    mine, theirs = spelled(one, other)
    assert mine == theirs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(\n    a): return a\n", "def f(\n    b): return b\n"),
        ("x = 1; y = 2\n", "x = 1; z = 2\n"),
        ("match x:\n    case a if (\n        b\n    ):\n        pass\n", "match x:\n    case a if (\n        c\n    ):\n        pass\n"),
    ],
)
def test_what_is_written_alike_says_the_same(one: str, other: str) -> None:
    keys_by_text = {s.written: s.key for s in statements("python", one)}
    assert all(keys_by_text.get(s.written, s.key) == s.key for s in statements("python", other))


def test_a_lone_carriage_return_would_count_lines_that_git_does_not() -> None:
    assert statements("python", "x = 1\ry = 2\n") == ()
