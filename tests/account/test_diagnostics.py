"""What analysers print is read as it is meant, and a difference is taken whatever the line."""

from __future__ import annotations

import json

import pytest

from syncline.account.seam.diagnostics import UnreadableOutputError, brought, diagnostics
from syncline.core.analysis import Analysis, Diagnostic, Format
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath

RUFF = json.dumps([{"filename": "/t/a.py", "location": {"row": 3, "column": 1}, "code": "F821", "message": "Undefined name `x`"}])
PYREFLY = json.dumps({"errors": [{"path": "a.py", "line": 3, "name": "unknown-name", "description": "no x", "severity": "error"}]})
CARGO = "\n".join(
    [
        json.dumps({"reason": "compiler-artifact"}),
        json.dumps(
            {
                "reason": "compiler-message",
                "message": {
                    "level": "error",
                    "message": "no x",
                    "code": {"code": "E0425"},
                    "spans": [{"is_primary": True, "file_name": "src/a.rs", "line_start": 3}],
                },
            }
        ),
    ]
)
SARIF = json.dumps(
    {
        "runs": [
            {
                "results": [
                    {
                        "ruleId": "R1",
                        "level": "error",
                        "message": {"text": "no x"},
                        "locations": [{"physicalLocation": {"artifactLocation": {"uri": "file:///t/a.c"}, "region": {"startLine": 3}}}],
                    }
                ]
            }
        ]
    }
)


@pytest.mark.parametrize(
    ("kind", "output", "wanted"),
    [
        (Format.RUFF, RUFF, ("a.py", 3, "F821", "Undefined name `x`", True)),
        (Format.PYREFLY, PYREFLY, ("a.py", 3, "unknown-name", "no x", True)),
        (Format.TSC, "src/a.ts(3,5): error TS2304: Cannot find name 'x'.\n", ("src/a.ts", 3, "TS2304", "Cannot find name 'x'.", True)),
        (Format.GO_VET, "# pkg\nvet: ./a.go:3:5: undefined: x\n", ("a.go", 3, "", "undefined: x", True)),
        (Format.CARGO_JSON, CARGO, ("src/a.rs", 3, "E0425", "no x", True)),
        (Format.JAVAC, "A.java:3: error: cannot find symbol\n  x();\n  ^\n", ("A.java", 3, "", "cannot find symbol", True)),
        (Format.GCC, "/t/a.c:3:5: warning: unused 'x' [-Wunused]\n", ("a.c", 3, "-Wunused", "unused 'x'", False)),
        (Format.SARIF, SARIF, ("a.c", 3, "R1", "no x", True)),
    ],
)
def test_every_format_is_read(kind: Format, output: str, wanted: tuple[str, int, str, str, bool]) -> None:
    path, line, code, message, error = wanted
    assert diagnostics(kind, output, "/t") == (Diagnostic(RepoPath(path), line, code, message, error),)


def test_a_pattern_of_the_project() -> None:
    found = diagnostics(Format.REGEX, "!! a.lua @ 3 = bad", "/t", r"^!! (?P<path>\S+) @ (?P<line>\d+) = (?P<message>.*)$")
    assert found == (Diagnostic(RepoPath("a.lua"), 3, "", "bad"),)


def test_notes_and_files_outside_of_the_tree_are_none_of_ours() -> None:
    assert diagnostics(Format.GCC, "/usr/include/a.h:3: error: x\na.c:4:1: note: see here\n", "/t") == ()


@pytest.mark.parametrize("kind", [Format.RUFF, Format.PYREFLY, Format.SARIF])
def test_what_is_no_json_is_not_nothing_found(kind: Format) -> None:
    with pytest.raises(UnreadableOutputError):
        diagnostics(kind, "Segmentation fault", "/t")


def test_a_moved_line_is_not_new_and_one_more_of_a_kind_is() -> None:
    def said(*lines: int) -> tuple[Diagnostic, ...]:
        return tuple(Diagnostic(RepoPath("a.c"), line, "W", f"unused at line {line}") for line in lines)

    analysis = Analysis("cc", said(7, 9), Merge((), said(3), ()))
    assert list(brought(analysis, lambda path, _: path)) == [said(9)[0]]


def test_a_renamed_file_keeps_its_complaints() -> None:
    one, other = Diagnostic(RepoPath("new.c"), 1, "W", "x"), Diagnostic(RepoPath("old.c"), 1, "W", "x")
    analysis = Analysis("cc", (one,), Merge((), (other,), ()))
    moved = {Side.SOURCE: RepoPath("old.c"), Side.TARGET: None}
    assert list(brought(analysis, lambda _, side: moved[side])) == []
