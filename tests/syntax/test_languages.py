from __future__ import annotations

import pytest

from syncline.syntax import can_parse, is_test_path, language_of


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a/b.py", "python"),
        ("a/B.PYI", "python"),
        ("x.js", "javascript"),
        ("x.mjs", "javascript"),
        ("x.ts", "typescript"),
        ("x.tsx", "tsx"),
        ("A.java", "java"),
        ("a.kt", "kotlin"),
        ("a.go", "go"),
        ("a.rs", "rust"),
        ("a.c", "c"),
        ("a.h", "c"),
        ("a.cu", "cpp"),
        ("a.cuh", "cpp"),
        ("a.cs", "csharp"),
        ("a.php", "php"),
        ("a.rb", "ruby"),
        ("Gemfile", "ruby"),
        ("package.json", "json"),
        ("ci.yml", "yaml"),
        ("pyproject.toml", "toml"),
        ("uv.lock", "lock"),
        ("Cargo.lock", "lock"),
        ("README.md", "markdown"),
        ("doc/index.rst", "rst"),
        ("run.sh", "shell"),
        ("Makefile", "makefile"),
        ("docker/Dockerfile.rocm", "dockerfile"),
        ("CMakeLists.txt", "cmakelists"),
        ("x.cmake", "cmake"),
        ("a.html", "html"),
        ("a.html.twig", "twig"),
        ("a.css", "css"),
        ("a.sql", "sql"),
        ("setup.cfg", "ini"),
        ("de.po", "po"),
        ("a.pyx", "cython"),
        ("CHANGES", "text"),
        (".github/CODEOWNERS", "text"),
        (".gitignore", "text"),
        ("requirements.txt", "text"),
        ("python3.passing", None),
        ("a.py.orig", None),
        ("", None),
    ],
)
def test_language_by_name(path: str, language: str | None) -> None:
    assert language_of(path) == language


@pytest.mark.parametrize(
    ("first_line", "language"),
    [
        ("#!/usr/bin/python3.11", "python"),
        ("#!/usr/bin/env python\r\n", "python"),
        ("#!/usr/bin/env -S FOO=1 node --x", "javascript"),
        ("#! /bin/sh -e", "shell"),
        ("\ufeff#!/bin/bash", "shell"),
        ("#!/usr/bin/env", None),
        ("#!", None),
        ("# python", None),
        ("", None),
    ],
)
def test_language_by_first_line(first_line: str, language: str | None) -> None:
    assert language_of("bin/tool", first_line) == language


def test_name_counts_more_than_first_line() -> None:
    assert language_of("a.rb", "#!/bin/sh") == "ruby"


def test_can_parse_says_where_problems_can_be_found() -> None:
    assert can_parse("python")
    assert can_parse("yaml")
    assert not can_parse("shell")
    assert not can_parse(None)


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("tests/unit/x.py", True),
        ("pkg/tests/__init__.py", True),
        ("src/Console/Tests/A.php", True),
        ("a/test_x.py", True),
        ("a/x_test.go", True),
        ("conftest.py", True),
        ("src/a.test.ts", True),
        ("src/a.spec.js", True),
        ("src/ATest.java", True),
        ("unit_tests/x.py", True),
        ("lib/x_spec.rb", True),
        ("src/contest.py", False),
        ("src/latest.py", False),
        ("src/testing_ground.txt", False),
        ("src/Protest.java", False),
        ("attest/a.py", False),
    ],
)
def test_is_test_path(path: str, answer: bool) -> None:
    assert is_test_path(path) is answer
