"""Public names that a side takes away."""

from __future__ import annotations

import pytest

from syncline.core.forecast import NameFate
from syncline.core.names import RepoPath
from syncline.plan.names import Rewritten, bare_name, name_changes, with_uses

BODY = "".join(f"    step_{n}(value)\n" for n in range(8))


def fates(
    before: str, after: str, *, path: str = "pkg/a.py", old: str = "", new: tuple[tuple[RepoPath, str], ...] = ()
) -> dict[str, tuple[str, str]]:
    file = Rewritten(RepoPath(path), RepoPath(old or path), before, after)
    return {c.name: (c.fate.value, c.now) for c in name_changes([file], new)}


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        (f"def f(value):\n{BODY}", "", {"f": ("removed", "")}),
        (f"def f(value):\n{BODY}", f"def g(value):\n{BODY}", {"f": ("renamed", "g")}),
        (f"def _f(value):\n{BODY}", "", {}),
        (f"def f(value):\n{BODY}", f"def f(other):\n{BODY}", {}),
        ("class C:\n    def m(self):\n        pass\n", "", {"C": ("removed", "")}),
        ("class C:\n    def m(self):\n        pass\n", "class C:\n    pass\n", {"C.m": ("removed", "")}),
        (
            "from enum import Enum\nclass E(Enum):\n    A = 1\n    B = 2\n",
            "from enum import Enum\nclass E(Enum):\n    A = 1\n",
            {"E.B": ("removed", "")},
        ),
        ("class C:\n    size: int = 3\n", "class C:\n    width: int = 3\n", {"C.size": ("removed", "")}),
        ("def f():\n    local = 1\n    return local\n", "def f():\n    return 1\n", {}),
        ('parser.add_argument("--fast-path")\n', "pass\n", {"--fast-path": ("removed", "")}),
        ('parser.add_argument("--fast-path")\n', "x = '--fast-path'\n", {}),
    ],
)
def test_fates(before: str, after: str, wanted: dict[str, tuple[str, str]]) -> None:
    assert fates(before, after) == wanted


def test_a_name_may_move_to_a_new_file() -> None:
    moved = fates(f"def f(value):\n{BODY}", "", new=((RepoPath("pkg/b.py"), f"def f(value):\n{BODY}"),))
    assert moved == {"f": ("moved", "pkg/b.py")}


def test_a_renamed_file_keeps_its_names() -> None:
    assert fates("def f():\n    return 1\n", "def f():\n    return 2\n", path="pkg/b.py", old="pkg/a.py") == {}


def test_other_languages_speak_too() -> None:
    before = "export function open(a) {\n  return a;\n}\nexport function shut(a) {\n  return a + 1;\n}\n"
    assert fates(before, before.split("export function shut", maxsplit=1)[0], path="a.js") == {"shut": ("removed", "")}


def test_uses_count_only_for_names_that_the_source_no_longer_says() -> None:
    changes = name_changes(
        [
            Rewritten(
                RepoPath("a.py"),
                RepoPath("a.py"),
                f"class C:\n    def m(self):\n        pass\ndef f(value):\n{BODY}",
                "class C:\n    pass\n",
            )
        ]
    )
    assert [bare_name(c) for c in changes] == ["m", "f"]
    places = [("m", RepoPath("b.py"), 3), ("f", RepoPath("b.py"), 4)]
    found = {c.name: [use.line for use in c.uses] for c in with_uses(changes, frozenset({"m"}), places)}
    assert found == {"C.m": [], "f": [4]}
    assert {c.fate for c in changes} == {NameFate.REMOVED}
