from __future__ import annotations

import pytest

from syncline.syntax.statement import Statement
from syncline.syntax.statements import spelled, statements


def keys(text: str) -> list[str]:
    return [one.key for one in parsed(text)]


def parsed(text: str) -> tuple[Statement, ...]:
    found = statements("python", text)
    assert found is not None
    return found


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
    assert [(one.lines.start, one.lines.stop) for one in parsed(text)] == [(0, 1), (1, 4), (4, 7), (7, 8)]


def test_comments_belong_to_no_head() -> None:
    text = "def f(\n    a,\n):\n    # a remark\n\n    return a\n"
    assert [(one.lines.start, one.lines.stop) for one in parsed(text)] == [(0, 3), (5, 6)]


def test_imported_names_stand_alone_and_in_any_order() -> None:
    found = parsed("from a import (\n    b,\n    c as d,\n)\nx = 1\n")
    assert [(one.lines.start, one.ordered) for one in found] == [(0, False), (1, False), (2, False), (4, True)]


@pytest.mark.parametrize("text", ["def f(:\n", "print 'old'\n", "x = (\n", "\0"])
def test_what_does_not_parse_has_none(text: str) -> None:
    assert statements("python", text) is None


def test_other_languages_have_none() -> None:
    assert statements("java", "class A {}") is None


def test_what_is_written_alike_is_compared_as_it_is_written() -> None:
    one, other = parsed("x = 1\nf(a, b)\n"), parsed("x = 1\nf(a,\n  b)\n")
    mine, theirs = spelled(one, other)
    assert mine == theirs
    assert mine[0] == one[0].written
    assert mine[1] == one[1].key != one[1].written


def test_what_one_text_has_more_often_is_compared_by_its_key() -> None:
    one, other = parsed("f(a)\nf(a)\n"), parsed("f(a)\nf( a )\n")
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
    keys_by_text = {s.written: s.key for s in parsed(one)}
    assert all(keys_by_text.get(s.written, s.key) == s.key for s in parsed(other))


def test_a_lone_carriage_return_would_count_lines_that_git_does_not() -> None:
    assert statements("python", "x = 1\ry = 2\n") is None


def test_with_rows_only_what_stands_on_them_is_given_and_imports_always() -> None:
    text = (
        "import a\nif a:\n    import b\n\n\ndef f():\n    import c\n    x = (\n        1\n    )\n    y = 2\n\n\n@g\nclass C:\n    z = 3\n"
    )
    assert statements("python", text, ()) == tuple(s for s in parsed(text) if s.lines.start < 3)
    whole = {s.lines.start: s for s in parsed(text)}
    assert statements("python", text, (8,)) == tuple(whole[at] for at in (0, 1, 2, 5, 6, 7))
    assert statements("python", text, (13,)) == tuple(whole[at] for at in (0, 1, 2, 13, 14))


def test_a_key_is_spelled_out_only_where_the_words_are_the_same() -> None:
    one, other = parsed("f(a, 'b')\ng(a)\n"), parsed('f(a,\n  "b")\ng(c)\n')
    mine, theirs = spelled(one, other)
    assert mine[0] == theirs[0] == one[0].key
    assert (mine[1], theirs[1]) == (one[1].written, other[1].written)


def test_a_remark_beside_a_statement_is_none_of_its_words() -> None:
    one, other = parsed("x = f('a # b')  # as it was\n"), parsed("x = f(\n    'a # b')  # as it is\n")
    mine, theirs = spelled(one, other)
    assert mine == theirs == [one[0].key]
