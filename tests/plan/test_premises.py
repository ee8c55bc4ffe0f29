"""What ``init`` reads out of a repository's own files, and the files it writes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from syncline.config import parse_config
from syncline.core.names import CommitId, RepoPath
from syncline.core.premises import Flow, LockFile, Premises, Tool
from syncline.core.provenance import Commit
from syncline.plan.premises import codeowners_of, golden_of, likely_first, locks_of, providers_of, tools_of
from syncline.report.starter import starter_files

FOUND = Premises(
    flow=Flow(
        "upstream/main",
        "origin/main",
        3,
        4,
        (Commit(CommitId("1" * 40), "Ada", "a@b", "Merge\x1b[31m\nsource = 'evil'", 1_700_000_000),),
        ("dev",),
    ),
    codeowners=".github/CODEOWNERS",
    locks=(LockFile("uv.lock", "pyproject.toml", ("uv", "lock")),),
    tools=(Tool("ruff check .", "pyproject.toml"), Tool("npm run te\nst", "package.json")),
    golden=("tests",),
    providers=("github", "gitlab"),
    upstream_url='https://example.org/a"; touch x; ".git',
)


def paths(*names: str) -> list[RepoPath]:
    return [RepoPath(name) for name in names]


def test_facts_are_read_from_paths() -> None:
    there = paths(
        "uv.lock",
        "pyproject.toml",
        "sub/Cargo.lock",
        "docs/CODEOWNERS",
        ".github/CODEOWNERS",
        "tests/golden/a.json",
        ".github/workflows/ci.yml",
    )
    assert codeowners_of(there) == ".github/CODEOWNERS"
    assert [lock.path for lock in locks_of(there)] == ["uv.lock"]
    assert golden_of(there) == ("tests",)
    assert providers_of(there, ()) == ("github",)
    assert providers_of(paths(".gitlab-ci.yml", ".github/workflows/x.yml"), ()) == ("github", "gitlab")
    assert providers_of((), ("git@gitlab.example.org:a/b.git",)) == ("gitlab",)
    assert providers_of((), ()) == ()


def test_tools_are_the_ones_that_the_files_name() -> None:
    files = {
        "pyproject.toml": "[tool.ruff]\n[tool.pytest.ini_options]\n",
        "package.json": '{"scripts": {"test": "x", "start": "y"}}',
        "Makefile": "test: all\n\techo\nlint:\nx := 1\n",
        "Cargo.toml": "[package]",
    }
    assert [tool.command for tool in tools_of(files)] == [
        *("ruff check .", "pytest", "npm run test", "cargo fmt --check", "cargo clippy", "cargo test", "make test", "make lint"),
    ]
    assert tools_of({"pyproject.toml": "not toml", "package.json": "[]"}) == ()


def test_branches_that_usually_receive_come_first() -> None:
    assert likely_first(["topic", "origin/next", "dev"]) == ["dev", "origin/next", "topic"]


@pytest.mark.parametrize(
    "found",
    [
        FOUND,
        replace(FOUND, flow=Flow("main", "main", 0, 0)),
        replace(FOUND, flow=Flow('a"b', "c\\d", 1, 1), codeowners="", locks=(), golden=(), tools=()),
    ],
    ids=["fork", "one branch", "odd names"],
)
def test_the_written_configuration_is_valid_and_says_what_was_found(found: Premises) -> None:
    config = parse_config(starter_files(found, "1.0")["syncline.toml"], "syncline.toml")
    assert (config.source, config.target) == (found.flow.source, found.flow.target)
    assert config.protected[0] == (found.codeowners or "CODEOWNERS")


def test_commented_blocks_are_valid_once_the_comment_signs_go() -> None:
    text = starter_files(FOUND, "1.0")["syncline.toml"]
    opened = re.sub(r'^# ((\[\[|[a-z-]+ = ["\[]).*)$', r"\1", text, flags=re.MULTILINE)
    assert opened != text
    config = parse_config(opened, "syncline.toml")
    assert (len(config.pair), len(config.group), config.regenerate[0].command) == (1, 1, ("uv", "lock"))


def test_workflows_have_least_privilege_and_pinned_actions() -> None:
    files = starter_files(FOUND, "1.0")
    github = files[".github/workflows/syncline.yml"]
    uses = re.findall(r"uses: (\S+)", github)
    assert uses
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", use) for use in uses)
    assert "permissions: {}" in github
    assert re.findall(r"^      [\w-]+: write$", github, re.MULTILINE) == ["      contents: write"]
    assert "pull_request" not in github
    assert "secrets." not in github
    assert all(line.strip().startswith("URL: ") for line in github.splitlines() if "touch x" in line), "an address is data, never a command"
    assert "syncline==1.0" in files[".gitlab-ci.yml"]


def test_what_is_there_already_is_not_written() -> None:
    files = starter_files(replace(FOUND, taken=("syncline.toml", ".gitlab-ci.yml")), "1.0")
    assert sorted(files) == [".github/workflows/syncline.yml", ".gitlab/syncline.yml"]
    assert "Include it from .gitlab-ci.yml" in files[".gitlab/syncline.yml"]
