from __future__ import annotations

import sys

import pytest

from syncline.core.hunk import Span
from syncline.core.unit import Unit, UnitKind
from syncline.syntax import comment_lines, comment_only, comment_only_at, enclosing_unit, identifiers, is_test_unit, unit_path, units


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("python", "import os\ndef f(a): return os.x(a, k=1)  # no\n's' + b'no' + '''no'''\n", {"os": 2, "f": 1, "a": 2, "x": 1, "k": 1}),
        ("python", "f'{a.b!r:>{w}} no {c:d} {{no}}' + rF\"{x['no']}\"\n", {"a": 1, "b": 1, "w": 1, "c": 1, "x": 1}),
        ("python", "f'{a['no']} # {b}' + c\n", {"a": 1, "b": 1, "c": 1}),
        ("python", "x = 0xfff + 1e5 + 1j if y else None\n", {"x": 1, "y": 1}),
        ("python", "größe = 1\n", {"größe": 1}),
        ("python", "'''never {no}\nx", {"never": 1, "no": 1, "x": 1}),
        ("javascript", "a.b = `${c} no`; // no\n'no'\n", {"a": 1, "b": 1, "c": 1}),
        ("php", '<?php $a = "no $b {$c->d}"; // no\n', {"a": 1, "b": 1, "c": 1, "d": 1}),
        ("ruby", 'A = "no #{b}" # no\n', {"A": 1, "b": 1}),
        ("go", "package p\nvar x T // no\n", {"p": 1, "x": 1, "T": 1}),
        ("c", "int f(int a) { return a; } /* no */\n", {"f": 1, "a": 2}),
        ("shell", "echo \"no $FOO\" ${BAR} 'no' # no\n", {"echo": 1, "FOO": 1, "BAR": 1}),
        ("dockerfile", "# no\nFROM a AS b\n", {"FROM": 1, "a": 1, "AS": 1, "b": 1}),
        (None, "a b a", {"a": 2, "b": 1}),
    ],
)
def test_identifiers(language: str | None, text: str, names: dict[str, int]) -> None:
    assert dict(identifiers(language, text)) == names


PYTHON = '''\
"""Module."""
x = 1

def f():
    """First
    last."""  # and more
    # alone
    y = """
    # no
    """
    'bare' "string"
    f"{z()}"
    return (
        "in brackets"
        # why
    )
'''


def test_comment_lines_of_python() -> None:
    assert sorted(comment_lines("python", PYTHON)) == [0, 2, 4, 5, 6, 10, 14]
    assert comment_only_at("python", PYTHON, Span(4, 7))
    assert not comment_only_at("python", PYTHON, Span(3, 5))
    assert not comment_only_at("python", PYTHON, Span(8, 9))
    assert comment_only_at("python", PYTHON, Span(8, 8))


@pytest.mark.parametrize(
    ("language", "text", "answer"),
    [
        ("python", "# a\n\n'''d\n x\n'''\n", True),
        ("python", "    # deep\n  'less'\n", True),
        ("python", "'''\nx = 1\n", False),
        ("python", "inside of a docstring\n", False),
        ("python", "'a'.join(x)\n", False),
        ("python", "x = 1  # a\n", False),
        ("python", "#!/usr/bin/env python\n", False),
        ("javascript", "// a\n/* b\n c */\n", True),
        ("javascript", "/* b */ f()\n", False),
        ("c", " * scale\n", False),
        ("go", "// a\n", True),
        ("go", "//go:embed x\n", False),
        ("rust", "/// a\n", True),
        ("rust", "#[test]\n", False),
        ("php", "<?php // a\n", False),
        ("yaml", "# a\n", True),
        ("yaml", "a: |\n  # b\n", False),
        ("shell", "# a\n", True),
        ("shell", "echo $#\n", False),
        ("css", "/* a */\n", True),
        ("html", "<!-- a\nb -->\n", True),
        ("json", "\n", True),
        ("text", "# a\n", False),
        (None, "\n  \n", True),
        (None, "a\n", False),
        ("python", "", True),
    ],
)
def test_comment_only(language: str | None, text: str, answer: bool) -> None:
    assert comment_only(language, text.splitlines(keepends=True)) is answer
    assert comment_only(language, text.splitlines()) is answer


def test_the_unit_around_a_line() -> None:
    found = units(
        "python", "import a\n\nclass A:\n    x = 1\n    def f(self):\n        def g():\n            pass\n        return g\nK = 1\n"
    )
    assert [unit.qualified for unit in unit_path(found, 6)] == ["A", "A.f", "A.f.g"]
    names = [around.qualified if (around := enclosing_unit(found, line)) else "" for line in range(10)]
    assert names == ["", "", "A", "A.x", "A.f", "A.f.g", "A.f.g", "A.f", "K", ""]
    only_classes = enclosing_unit(found, 6, {UnitKind.CLASS})
    assert only_classes is not None
    assert only_classes.qualified == "A"


def unit(kind: UnitKind, name: str) -> Unit:
    return Unit(kind, name, name, Span(0, 3), Span(2, 3))


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("test", True),
        ("test_x", True),
        ("testX", True),
        ("TestX", True),
        ("it opens", True),
        ("test opens", True),
        ("testing", False),
        ("attest", False),
        ("x_test", False),
        ("testify", False),
    ],
)
def test_is_test_unit_by_name(name: str, answer: bool) -> None:
    assert is_test_unit(unit(UnitKind.METHOD, name)) is answer
    assert not is_test_unit(unit(UnitKind.CLASS, name))


@pytest.mark.parametrize(
    "mark", ["@Test", "    @org.junit.Test", "#[test]", "#[tokio::test]", "[Fact]", "[TestMethod]", "  #[Test]", " * @test"]
)
def test_is_test_unit_by_mark(mark: str) -> None:
    assert is_test_unit(unit(UnitKind.METHOD, "works"), [mark, "void works() {", "}"])
    assert not is_test_unit(unit(UnitKind.METHOD, "works"), ["@Testable", "void works() {", mark])


def test_grammars_are_loaded_only_when_needed() -> None:
    code = "import sys, syncline.syntax; print([m for m in sys.modules if m.startswith('tree_sitter')])"
    import subprocess

    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
