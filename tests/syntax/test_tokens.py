from __future__ import annotations

import io
import tokenize

import pytest

from syncline.syntax import TokenKind, tokens


def shown(language: str | None, text: str) -> list[str]:
    return [f"{one.kind} {one.text}".rstrip() for one in tokens(language, text)]


def test_python_tokens() -> None:
    text = "@m\ndef f(x):\n    '''d'''\n    return x \\\n        + 1.5e3j  # c\n\ny = 'a' 'b'"
    assert shown("python", text) == [
        "operator @",
        "name m",
        "newline",
        "name def",
        "name f",
        "operator (",
        "name x",
        "operator )",
        "operator :",
        "newline",
        "indent",
        "string '''d'''",
        "newline",
        "name return",
        "name x",
        "operator +",
        "number 1.5e3j",
        "comment # c",
        "newline",
        "dedent",
        "name y",
        "operator =",
        "string 'a'",
        "string 'b'",
        "newline",
    ]


PYTHON = """\
class A(B, metaclass=C):
\tx: int = 0xFF_FF + 0b1 + 0o7 + 1_000.5e-3j + .5 + 5. + 1e9
\tasync def f(self, *a, b=..., **k) -> None:
\t\tif a and b != 1 or x is not None: return
\t\ty = [i for i in range(10) if i // 2 ** 3 >> 1 << 2 & 3 | 4 ^ ~5]

\t\t# alone
\t\tz = (1,
\t# anywhere
  2)
\t\tw //= 1; v **= 2; u @= m; t >>= 1; (s := 1)
\t\ts = rb'\\'' Rb"x" u'\\
y' + '''a
''b''' + r"\\\\" + b"\\\\"

def g(): pass
q = "#" + '""' + "'"
"""


def test_python_tokens_are_those_of_the_standard_library() -> None:
    skipped = {tokenize.NL, tokenize.ENDMARKER}
    expected = [one for one in tokenize.generate_tokens(io.StringIO(PYTHON).readline) if one.type not in skipped]
    found = tokens("python", PYTHON)
    places = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    assert [one.text.strip() for one in found] == ["" if one.type in places else one.string for one in expected]
    assert [(one.line + 1, one.column) for one in found if one.text.strip()] == [one.start for one in expected if one.type not in places]


@pytest.mark.parametrize(
    ("text", "strings"),
    [
        ("f'{a['b']}' + c", ["f'{a['b']}'"]),
        ('f"{a["#"]} {b}" # c', ['f"{a["#"]} {b}"']),
        ("rf'''{a['''x''']}''' b", ["rf'''{a['''x''']}'''"]),
        ("f'{{' '}}'", ["f'{{'", "'}}'"]),
        ("f'{a", []),
        ('"{foo", "}"', ['"{foo"', '"}"']),
        ("'''never", []),
        ("t'{x}'", ["t'{x}'"]),
    ],
)
def test_python_strings(text: str, strings: list[str]) -> None:
    assert [one.text for one in tokens("python", text) if one.kind is TokenKind.STRING] == strings


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "javascript",
            "a = `x${b}` /* c */ + /re/g; // d\n",
            ["name a", "operator =", "string `x${b}`", "comment /* c */", "operator +", "string /re/g", "operator ;", "comment // d"],
        ),
        (
            "php",
            '<b>\n<?php echo "a{$b}", $x; // c\n',
            ["text <b>", "text <?php", "name echo", 'string "a{$b}"', "operator ,", "name $x", "operator ;", "comment // c"],
        ),
        ("rust", "/// d\nfn f() {}\n", ["comment /// d", "name fn", "name f", "operator (", "operator )", "operator {", "operator }"]),
        ("go", "x := `a\nb`\n", ["name x", "operator :=", "string `a\nb`"]),
        ("ruby", "x = <<~A\n  b # no\nA\n", ["name x", "operator =", "string <<~A", "string \n  b # no\nA"]),
        ("yaml", "a: |\n  b # no\n# c\n", ["name a", "operator :", "string |\n  b # no", "comment # c"]),
        ("toml", 'a."b c" = 1.5 # c\n', ["name a", "operator .", 'name "b c"', "operator =", "number 1.5", "comment # c"]),
        ("json", '{"a": -1}', ["operator {", 'string "a"', "operator :", "number -1", "operator }"]),
        ("cpp", "__global__ void f();\n", ["name __global__", "name void", "name f", "operator (", "operator )", "operator ;"]),
        ("shell", 'echo "$A it\'s" # c\n', ["name echo", 'string "$A it\'s"', "comment # c"]),
        ("sql", "select 'it''s' -- c\n", ["name select", "string 'it''s'", "comment -- c"]),
        (
            "html",
            '<a b="c"><!-- d\n -->e',
            ["operator <", "name a", "name b", "operator =", 'string "c"', "operator >", "comment <!-- d\n -->", "name e"],
        ),
        (None, "don't", ["name don", "operator '", "name t"]),
    ],
)
def test_tokens_of_other_languages(language: str | None, text: str, expected: list[str]) -> None:
    assert shown(language, text) == expected


@pytest.mark.parametrize("language", ["python", "javascript", "c", "shell", None])
def test_places(language: str | None) -> None:
    text = "é = 1\r\n  \udce9x('ü',\n\n   y)\n"
    lines = text.split("\n")
    for one in tokens(language, text):
        assert text[one.start : one.end] == one.text
        assert lines[one.line][one.column :].startswith(one.text.split("\n")[0].rstrip("\r")) or not one.text.strip()
