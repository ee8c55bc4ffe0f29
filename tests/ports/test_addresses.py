"""Which forge stands behind a remote, and where tokens come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from building import Commit, build
from syncline.core.errors import UserError
from syncline.ports.forge.address import Address, github_api, github_graphql, gitlab_api, parse_address
from syncline.ports.forge.tokens import GITHUB, find_token
from syncline.ports.git.credentials import stored_password
from syncline.ports.git.pushing import without_secret
from syncline.ports.git.repository import open_repository


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://github.com/octo/demo.git", Address("https", "github.com", "octo/demo")),
        ("https://bot:pw@github.com/octo/demo", Address("https", "github.com", "octo/demo")),
        ("git@github.com:octo/demo.git", Address("https", "github.com", "octo/demo")),
        ("gitlab.example:group/sub/demo.git", Address("https", "gitlab.example", "group/sub/demo")),
        ("ssh://git@gitlab.example:2222/group/sub/demo.git", Address("https", "gitlab.example", "group/sub/demo")),
        ("http://127.0.0.1:8080/octo/demo/", Address("http", "127.0.0.1:8080", "octo/demo")),
        ("/srv/git/demo.git", None),
        ("../demo", None),
        ("file:///srv/git/demo.git", None),
    ],
)
def test_addresses(url: str, expected: Address | None) -> None:
    assert parse_address(url) == expected


def test_apis() -> None:
    assert github_api(Address("https", "github.com", "o/n")) == "https://api.github.com"
    assert github_graphql("https://api.github.com") == "https://api.github.com/graphql"
    own = github_api(Address("https", "git.example", "o/n"))
    assert (own, github_graphql(own)) == ("https://git.example/api/v3", "https://git.example/api/graphql")
    assert gitlab_api(Address("https", "git.example", "o/n")) == "https://git.example/api/v4"


def test_the_environment_comes_before_the_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in GITHUB:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UserError, match="SYNCLINE_TOKEN or GITHUB_TOKEN or GH_TOKEN"):
        find_token(GITHUB, str)
    assert find_token(GITHUB, lambda: "helped") == "helped"
    monkeypatch.setenv("GH_TOKEN", " of the environment\n")
    assert find_token(GITHUB, lambda: "helped") == "of the environment"


def test_a_credential_helper_is_asked_without_a_terminal(tmp_path: Path) -> None:
    repo = build(tmp_path / "r", (Commit("target", (), {"a": "a"}),))
    repository = open_repository(repo.path)
    assert stored_password(repository, "https", "forge.example", "o/n.git") == ""
    repo.git("config", "credential.https://forge.example.helper", "!f() { echo username=bot; echo password=pw; }; f")
    assert stored_password(repository, "https", "forge.example", "o/n.git") == "pw"
    assert stored_password(repository, "https", "other.example", "o/n.git") == ""


def test_secrets_in_addresses_are_not_repeated() -> None:
    assert without_secret("cannot reach 'https://bot:pw@h.example/x' or ssh://git@h/x") == "cannot reach 'https://h.example/x' or ssh://h/x"
