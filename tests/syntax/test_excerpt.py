from __future__ import annotations

import ast

import pytest

from syncline.syntax.excerpt import excerpt
from syncline.syntax.statements import statements

# Texts are cut from some length on; remarks make up for it.
_LONG = "# " + "-" * 5_000 + "\n"

DECORATED = '''\
@first
@second(
    1,
)
def one(
    a,
    b,
):
    return a + b


class Two(Base):
    """Says
def so():
    at length."""

    attribute = 1

    async def three(self):
        text = f"""
class Hidden:
    {self}
"""
        return text

    @property
    def four(self): return "def five(): \'\'\'"

    # A remark that belongs to nobody.
# Another.
    def six(self):
        value = 1 + \\
2
        def inner():
            return value
        return inner


if Two:
    def seven():
        yield
else:
    seven = None
'''
NESTED = """\
class Outer:
    class Inner:
        def deep(self):
            call(
    )
            return 1

    def after(self):
        match self:
            case 1:
                def odd(): pass
            case _:
                pass


async  def last():
    await x
"""


def cut(text: str, rows: list[int]) -> str:
    return excerpt(_LONG + text, [row + 1 for row in rows]).removeprefix(_LONG)


@pytest.mark.parametrize("text", [DECORATED, NESTED, DECORATED.replace("\n", "\r\n"), DECORATED * 2, NESTED + DECORATED])
def test_every_row_has_the_statements_that_the_whole_text_has_there(text: str) -> None:
    whole = _LONG + text
    everything = statements("python", whole)
    assert everything is not None
    for row in range(whole.count("\n") + 1):
        found = statements("python", whole, [row])
        assert found is not None
        there = [one for one in everything if one.lines.start <= row < one.lines.stop]
        assert [one for one in found if one.lines.start <= row < one.lines.stop] == there
        assert [one.key for one in found if one in there] == [one.key for one in there]


def test_what_nobody_asks_about_is_left_out() -> None:
    short = cut(DECORATED, [DECORATED.split("\n").index("    attribute = 1")])
    assert "attribute = 1" in short
    assert not any(name in short for name in ("def one", "three", "four", "six", "def seven"))
    assert "else:\n    seven = None" in short
    assert short.count("\n") == DECORATED.count("\n")


def test_a_row_within_a_method_keeps_it_and_no_other() -> None:
    short = cut(DECORATED, [DECORATED.split("\n").index("        return text")])
    assert "{self}" in short
    assert "class Two(Base):" in short
    assert "inner" not in short


def test_rows_stay_where_they_are() -> None:
    rows = DECORATED.split("\n")
    short = cut(DECORATED, [rows.index("    seven = None")]).split("\n")
    assert [(at, row) for at, row in enumerate(short) if row and row.strip() != "pass" and rows[at] != row] == []


@pytest.mark.parametrize("text", ["\tdef f():\n\t\tpass\n", "def f():\n\treturn 1\n"])
def test_texts_with_tabs_come_back_whole(text: str) -> None:
    assert cut(text, []) == text


def test_short_texts_come_back_whole() -> None:
    assert excerpt(NESTED, []) == NESTED


def test_brackets_that_close_further_left_make_no_statement() -> None:
    text = _LONG + "def f():\n    return (\n1, 2\n)\n\n\ndef g():\n    pass\n"
    with pytest.raises(SyntaxError):
        ast.parse(excerpt(text, [7]))
    found, whole = statements("python", text, [7, 8]), statements("python", text)
    assert found is not None
    assert whole is not None
    assert [one.key for one in found] == [one.key for one in whole if one.lines.start >= 7]


def test_a_broken_definition_elsewhere_does_not_matter() -> None:
    text = _LONG + "def broken():\n    return (\n\n\nx = 1\n\n\ndef sound():\n    return 1\n"
    assert statements("python", text) is None
    found = statements("python", text, [text.count("\n") - 1])
    assert found is not None
    assert [one.written for one in found] == [" FunctionDef def sound():", ".sound Return return 1"]
