"""Files of decisions: written the same way each time, read back whole, and every error names file, line and key."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syncline.config.decisions import decision_toml, decisions_toml, read_decision_toml, read_decisions_toml
from syncline.core.acceptance import Acceptance, joined
from syncline.core.errors import UserError
from syncline.core.names import shown

ONE = Acceptance(
    check="lost-hunk",
    path="lib/gauge.py",
    finding='source #2 by Bert: "1" line missing',
    by="Ada <ada@example.org>",
    on="2024-01-02",
    reason="scaled in hardware now",
    until="2024-06-30",
    fingerprint="0123456789abcdef",
    content="fedcba9876543210",
)

FILE = """
[[accept]]
check = "lost-hunk"
path = "lib/gauge.py"
finding = "source #2 by Bert: \\"1\\" line missing"
by = "Ada <ada@example.org>"
on = "2024-01-02"
reason = "scaled in hardware now"
until = "2024-06-30"
fingerprint = "0123456789abcdef"
content = "fedcba9876543210"
"""


def test_the_file_reads_as_a_person_would_write_it() -> None:
    assert decisions_toml([ONE]).decode().endswith(FILE)
    assert decision_toml(ONE).decode() == FILE.partition("[[accept]]\n")[2]


def test_it_is_the_same_in_any_order_and_without_doubles() -> None:
    other = replace(ONE, path="a.py", fingerprint="1" * 16)
    later = replace(ONE, on="2024-02-01", reason="still")
    assert decisions_toml([ONE, other, later]) == decisions_toml([later, other, ONE, other])
    assert joined((ONE,), (later,)) == joined((later,), (ONE,)) == (later,)


texts = st.text(max_size=30)
decisions = st.builds(
    Acceptance,
    check=texts,
    path=texts,
    finding=texts,
    by=texts.filter(bool),
    on=st.dates().map(str) | st.just(""),
    reason=texts.filter(bool),
    until=st.dates().map(str) | st.just(""),
    fingerprint=st.text("0123456789abcdef", min_size=16, max_size=16),
    content=st.text("0123456789abcdef", min_size=16, max_size=16),
)


@settings(deadline=None)
@given(st.lists(decisions, max_size=4))
def test_what_is_written_is_read(some: list[Acceptance]) -> None:
    """But for what a terminal could not show, which is escaped."""
    plain = joined(
        tuple(replace(one, **{name: shown(getattr(one, name)) for name in ("check", "path", "finding", "by", "reason")}) for one in some)
    )
    assert joined(read_decisions_toml(decisions_toml(some).decode(), "f")) == plain
    for one in plain:
        assert read_decision_toml(decision_toml(one).decode(), "f") == one


def test_odd_text_cannot_break_the_file() -> None:
    odd = replace(ONE, path='a"\n[[accept]]\\x\udcff\x7f\u202e', reason="x = 1\n[[accept]]\n")
    assert len(tomllib.loads(decisions_toml([odd]).decode())["accept"]) == 1


NAME = ".syncline/decisions.toml at 0123456789"
WHOLE = '[[accept]]\nfingerprint = "a"\ncontent = "b"\nby = "c"\nreason = "d"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (WHOLE + 'untill = "2024-01-01"\n', ":6: unknown key 'accept[0].untill'; did you mean 'until'?"),
        (WHOLE + "\n" + WHOLE.replace("reason", "because"), ":11: unknown key 'accept[1].because'; known keys: by, check,"),
        ("[[acept]]\n", ":1: unknown key 'acept'; did you mean 'accept'?"),
        (WHOLE.replace('reason = "d"\n', ""), ":1: 'accept[0]' lacks the key 'reason' (why the finding may stand)"),
        (WHOLE + 'until = "soon"\n', ":6: 'accept[0].until' must be a date as YYYY-MM-DD, not 'soon'"),
        (WHOLE.replace('"d"', "1"), ":5: 'accept[0].reason' must be a string"),
        ("accept = 1\n", ":1: 'accept' must be a list of tables, written [[accept]]"),
        ("[[accept\n", ":1: not valid TOML"),
    ],
)
def test_an_error_names_file_line_and_key(text: str, says: str) -> None:
    with pytest.raises(UserError) as raised:
        read_decisions_toml(text, NAME)
    assert f"{NAME}{says}" in str(raised.value)


def test_an_error_in_a_file_of_one_decision_names_the_key() -> None:
    with pytest.raises(UserError, match=r"ref:a\.toml: lacks the key 'reason' \(why the finding may stand\)"):
        read_decision_toml('fingerprint = "a"\ncontent = "b"\nby = "c"\n', "ref:a.toml")
