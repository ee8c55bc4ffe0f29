"""Inputs that are no good, or only look like what a rule knows: each is answered safely, or left to people. The whole cascade is asked."""

from __future__ import annotations

import pytest

from syncline.core.merge import Merge
from syncline.core.names import BlobId, RepoPath
from syncline.core.resolution import Safety
from syncline.core.tree import MODE_FILE, Conflict, ConflictKind, Entry, Version
from syncline.resolve.cascade import resolve_conflict
from syncline.resolve.filewise import Options
from syncline.run.proving import broken, lost_parts

PLAIN = "one = 1\ntwo = 2\nthree = 3\n"
OURS = PLAIN.replace("two = 2\n", "<<<<<<< ours\ntwo = 21\n=======\ntwo = 22\n>>>>>>> theirs\n")
THEIRS = PLAIN.replace("two = 2\n", "<<<<<<< a\ntwo = 2\n=======\ntwo = 3\n>>>>>>> b\n")
CALLS = "".join(f"step_{number}(alpha, beta, gamma)\n" for number in range(8))
INDENTED = "def f(a):\n    if a:\n        go(a)\n    return a\n"
IN_C = "int f() {\n    go();\n    end();\n}\n"
TWICE = "def f():\n    return 1\n\n\ndef f():\n    return 2\n"
SHORT = "def f():\n    return 1\n"
OVERLOADED = "@overload\ndef f(a: int) -> int: ...\n\n\ndef f(a):\n    return a\n"
CONDITIONAL = "if NEW:\n    def f():\n        return 1\nelse:\n    def f():\n        return 2\n"
DOCTEST = 'def f(a):\n    """Go.\n\n    >>> f(1)\n    1\n    """\n    return a\n'
TEXT = 'CODE = """\nimport a\nimport b\nx = f(1)\ny = 2\n"""\n'


def more(text: str, behind: str, new: str) -> str:
    """The text with a line more."""
    return text.replace(behind, behind + new, 1)


OPEN = {
    "markers in one side": (PLAIN, PLAIN.replace("2", "20"), OURS),
    "markers in both sides": (PLAIN, THEIRS, OURS),
    "markers in all three": (OURS, OURS.replace("21", "210"), OURS.replace("21", "211")),
    "no text parses": ("def f(:\n    return 1\n", "def f(:\n    return 2\n", "def f(:\n    return 1 + g(\n"),
    "one side changes all line ends and a line": (
        PLAIN,
        PLAIN.replace("2\n", "2 + 1\n").replace("\n", "\r\n"),
        PLAIN.replace("3\n", "30\n"),
    ),
    "one side gains a byte order mark": (PLAIN, "\ufeff" + PLAIN, PLAIN.replace("one = 1", "one = 10")),
    "bytes that are no UTF-8": tuple(f"name = '{word}'\n".encode("latin-1") for word in ("café", "cafés", "thé")),
    "UTF-16": tuple(PLAIN.replace("1", digit).encode("utf-16") for digit in "123"),
    "the source emptied the file": (CALLS, "", CALLS.replace("step_3(alpha", "step_3(delta")),
    "the target emptied the file": (CALLS, CALLS.replace("step_3(alpha", "step_3(delta"), ""),
    "a name defined twice, the second changed": (TWICE, TWICE.replace("return 2", "return 20"), TWICE.replace("return 2", "return 200")),
    "a name defined twice, put into another order": (
        TWICE,
        "\n\n".join(reversed(TWICE.split("\n\n"))),
        TWICE.replace("return 2", "return 3"),
    ),
    "two decorators": (SHORT, f"@cached\n{SHORT}", f"@traced\n{SHORT}"),
    "two overloads": tuple(
        OVERLOADED.replace("int: ...\n", f"int: ...\n{new}")
        for new in ("", *(f"\n\n@overload\ndef f(a: {kind}) -> {kind}: ...\n" for kind in ("str", "bytes")))
    ),
    "one of two conditional definitions": (
        CONDITIONAL,
        CONDITIONAL.replace("return 1", "return 10"),
        CONDITIONAL.replace("return 1", "return 11"),
    ),
    "a definition more under a condition": (
        CONDITIONAL,
        CONDITIONAL.replace("else:\n", "    def g():\n        return 3\nelse:\n"),
        CONDITIONAL.replace("else:\n", "    def g():\n        return 4\nelse:\n"),
    ),
    "two doctests": (DOCTEST, more(DOCTEST, "    1\n", "    >>> f(2)\n    2\n"), more(DOCTEST, "    1\n", "    >>> f(3)\n    3\n")),
    "imports in a string": (TEXT, more(TEXT, "import b\n", "import c\n"), more(TEXT, "import b\n", "import d\n")),
    "statements in a string": (TEXT, more(TEXT, "y = 2\n", "z = 3\n"), more(TEXT, "y = 2\n", "w = 4\n")),
}

SAFE = {
    "one side changes all line ends": (PLAIN, PLAIN.replace("\n", "\r\n"), PLAIN.replace("2", "20"), PLAIN.replace("2", "20")),
    "one side mends mixed line ends": ("a = 1\r\nb = 2\n", "a = 1\nb = 2\n", "a = 1\r\nb = 20\n", "a = 1\r\nb = 20\n"),
    "tabs for spaces in Python": (
        INDENTED,
        INDENTED.replace("    ", "\t"),
        INDENTED.replace("go(a)", "go(a, 1)"),
        INDENTED.replace("go(a)", "go(a, 1)"),
    ),
    "both emptied the file": (CALLS, "", "", ""),
    "a doctest of which one side changes the spacing": (
        DOCTEST.replace("f(1)", "f( 1 )"),
        DOCTEST,
        DOCTEST.replace("f(1)\n    1", "f( 2 )\n    2"),
        DOCTEST.replace("f(1)\n    1", "f( 2 )\n    2"),
    ),
}


def conflict(path: str) -> Conflict:
    version = Version(RepoPath(path), Entry(MODE_FILE, BlobId("0" * 40)))
    return Conflict(RepoPath(path), ConflictKind.CONTENT, Merge(version, version, version))


def contents(texts: tuple[str | bytes, ...]) -> Merge[bytes]:
    base, source, target = (text.encode() if isinstance(text, str) else text for text in texts)
    return Merge(base, source, target)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("texts", OPEN.values(), ids=OPEN.keys())
def test_left_to_people(texts: tuple[str | bytes, ...], swapped: bool) -> None:
    given = contents(texts).swap() if swapped else contents(texts)
    answer = resolve_conflict(conflict("a.py"), Merge(given.base, given.source, given.target), Options())
    assert not answer.complete
    assert answer.edits == ()


@pytest.mark.parametrize("texts", SAFE.values(), ids=SAFE.keys())
def test_answered_safely(texts: tuple[str, str, str, str]) -> None:
    given = contents(texts[:3])
    where = Merge(given.base, given.source, given.target)
    answer = resolve_conflict(conflict("a.py"), where, Options(safe_only=True))
    assert answer.complete
    assert all(decision.safety is Safety.SAFE for decision in answer.decisions)
    (edit,) = answer.edits
    assert edit.content == texts[3].encode()
    assert broken(conflict("a.py"), where, texts[3].encode()) == ""
    assert lost_parts(RepoPath("a.py"), where, texts[3].encode()) == []


def test_no_line_end_at_the_end() -> None:
    given = contents(("a = 1\nb = 2", "a = 1\nb = 3", "a = 1\nb = 2\nc = 4\n"))
    where = Merge(given.base, given.source, given.target)
    answer = resolve_conflict(conflict("a.py"), where, Options())
    assert [edit.content for edit in answer.edits] == [b"a = 1\nb = 3\nc = 4\n"]
    assert not resolve_conflict(conflict("a.py"), where, Options(safe_only=True)).complete


def test_tabs_for_spaces_where_they_mean_nothing() -> None:
    given = contents((IN_C, IN_C.replace("    ", "\t"), IN_C.replace("go()", "go(1)")))
    answer = resolve_conflict(conflict("a.c"), Merge(given.base, given.source, given.target), Options(safe_only=True))
    assert answer.edits[0].content == IN_C.replace("go()", "go(1)").encode()
