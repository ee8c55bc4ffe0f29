"""CODEOWNERS, and the classes of paths."""

from __future__ import annotations

import pytest

from syncline.account.classes import Kind, classifier
from syncline.account.owners import owners_of, read_codeowners
from syncline.core.names import RepoPath
from syncline.core.policy import Classes, PathClass

TEXT = """\
# comment
* @all
/docs/ @writers docs@example.org  # them
*.js @web
src/**/deep.py @deep
/build/
!never @x
path\\ with\\ space.txt @space
"""


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("a.py", ("@all",)),
        ("docs/a/b.md", ("@writers", "docs@example.org")),
        ("x/docs/b.md", ("@all",)),
        ("docs/site.js", ("@web",)),
        ("src/a/b/deep.py", ("@deep",)),
        ("build/a.py", ()),
        ("path with space.txt", ("@space",)),
    ],
)
def test_the_last_match_decides(path: str, owners: tuple[str, ...]) -> None:
    assert owners_of(RepoPath(path), read_codeowners(TEXT)) == owners


def test_each_section_gives_its_own_owners() -> None:
    text = "* @all\n[Docs] @writers\ndocs/\ndocs/api/ @api\n^[Optional][2] @maybe\n*.md\n"
    lines = read_codeowners(text)
    assert owners_of(RepoPath("docs/x.md"), lines) == ("@all", "@writers", "@maybe")
    assert owners_of(RepoPath("docs/api/x.rst"), lines) == ("@all", "@api")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("src/a.py", Kind.SOURCE),
        ("tests/test_a.py", Kind.TEST),
        ("pkg/a_test.go", Kind.TEST),
        ("uv.lock", Kind.LOCK),
        ("tests/golden/a.json", Kind.GOLDEN),
        ("third_party/zlib/a.c", Kind.VENDORED),
        ("api/a_pb2.py", Kind.GENERATED),
        (".github/workflows/ci.yml", Kind.WORKFLOW),
        ("README.md", Kind.DOC),
        ("docs/conf.py", Kind.DOC),
        ("logo.svg", Kind.IMAGE),
    ],
)
def test_the_class_of_a_path_is_told_by_its_name(path: str, kind: Kind) -> None:
    assert classifier()(RepoPath(path)) is kind


def test_the_configuration_comes_first_and_the_later_class_wins() -> None:
    classify = classifier(
        Classes(source=PathClass(("tests/support/**",)), generated=PathClass(("api/**",)), vendored=PathClass(("api/old/**",)))
    )
    assert classify(RepoPath("tests/support/a.py")) is Kind.SOURCE
    assert classify(RepoPath("api/a.py")) is Kind.GENERATED
    assert classify(RepoPath("api/old/a.py")) is Kind.VENDORED
