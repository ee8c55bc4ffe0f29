from __future__ import annotations

import warnings

import pytest

from syncline.syntax import identifiers, parse_problem, tokens, units

FINE = [
    ("python", ""),
    ("python", "x = 1"),
    ("python", "\ufeffx = 1\r\nif x:\r\n    y = 2\r\n"),
    ("python", "x = '\udce9'\n"),
    ("python", "def f[T](x: T) -> T:\n    return x\n"),
    ("python", "type A = int\n"),
    ("python", "x = f'{a['b']}'\n"),
    ("python", 'x = f"{chr(10).join(a)}{"\\n".join(b)}"\n'),
    ("python", "+".join(["a"] * 20_000)),
    ("javascript", "const a = () => ({});\n"),
    ("typescript", "let a: number = 1;\n"),
    ("tsx", "const a = <b>c</b>;\n"),
    ("java", "class A { int a; }\n"),
    ("kotlin", "fun f() = 1\n"),
    ("go", "package a\n"),
    ("rust", "fn f() {}\n"),
    ("c", "int f(void) { return 0; }\n"),
    ("c", "#pragma once\nnamespace a { class B; }\n"),
    ("cpp", "__global__ void k(int* a) {}\nvoid f() { k<<<1, 2>>>(a); }\n"),
    ("cpp", "FANCY_API inline int f() { return 1; }\n"),
    ("csharp", "class A { int B { get; } }\n"),
    ("php", "<p>\n<?php f();\n"),
    ("ruby", "def f; end\n"),
    ("json", '{"a": [1, 2.5e400, NaN]}'),
    ("json", '\ufeff{"a": 1}'),
    ("json", '{\n  // why\n  "a": "/* no */", /* so */\n}\n'),
    ("toml", "a = 1\n"),
    ("yaml", "a: [1, 2]\n"),
    ("shell", "if then )("),
    (None, "<<<<<<<"),
]

BROKEN = [
    ("python", "x = 1\nprint 'old'\n", 2),
    ("python", "x = 1\nexec 'old' in {}\n", 2),
    ("python", "try:\n    pass\nexcept A, e:\n    print e\n", 3),
    ("python", "def f(a, a):\n    pass\n", 1),
    ("python", "x = 1\nfrom __future__ import annotations\n", 2),
    ("python", "def f():\nreturn 1\n", 2),
    ("python", "return 1\n", 1),
    ("python", "x = 1\n<<<<<<< ours\ny = 2\n=======\n", 2),
    ("python", "x = 1\ny = '\0'\n", 2),
    ("python", "(" * 5_000, 1),
    ("javascript", "const a = ;\n", 1),
    ("java", "class A {\n  int a\n}\n", 2),
    ("go", "package a\nfunc f( {}\n", 2),
    ("rust", "fn f() {}\nfn g( {}\n", 2),
    ("php", "<?php\nclass A { function }\n", 2),
    ("ruby", "def f\n", 1),
    ("json", '{"a": 1,}', 1),
    ("json", "", 1),
    ("json", "[" * 100_000, 1),
    ("toml", "a = 1\na = 2\n", 2),
    ("toml", "a = [1,\n", 2),
    ("yaml", "a: [1\nb: 2\n", 1),
]


@pytest.mark.parametrize(("language", "text"), FINE)
def test_nothing_wrong(language: str | None, text: str) -> None:
    assert parse_problem(language, text) is None


@pytest.mark.parametrize(("language", "text", "line"), BROKEN)
def test_problem_and_its_line(language: str, text: str, line: int) -> None:
    problem = parse_problem(language, text)
    assert problem is not None
    assert problem.line == line
    assert problem.message


@pytest.mark.parametrize("text", ["assert (x, 'always true')\n", "x is 'y'\n", "'\\d'\n"])
def test_warnings_stay_inside(text: str) -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert parse_problem("python", text) is None
    assert not seen


def test_a_real_problem_beside_new_syntax_is_still_one() -> None:
    """Its line may be that of the new syntax where the interpreter stops there."""
    problem = parse_problem("python", "def f[T](x):\n    return x\n\ndef g(:\n    pass\n")
    assert problem is not None
    assert problem.line in {1, 4}


def test_a_text_that_sends_its_grammar_round_in_circles() -> None:
    text = (
        'enum E\'\n  ${a: |*from a import b\r\n[a.b]<!--\udce9"""func f()namespace a"const x|[a: |#?- a: 1template <T>𝄞${endimpl A for B&-𝄞'
    )
    assert parse_problem("tsx", text) is not None
    assert units("tsx", text) == ()
    assert "".join(one.text for one in tokens("tsx", text)) == "".join(text.split())
    assert identifiers("tsx", text)["enum"] == 1
