"""What is a test, told by where it lies and what it is called."""

from __future__ import annotations

import re
from collections.abc import Sequence

from syncline.core.unit import Unit, UnitKind

_FOLDERS = frozenset({"__tests__", "e2e", "spec", "specs", "test", "testdata", "tests", "unittest", "unittests"})
_FOLDER = re.compile(r"tests?[_-].*|.*[_-]tests?$")
_FILE = re.compile(
    r"(?:tests?[_-].*|.*[_-]tests?|conftest|.*_spec)\.\w+|.*\.(?:test|tests|spec)\.\w+|.*Tests?(?:Case)?\.(?:php|java|kt|kts|cs|scala|groovy|swift)"
)
_NAME = re.compile(r"test(?:s?$|_|[A-Z0-9])|Test(?:$|[A-Z0-9_])|(?:it|test|specify|scenario) ")
_MARK = re.compile(
    r"@(?:\w+\.)*(?:Parameterized|Repeated)?Test\b|#\[(?:\w+::)*test\b|\[(?:Fact|Theory|Test|TestCase|TestMethod)\b|@test\b|#\[Test\b"
)


def is_test_path(path: str) -> bool:
    """True for files in a folder of tests, and for files that are named as tests, in any language we know."""
    *folders, name = path.split("/")
    return any(folder.lower() in _FOLDERS or _FOLDER.fullmatch(folder.lower()) for folder in folders) or _FILE.fullmatch(name) is not None


def is_test_unit(unit: Unit, lines: Sequence[str] = ()) -> bool:
    """True for a function or method that a test runner would run as one test; classes of tests are not tests.

    Goes by the name (``test_x``, ``testX``, ``TestX`` of Go, ``it does x``) and, given the lines of its file, by marks above it
    (``@Test``, ``#[test]``, ``[Fact]``).
    """
    if unit.kind not in {UnitKind.FUNCTION, UnitKind.METHOD}:
        return False
    if _NAME.match(unit.name):
        return True
    stop = unit.body.start if len(unit.body) else unit.lines.stop
    return any(_MARK.search(line) for line in lines[unit.lines.start : stop])
