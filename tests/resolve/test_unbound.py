"""Names that a finished text reads and nothing binds any more."""

from __future__ import annotations

import sys

import pytest

from syncline.core.merge import Merge
from syncline.core.names import RepoPath
from syncline.core.text import split_lines
from syncline.resolve.unbound import newly_unbound
from syncline.resolve.view import View


def unbound(text: str, source: str, target: str) -> tuple[str, ...]:
    lines = Merge(*(tuple(split_lines(one)) for one in ("", source, target)))
    return newly_unbound(View(RepoPath("a.py"), lines), text)


def test_what_both_sides_bind_and_the_text_does_not_is_told() -> None:
    assert unbound("print(box, lid)\n", "box = lid = 1\nprint(box)\n", "lid = 1\nbox = 2\nprint(lid)\n") == ("box", "lid")


def test_what_a_side_did_not_bind_either_is_nobodys_doing() -> None:
    assert unbound("print(box)\n", "print(box)\n", "box = 1\n") == ()
    assert unbound("from rooms import *\nprint(box)\n", "box = 1\n", "box = 1\n") == ()
    assert unbound("print(box\n", "box = 1\n", "box = 1\n") == ()


@pytest.mark.parametrize(
    "text",
    [
        "for box in (): print(box)\n",
        "import box.lid\nbox\n",
        "try:\n    pass\nexcept OSError as box:\n    print(box)\n",
        "match 1:\n    case {'a': 1, **box}: print(box)\n    case [*box]: print(box)\n    case int() as box: print(box)\n",
        "def f(box, /, *, a=1): return box\n",
    ],
)
def test_whatever_binds_a_name_binds_it(text: str) -> None:
    assert unbound(text, "box = 1\n", "box = 1\n") == ()


@pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python has no type parameters")
@pytest.mark.parametrize("text", ["def f[Box](a: Box) -> Box: return a\n", "class A[Box]:\n    a: Box\n", "type A[Box] = list[Box]\n"])
def test_type_parameters_are_bound(text: str) -> None:
    assert "Box" not in unbound(text, "Box = 1\n", "Box = 1\n")
