"""Manifests entry by entry, and what a CI definition may do."""

from __future__ import annotations

import pytest

from syncline.account.manifests import entries_of, is_manifest
from syncline.account.workflows import Privilege, gains, privileges
from syncline.core.names import RepoPath


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        (
            "pyproject.toml",
            (
                '[project]\ndependencies = ["A_b[x]>=1; python_version < \'4\'", "c"]\n[project.optional-dependencies]\nfast = ["d==2"]\n'
                '[dependency-groups]\ndev = ["e", {include-group = "x"}]\n[tool.uv.sources]\nc = { git = "https://h/c", rev = "1" }\n'
                '[tool.poetry.group.docs.dependencies]\nf = "^1"\n[build-system]\nrequires = ["hatchling"]\n'
            ),
            {
                ("dependencies", "a-b"): "[x]>=1; python_version < '4'",
                ("dependencies", "c"): "",
                ("extra fast", "d"): "==2",
                ("group dev", "e"): "",
                ("uv source", "c"): "git = https://h/c, rev = 1",
                ("poetry group docs", "f"): "^1",
                ("build-system", "hatchling"): "",
            },
        ),
        (
            "pyproject.toml",
            (
                '[[tool.uv.dependency-metadata]]\nname = "A_b"\nversion = "2"\nrequires-dist = ["c", "d"]\n[[tool.uv.index]]\nname = "own"\n'
                'url = "https://h/i"\n[[tool.uv.index]]\nurl = "https://h/nameless"\n[tool.pdm.dev-dependencies]\ntest = ["e>1"]\n'
                '[tool.hatch.envs.docs]\nextra-dependencies = ["f"]\n'
            ),
            {
                ("uv dependency-metadata", "a-b"): "requires-dist = c; d, version = 2",
                ("uv index", "own"): "url = https://h/i",
                ("pdm test", "e"): ">1",
                ("hatch docs", "f"): "",
            },
        ),
        (
            "requirements-dev.txt",
            "# c\n-r other.txt\nA==1 \\\n  --hash=sha256:aa\nb @ git+https://h/b@v1  # why\n-e git+https://h/c.git@1#egg=c_d\n",
            {
                ("requirements", "a"): "==1",
                ("requirements", "b"): "@ git+https://h/b@v1",
                ("requirements", "c-d"): "git+https://h/c.git@1#egg=c_d",
            },
        ),
        ("package.json", '{"devDependencies": {"x": "github:a/b#1"}, "name": "n"}', {("devDependencies", "x"): "github:a/b#1"}),
        (
            "Cargo.toml",
            '[workspace.dependencies]\na = "1"\n[target.\'cfg(unix)\'.dependencies]\nb = { path = "../b" }\n[patch.crates-io]\nc = { git = "u" }\n',
            {
                ("workspace dependencies", "a"): "1",
                ("target cfg(unix) dependencies", "b"): "path = ../b",
                ("patch crates-io", "c"): "git = u",
            },
        ),
        (
            "go.mod",
            "module m\nrequire a.org/a v1.0.0\nrequire (\n\tb.org/b v0.1.0 // indirect\n)\nreplace b.org/b => ../b\n",
            {("require", "a.org/a"): "v1.0.0", ("require", "b.org/b"): "v0.1.0", ("replace", "b.org/b"): "=> ../b"},
        ),
    ],
)
def test_entries(path: str, text: str, wanted: dict[tuple[str, str], str]) -> None:
    assert is_manifest(RepoPath(path))
    found = entries_of(RepoPath(path), text)
    assert found is not None
    assert {key: entry.spec for key, entry in found.items()} == wanted
    lines = text.split("\n")
    for (_, name), entry in found.items():
        if name not in ("a-b", "c-d"):
            assert name in lines[entry.line - 1].lower()


@pytest.mark.parametrize(("path", "text"), [("package.json", "["), ("package.json", "[]"), ("pyproject.toml", "= 1"), ("Cargo.toml", "a")])
def test_a_broken_manifest_has_no_entries_and_says_so(path: str, text: str) -> None:
    assert not entries_of(RepoPath(path), text)


def test_what_a_workflow_may_do() -> None:
    text = (
        "on:\n  workflow_run:\n    workflows: [x]\npermissions: write-all\njobs:\n  a:\n    permissions:\n      id-token: write # why\n"
        "    steps:\n      - uses: ./local\n      - uses: a/b@v1\n        with:\n          t: ${{ secrets['KEY'] || secrets.GITHUB_TOKEN }}\n"
    )
    assert set(privileges(text)) == {
        *(Privilege("trigger", "workflow_run"), Privilege("permission", "everything: write"), Privilege("permission", "id-token: write")),
        *(Privilege("action", "a/b@v1"), Privilege("secret", "KEY")),
    }


def test_a_right_that_everything_had_is_no_gain() -> None:
    assert gains("permissions: write-all\n", "permissions:\n  contents: write\n") == {}
    assert set(gains("permissions: read-all\n", "permissions:\n  contents: write\n")) == {Privilege("permission", "contents: write")}
    assert gains("", "permissions:\n  contents: read\n") == {}
