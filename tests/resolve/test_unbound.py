"""Names that a finished text reads and nothing binds any more."""

from __future__ import annotations

import sys

import pytest

from syncline.core.merge import Merge
from syncline.core.names import RepoPath
from syncline.core.text import split_lines
from syncline.resolve.unbound import newly_idle, newly_unbound
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


def idle(text: str, source: str, target: str, path: str = "a.py") -> tuple[str, ...]:
    lines = Merge(*(tuple(split_lines(one)) for one in ("", source, target)))
    return newly_idle(View(RepoPath(path), lines), text)


BOX = "import box\n"


def test_an_import_whose_last_uses_the_sides_took_away_apart_is_told() -> None:
    assert idle(BOX, BOX + "box\n", BOX + "box.lid\n") == ("box",)
    assert idle(BOX, BOX + "box\n", "") == ("box",)
    assert idle("from rooms import hall as box\n", "from rooms import hall as box\nbox\n", "box = 2\n") == ("box",)


def test_an_import_that_a_side_did_not_read_either_is_nobodys_doing() -> None:
    assert idle(BOX, BOX, BOX + "box\n") == ()
    assert idle(BOX + "from rooms import *\n", BOX + "box\n", BOX + "box\n") == ()
    assert idle(BOX + "(\n", BOX + "box\n", BOX + "box\n") == ()


@pytest.mark.parametrize(
    "text",
    [
        BOX + "box.lid\n",
        BOX + "__all__ = ['box']\n",
        BOX + "def f(a: 'box.Lid'): ...\n",
        "from __future__ import box\n",
        "from rooms import box as box\n",
    ],
)
def test_an_import_may_be_there_for_others(text: str) -> None:
    assert idle(text, text + "box\n", text + "box\n") == ()


def test_a_package_imports_for_others() -> None:
    assert idle(BOX, BOX + "box\n", BOX + "box\n", "rooms/__init__.py") == ()
