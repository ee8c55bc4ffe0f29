"""The line end at the end of a file: it is merged by itself, and makes no conflict."""

from __future__ import annotations

import pytest

from syncline.core.merge import ABSENT, Merge
from syncline.core.names import BlobId, RepoPath
from syncline.core.resolution import Preference
from syncline.core.tree import Conflict, ConflictKind, Entry, Version
from syncline.resolve.cascade import resolve_conflict
from syncline.resolve.filewise import Options

PATH = RepoPath("a.c")
VERSION = Version(PATH, Entry("100644", BlobId("0" * 40)))
CONFLICT = Conflict(PATH, ConflictKind.CONTENT, Merge(VERSION, VERSION, VERSION))


def merged(base: bytes, source: bytes, target: bytes, preference: Preference = Preference.STOP) -> bytes | None:
    answer = resolve_conflict(CONFLICT, Merge(base, source, target), Options(preference))
    return answer.edits[0].content if answer.edits else None


@pytest.mark.parametrize(
    ("base", "source", "target", "expected"),
    [
        (b"a;\nb;\n", b"a;\nb;", b"a;\nb;\nc;\n", b"a;\nb;\nc;\n"),
        (b"a;\nb;", b"a;\nb;\n", b"a;\nb;", b"a;\nb;\n"),
        (b"a;\nb;\n", b"a;\nb;", b"a;\nb;\n", b"a;\nb;"),
        (b"a;\nb;", b"a;\nb;\nc;", b"one(a);\nb;", b"one(a);\nb;\nc;"),
        (b"a;\r\nb;", b"a;\r\nb;\r\n", b"a;\r\nb;\r\nc;\r\n", b"a;\r\nb;\r\nc;\r\n"),
    ],
    ids=[
        "lost by one side, with lines behind it on the other",
        "gained by one side",
        "lost by one side",
        "none has it",
        "carriage returns",
    ],
)
def test_a_last_line_without_a_line_end(base: bytes, source: bytes, target: bytes, expected: bytes) -> None:
    assert merged(base, source, target) == expected
    assert merged(base, target, source) == expected


def test_a_removal_up_to_the_end_is_a_removal() -> None:
    """The target took the last function out, and the line end before it; the source retouched the function."""
    kept, gone = b"void keep(int one,\n          int scale)", b";\n\n// only for tests\nvoid gone(float two,\n          int scale);\n"
    base, target = kept + gone, kept + b";"
    assert merged(base, base.replace(b"float", b"double"), target) == target


def test_a_preferred_last_line_keeps_its_own_end() -> None:
    texts = b"one\ntwo\n", b"one\nsource", b"one\ntarget\n"
    assert merged(*texts, Preference.TARGET) == b"one\ntarget\n"
    assert merged(*texts, Preference.SOURCE) == b"one\nsource"
    assert merged(*texts) is None


def test_files_that_only_the_sides_have() -> None:
    conflict = Conflict(PATH, ConflictKind.ADD_ADD, Merge(ABSENT, VERSION, VERSION))
    answer = resolve_conflict(conflict, Merge(ABSENT, b"a;\nb;", b"a;\nb;\n"), Options())
    assert answer.edits[0].content == b"a;\nb;\n"
