from __future__ import annotations

import pytest

from syncline.syntax import same_syntax, same_tree

SAME = [
    ("python", "x = 'a'\nf(a,b)\n", 'x = "a"\nf(\n    a,\n    b,\n)\n'),
    ("python", "x = (1 +\n     2)\n", "x = 1 + 2\n"),
    ("python", "x = 1 # a\n", "x = 1  # a\n\n\n"),
    ("python", "x = u'a' 'b'\n", "x = 'ab'\n"),
    ("python", "if a:\n  b\n", "if a:\r\n    b\r\n"),
    ("python", "print 'a',b\n", "print  'a', b\n"),
    ("python", "x = 1\n", "\ufeffx = 1"),
    ("javascript", "f(a,b)\n", "f(\n  a,\n  b,\n)\n"),
    ("java", "class A{/** x\n * y */ int a;}", "class A {\n    /** x\n     * y */\n    int a;\n}\n"),
    ("go", "package a\nfunc f() { g(a, b) }\n", "package a\n\nfunc f() {\n\tg(\n\t\ta,\n\t\tb,\n\t)\n}\n"),
    ("rust", "fn f(){let x = g(a,b);}", "fn f() {\n    let x = g(\n        a,\n        b,\n    );\n}\n"),
    ("kotlin", "fun f() {\n a\n + b\n}", "fun f() {\n  a\n  + b\n}\n"),
    ("c", "#define A b\n", "#define  A   b\n"),
    ("c", "f(a,b);", "f(a ,\n b);"),
    ("cpp", "__global__ void f() {}", "__global__  void\nf() {\n}\n"),
    ("csharp", "class A{int a;}", "class A\n{\n  int a;\n}\n"),
    ("php", "<?php f(1,2);", "<?php f(\n    1,\n    2,\n);"),
    ("ruby", "f(a,\n  b)\n", "f(a, b)\n"),
    ("json", '{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}\n'),
    ("toml", "a=[1,2]\n", "a = [\n  1,\n  2,\n]\n"),
    ("yaml", "a: 1\n\nb: 2\n", "a: 1  \nb: 2"),
    ("shell", "a\n\n\nb\n", "a  \nb"),
    (None, "", "\n\n"),
]

DIFFERENT = [
    ("python", "x = 1\n", "x = True\n"),
    ("python", "x = 0.0\n", "x = -0.0\n"),
    ("python", "x = 'a'\n", "x = b'a'\n"),
    ("python", "if a:\n  b\n  c\n", "if a:\n  b\nc\n"),
    ("python", "'''a\n  b'''\n", "'''a\nb'''\n"),
    ("python", "s = '\udce9'\n", "s = '\udce8'\n"),
    ("python", "print 'a'\n", "print 'b'\n"),
    ("python", "print 'a'\n", "print('a')\n"),
    ("javascript", "return\nx", "return x"),
    ("javascript", "[a,,]", "[a,]"),
    ("javascript", "[,]", "[]"),
    ("javascript", "x = 'é'", "x = 'è'"),
    ("rust", "let x = (a,);", "let x = (a);"),
    ("c", "int a;\n#define A b c\n", "int a;\n#define A b\nc\n"),
    ("c", "#define A 1\n", "#define A 2\n"),
    ("c", 'x = "a  b";', 'x = "a b";'),
    ("cpp", "__global__ void f() {}", "__device__ void f() {}"),
    ("cpp", "f<<<1, 2>>>(a);", "f(1, 2)(a);"),
    ("cpp", "} a b", "} a x"),
    ("php", "a <?php f();", "b <?php f();"),
    ("ruby", "foo\nbar\n", "foo bar\n"),
    ("go", "package a\n\nvar s = `a\n b`\n", "package a\n\nvar s = `a\nb`\n"),
    ("json", '{"a": 1}', '{"a": 1,}'),
    ("json", '{"a": 1, "b": 2}', '{"b": 2, "a": 1}'),
    ("toml", "a = 1\nb = 2\n", "b = 2\na = 1\n"),
    ("yaml", "a:\n  b: 1\n", "a:\nb: 1\n"),
    ("yaml", "a: 1\n", "a:  1\n"),
    ("makefile", "a:\n\tb\n", "a:\n    b\n"),
    ("markdown", "a b\n", "a\nb\n"),
]


@pytest.mark.parametrize(("language", "a", "b"), SAME)
def test_same(language: str | None, a: str, b: str) -> None:
    assert same_syntax(language, a, b)
    assert same_syntax(language, b, a)
    assert same_tree(language, a, b)


@pytest.mark.parametrize(("language", "a", "b"), DIFFERENT)
def test_different(language: str | None, a: str, b: str) -> None:
    assert not same_syntax(language, a, b)
    assert not same_syntax(language, b, a)
    assert not same_tree(language, a, b)


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("python", "x = 1  # a\n", "# b\nx = 1\n"),
        ("python", "# a\n# b\nx = 1\n", "# b\n# a\nx = 1\n"),
        ("java", "class A { int a; /* x */ }", "class A { int a; }"),
        ("go", "package a\n\n// x\nvar b = 1\n", "package a\n\n// y\nvar b = 1\n"),
        ("json", '{"a": 1 /* x */}', '{"a": 1}'),
        ("rust", "/// x\nfn f() {}\n", "fn f() {}\n"),
    ],
)
def test_comments_alone_differ(language: str, a: str, b: str) -> None:
    assert not same_syntax(language, a, b)
    assert same_tree(language, a, b)
