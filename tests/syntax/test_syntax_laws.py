from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from syncline.syntax import comment_lines, comment_only, enclosing_unit, identifiers, parse_problem, same_syntax, same_tree, tokens, units
from syncline.syntax.grammars import GRAMMARS, grammar, original, parse, stand_in
from syncline.syntax.plain_tokens import LEXES
from syncline.syntax.profiles import PROFILES

LANGUAGES = [*GRAMMARS, *LEXES, "rst", "text", "nothing", None]

# Pieces that open what other pieces close, in every language at once: most texts made of them are broken in an interesting way.
PIECES = [
    *"()[]{}<>'\"`#;:,.=|&*/\\-+@!?$%^~\n\r\t _",
    *['"""', "'''", "/*", "*/", "//", "<!--", "-->", "<?php", "?>", "#!", "${", "#{", 'f"', "{{", "}}", "\r\n", "\\\n", "    ", "\n  "],
    *[
        "def f",
        "class A",
        "import a",
        "from a import b",
        "if x:",
        "else",
        "end",
        "fn f()",
        "func f()",
        "struct S",
        "impl A for B",
        "enum E",
    ],
    *[
        "const x",
        "let y = ",
        "function f",
        "return",
        "namespace a",
        "use a\\b",
        "#define A",
        "#ifdef X",
        "#endif",
        "template <T>",
        "- a: 1",
    ],
    *["[a.b]", "a = 1", "a: |", "---", "===", "<<<<<<<", "<<~A", "\ufeff", "\0", "\udce9", "é", "𝄞", "\x0c", "\u2028", "1e5", "0x"],
]
texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.text(st.one_of(st.characters(), st.characters(categories=["Cs"])), max_size=60),
)
bulk = settings(max_examples=int(os.environ.get("SYNCLINE_EXAMPLES", "20")), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("language", LANGUAGES)
@bulk
@given(text=texts)
def test_tokens_and_gaps_give_back_the_text(language: str | None, text: str) -> None:
    at = 0
    for one in tokens(language, text):
        gap = text[at : one.start]
        assert one.start >= at
        assert not (gap.replace("\\", "").strip() if language == "python" else gap.strip())
        assert text[one.start : one.end] == one.text
        assert one.line == text.count("\n", 0, one.start)
        assert one.column == one.start - (text.rfind("\n", 0, one.start) + 1)
        at = one.end
    assert not text[at:].replace("\\", "").strip()


@pytest.mark.parametrize("language", LANGUAGES)
@bulk
@given(text=texts)
def test_units_lie_inside_of_the_text_and_in_order(language: str | None, text: str) -> None:
    found = units(language, text, attributes=True)
    lines = text.count("\n") + 1
    assert [unit.lines.start for unit in found] == sorted(unit.lines.start for unit in found)
    for unit in found:
        assert 0 <= unit.lines.start < unit.lines.stop <= lines
        assert unit.lines.start <= unit.body.start <= unit.body.stop <= unit.lines.stop
        around = enclosing_unit(found, unit.lines.start, {unit.kind})
        assert around is not None


@pytest.mark.parametrize("language", LANGUAGES)
@bulk
@given(text=texts)
def test_no_text_is_too_broken(language: str | None, text: str) -> None:
    problem = parse_problem(language, text)
    assert problem is None or 1 <= problem.line <= text.count("\n") + text.count("\r") + 2
    assert "" not in identifiers(language, text)
    lines = comment_lines(language, text)
    assert all(0 <= line <= text.count("\n") for line in lines)
    comment_only(language, text.split("\n"))


@pytest.mark.parametrize("language", LANGUAGES)
@bulk
@given(a=texts, b=texts)
def test_likeness_is_a_likeness(language: str | None, a: str, b: str) -> None:
    assert same_syntax(language, a, a)
    assert same_syntax(language, a, b) is same_syntax(language, b, a)
    assert same_tree(language, a, b) or not same_syntax(language, a, b)


@given(text=texts)
def test_stand_ins_can_be_taken_back(text: str) -> None:
    # The private characters that stand in are nobody else's; a text that has them already keeps them, and says so to nobody.
    assume(not any("\U0010d7ff" <= char <= "\U0010dfff" for char in text))
    clean = stand_in(text)
    assert len(clean) == len(text)
    assert original(clean) == text
    clean.encode("utf-8")
    assert "\0" not in clean


@given(text=texts)
def test_offsets_of_bytes_and_characters(text: str) -> None:
    parsed = parse("json", text)
    assert parsed.offset(0) == 0
    assert parsed.offset(len(parsed.source)) == len(text)
    for at in range(len(text)):
        assert parsed.offset(len(stand_in(text[:at]).encode("utf-8"))) == at


def test_every_grammar_has_a_profile_that_fits_it() -> None:
    """A node type misspelled in a profile would silently match nothing."""
    assert PROFILES.keys() == GRAMMARS.keys()
    for language, profile in PROFILES.items():
        spoken = grammar(language)
        known = {spoken.node_kind_for_id(number) for number in range(spoken.node_kind_count)}
        named = [
            *profile.definitions,
            *profile.through,
            *profile.wrappers,
            *profile.values,
            *profile.comments,
            *profile.attributes,
            *profile.strings,
            *profile.numbers,
            *profile.names,
            *profile.atoms,
            *profile.spaced,
        ]
        assert not [kind for kind in named if kind not in known], language
