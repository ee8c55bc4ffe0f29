"""Lines are cut where git cuts them, and squeezed at once as they are one by one."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from syncline.core.text import all_squeezed, split_lines, squeezed

TEXTS = st.text(st.sampled_from("ab \t\r\x0b\x0c\x1c\x1f\n\x85é\u2028\udcff"), max_size=30)


@given(TEXTS)
def test_lines_end_at_line_feeds_alone(text: str) -> None:
    assert split_lines(text) == tuple(re.findall(r"[^\n]*\n|[^\n]+", text))


@given(TEXTS)
def test_a_text(text: str) -> None:
    lines = split_lines(text)
    assert all_squeezed(lines) == [squeezed(line) for line in lines]


@given(st.lists(TEXTS.map(lambda text: next(iter(split_lines(text)), "")), max_size=6))
def test_lines_from_anywhere(lines: list[str]) -> None:
    """A last line without a line feed may stand before others: lines are gathered from several places."""
    assert all_squeezed(lines) == [squeezed(line) for line in lines]


@given(TEXTS, st.sampled_from(["", "\u3000 \xa0", "\udcff\udc80", "\0 ß"]), st.integers(0, 60))
def test_a_long_text_is_squeezed_as_a_short_one(text: str, other: str, more: int) -> None:
    whole = text + "long " * more + other
    assert squeezed(whole) == "".join(whole.split())
