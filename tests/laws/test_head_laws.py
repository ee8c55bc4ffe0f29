"""Which names a text defines does not depend on how many are asked about at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from syncline.account.departures import _FEW, defined

NAMES = st.sampled_from(["a", "ab", "b", "abc", "run", "def"])
LINES = st.lists(
    st.sampled_from(["def ", "  def ", "class ", "export class ", "def", "", "x = ", "\f func "]).flatmap(
        lambda head: NAMES.map(head.__add__)
    )
)
MANY = frozenset(f"other_{at}" for at in range(_FEW))


@given(LINES, st.frozensets(NAMES), st.booleans())
def test_few_and_many(lines: list[str], names: frozenset[str], closed: bool) -> None:
    text = [line + "\n" for line in lines]
    if text and not closed:
        text[-1] = text[-1].removesuffix("\n")
    assert defined(text, names) == defined(text, names | MANY)
