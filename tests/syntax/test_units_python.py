from __future__ import annotations

import pytest

from syncline.core.unit import Unit
from syncline.syntax import units


def shown(found: tuple[Unit, ...]) -> list[str]:
    return [
        f"{u.kind} {u.qualified} {u.lines.start}-{u.lines.stop}" + (f" body {u.body.start}-{u.body.stop}" if len(u.body) else "")
        for u in found
    ]


def test_functions_classes_and_what_stands_above_them() -> None:
    text = """\
#!/usr/bin/env python
import os

# about f
# in two lines
@mark
@other(
    1)
def f(a,
      b):
    # first words
    return a
    # last words

# not about g

def g(): pass
class A(B):
    '''Doc.'''

    # about m
    def m(self):
        return 1
    # the end of A
"""
    assert shown(units("python", text)) == [
        "import os 1-2",
        "function f 3-13 body 10-13",
        "function g 16-17",
        "class A 17-24 body 18-24",
        "method A.m 20-23 body 22-23",
    ]


def test_fields_constants_and_enumerations() -> None:
    text = """\
LIMIT: int = 1
a, (b, *c) = 1, (2, 3)
obj.attribute = 1
@dataclass
class C:
    # about x
    x: int
    y = z = 2
    class Color(enum.StrEnum):
        RED = "r"
        _ignore_ = []
        note: str
class Flags(IntFlag):
    A = 1
"""
    assert shown(units("python", text)) == [
        "constant LIMIT 0-1",
        "constant a 1-2",
        "constant b 1-2",
        "constant c 1-2",
        "class C 3-12 body 5-12",
        "field C.x 5-7",
        "field C.y 7-8",
        "field C.z 7-8",
        "class C.Color 8-12 body 9-12",
        "enum value C.Color.RED 9-10",
        "field C.Color._ignore_ 10-11",
        "field C.Color.note 11-12",
        "class Flags 12-14 body 13-14",
        "enum value Flags.A 13-14",
    ]


def test_imports_are_named_by_what_they_bind() -> None:
    text = "import a.b, c.d as e\nfrom x import (\n    y as z,\n    w,\n)\nfrom . import *\n"
    assert shown(units("python", text)) == ["import a 0-1", "import e 0-1", "import z 1-5", "import w 1-5", "import * 5-6"]


def test_conditional_definitions_and_those_inside_of_functions() -> None:
    text = """\
if A:
    def f(): ...
elif B:
    X = 1
    def f(): ...
else:
    try:
        import fast
    except ImportError:
        fast = None
    finally:
        with y: Z = 1
match v:
    case 1:
        def f(): ...
def outer():
    local = 1
    import inner
    for x in y:
        def nested():
            class K:
                field = 1
    async def other(): pass
"""
    assert shown(units("python", text)) == [
        "function f 1-2",
        "constant X 3-4",
        "function f 4-5",
        "import fast 7-8",
        "constant fast 9-10",
        "constant Z 11-12",
        "function f 14-15",
        "function outer 15-23 body 16-23",
        "import outer.inner 17-18",
        "function outer.nested 19-22 body 20-22",
        "class outer.nested.K 20-22 body 21-22",
        "field outer.nested.K.field 21-22",
        "function outer.other 22-23",
    ]


def test_overloads_and_setters_are_units_of_their_own() -> None:
    text = """\
class A:
    @overload
    def f(self, a: int) -> int: ...
    @overload
    def f(self, a: str) -> str: ...
    def f(self, a): return a
    @property
    def x(self): return 1
    @x.setter
    def x(self, v): pass
"""
    assert [line.split()[1] for line in shown(units("python", text))] == ["A", "A.f", "A.f", "A.f", "A.x", "A.x"]


def test_attributes_of_self_on_demand() -> None:
    text = """\
class A:
    def __init__(this, v):
        this.a = v
        if v:
            this.b, this.c[0] = 1, 2
        other.d = 1
    def m(self):
        self.a = 2
        self.e: int = 3
    @staticmethod
    def s(): x.f = 1
def f(self):
    self.g = 1
"""
    with_attributes = [line for line in shown(units("python", text, attributes=True)) if line.startswith("field")]
    assert with_attributes == ["field A.a 2-3", "field A.b 4-5", "field A.e 8-9"]
    assert not [line for line in shown(units("python", text)) if line.startswith("field")]


def test_strings_that_look_like_code() -> None:
    text = 'x = """\ndef no(): pass\n# no comment"""\ndef yes():\n    """\n    class No: pass\n    """\n'
    assert shown(units("python", text)) == ["constant x 0-3", "function yes 3-7 body 4-7"]


@pytest.mark.parametrize("text", ["", "\n", "# only\n", "\ufeff", "pass"])
def test_nothing_there(text: str) -> None:
    assert units("python", text) == ()


def test_line_ends_and_marks_of_other_systems() -> None:
    assert shown(units("python", "\ufeff# c\r\ndef f():\r\n    pass\r\n")) == ["function f 0-3 body 2-3"]
    assert shown(units("python", "x = 1\rdef f():\r    pass\ny = 1\n")) == ["constant x 0-1", "function f 0-1", "constant y 1-2"]
    assert shown(units("python", "a = 1\n\x0cdef f():\n    pass\n")) == ["constant a 0-1", "function f 1-3 body 2-3"]


def test_bytes_that_are_not_utf_8() -> None:
    assert shown(units("python", "# \udce9\ndef f(): return '\udce9'\n")) == ["function f 0-2"]


@pytest.mark.parametrize("broken", ["print 'old'\n", "def broken(:\n", "<<<<<<< ours\n", "x = '\0'\n"])
def test_what_can_be_made_out_of_a_text_that_does_not_parse(broken: str) -> None:
    text = "import a.b\nfrom x import y as z, w\n\n# about f\n@mark\ndef f(a):\n    return a\n\nclass A:\n    x = 1\n    def m(self):\n        pass\n\n"
    assert shown(units("python", text + broken))[:7] == [
        "import a 0-1",
        "import z 1-2",
        "import w 1-2",
        "function f 3-7 body 6-7",
        "class A 8-12 body 9-12",
        "field A.x 9-10",
        "method A.m 10-12 body 11-12",
    ]


def test_deep_and_long_texts() -> None:
    chain = "if a:\n    x = 1\n" + "".join(f"elif b{i}:\n    x{i} = 1\n" for i in range(3_000))
    assert len(units("python", chain)) == 3_001
    assert units("python", "x = " + "(" * 100_000) is not None
    assert len(units("python", "x = 1\n" * 20_000)) == 20_000


def test_what_stands_on_the_last_line_of_a_header_is_no_body() -> None:
    assert shown(units("python", "def f(\n    a,\n) -> None: ...\ndef g(\n    a,\n):\n    ...\n")) == [
        "function f 0-3",
        "function g 3-7 body 6-7",
    ]
