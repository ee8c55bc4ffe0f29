"""CODEOWNERS, and the classes of paths."""

from __future__ import annotations

import time
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syncline.account.classes import Kind, classifier
from syncline.account.owners import PLACES, owners_of, read_codeowners
from syncline.core.names import RepoPath
from syncline.core.policy import Classes, PathClass

# The patterns of GitHub's public description, in an order of our own.
GITHUB = """\
# comment
*       @all
*.js    @web  # them
/build/logs/ @logs
docs/*  docs@example.org
apps/ @apps
/apps/hidden
src/**/deep.py @deep
**/logs @every/log
tools/** @tools
/notes @notes
path\\ with\\ space.txt @space
q?z.c @question
**/a/**/b.c @between
/*.cfg @root
"""

GITHUB_SAYS = [
    ("a.py", ("@all",)),
    (".hidden", ("@all",)),
    ("x/y/site.js", ("@web",)),
    ("build/logs/deep/x.txt", ("@every/log",)),
    ("build/logs.txt", ("@all",)),
    ("docs/a.md", ("docs@example.org",)),
    ("docs/deep/b.md", ("@all",)),
    ("x/docs/a.md", ("@all",)),
    ("x/apps/y/z.c", ("@apps",)),
    ("apps/hidden/z.c", ()),
    ("apps/hidden", ()),
    ("apps/hidden2", ("@apps",)),
    ("src/deep.py", ("@deep",)),
    ("src/a/b/deep.py", ("@deep",)),
    ("x/src/deep.py", ("@all",)),
    ("x/logs/y", ("@every/log",)),
    ("tools/a/b", ("@tools",)),
    ("tools", ("@all",)),
    ("notes", ("@notes",)),
    ("notes/deep/a", ("@notes",)),
    ("path with space.txt", ("@space",)),
    ("x/quz.c", ("@question",)),
    ("quuz.c", ("@all",)),
    ("a/b.c", ("@between",)),
    ("x/a/y/y/b.c", ("@between",)),
    ("a/xb.c", ("@all",)),
    ("setup.cfg", ("@root",)),
    ("x/setup.cfg", ("@all",)),
]


@pytest.mark.parametrize(("path", "owners"), GITHUB_SAYS)
def test_github(path: str, owners: tuple[str, ...]) -> None:
    found = read_codeowners(GITHUB)
    assert found.problems == ()
    assert owners_of(RepoPath(path), found.lines) == owners


# As GitLab's public description has it: ``fnmatch`` with path names, sections, exemptions.
GITLAB = """\
* @all
!pom.xml
/special/pom.xml @late

[Docs][2] @writers
docs/
/docs/api/ @api
README.md @group/with/sub docs@example.org

^[Data Base] @data @@maintainer
model/*.rb
\\#odd @odd

[DOCS]
/guide/**/index.md @guides
[a-c].md @range
x.txt
"""

GITLAB_SAYS = [
    ("a.c", ("@all",)),
    ("pom.xml", ()),
    ("deep/pom.xml", ()),
    ("special/pom.xml", ()),
    ("docs/deep/x.md", ("@all", "@writers")),
    ("x/docs/x.md", ("@all", "@writers")),
    ("docs/api/x", ("@all", "@api")),
    ("docs", ("@all",)),
    ("x/README.md", ("@all", "@group/with/sub", "docs@example.org")),
    ("model/a.rb", ("@all", "@data", "@@maintainer")),
    ("x/model/a.rb", ("@all", "@data", "@@maintainer")),
    ("model/deep/a.rb", ("@all",)),
    ("#odd", ("@all", "@odd")),
    ("guide/index.md", ("@all", "@guides")),
    ("guide/a/b/index.md", ("@all", "@guides")),
    ("b.md", ("@all", "@range")),
    ("d.md", ("@all",)),
]


@pytest.mark.parametrize(("path", "owners"), GITLAB_SAYS)
def test_gitlab(path: str, owners: tuple[str, ...]) -> None:
    assert owners_of(RepoPath(path), read_codeowners(GITLAB).lines) == owners


def test_a_later_section_of_the_same_name_goes_on_without_the_defaults_of_the_first() -> None:
    assert read_codeowners(GITLAB).problems == ("CODEOWNERS line 17: nobody owns 'x.txt'",)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("!docs/ @x", "'!' does not work here"),
        ("a[bc].txt @x", "'[ ]' does not work here"),
        ("\\#a @x", "a pattern cannot begin with '#'"),
        ("/ @x", "'/' matches nothing; did you mean '*'?"),
        ("a.c someone", "'someone' is neither @user, @org/team nor an e-mail address"),
        ("a.c @x, @y", "'@x,' is neither @user, @org/team nor an e-mail address"),
        ("a.c \x1b[31m@x", "'\\x1b[31m@x' is neither @user, @org/team nor an e-mail address"),
    ],
)
def test_github_leaves_a_wrong_line_out_and_says_so(line: str, says: str) -> None:
    found = read_codeowners(f"* @all\r\n\n{line}\nb.c @b\n", ".github/CODEOWNERS")
    assert found.problems == (f".github/CODEOWNERS line 3: {says}; the line is left out",)
    assert owners_of(RepoPath("a.c"), found.lines) == ("@all",)
    assert owners_of(RepoPath("b.c"), found.lines) == ("@b",)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[Section name", "'[Section name' is no heading of a section; it is read as a pattern"),
        ("a.c", "nobody owns 'a.c'"),
        ("a.c @x someone", "'someone' is neither @user, @group, @@role nor an e-mail address"),
        ("[z-a].c @x", "the pattern '[z-a].c' cannot be read; the line is left out"),
    ],
)
def test_gitlab_says_what_is_wrong_with_a_line(line: str, says: str) -> None:
    found = read_codeowners(f"* @all\n{line}\n", ".gitlab/CODEOWNERS")
    assert found.problems == (f".gitlab/CODEOWNERS line 2: {says}",)
    assert owners_of(RepoPath("b.c"), found.lines) == ("@all",)


def test_a_file_that_forges_do_not_read_owns_nothing() -> None:
    found = read_codeowners("a @b\n" * 700_000)
    assert (found.lines, found.problems) == ((), ("CODEOWNERS is larger than 3 MB; forges do not read it",))


@pytest.mark.parametrize("pattern", ["**/a" * 60 + "/b", "*a" * 400 + "b", "a/**" * 60 + "/b", "**/" * 400 + "*a*a*a*a*b"])
@pytest.mark.parametrize("place", ["CODEOWNERS", ".gitlab/CODEOWNERS"])
def test_no_pattern_takes_long(pattern: str, place: str) -> None:
    lines = read_codeowners(f"{pattern} @x\n", place).lines
    began = time.process_time()
    for path in ("a/" * 200 + "c", "a" * 4000 + "c", "a/" * 200 + "aaaaaaaaaa"):
        assert owners_of(RepoPath(path), lines) == ()
    # A reader that goes back and tries again would take longer than anybody lives: this is no measure of speed.
    assert time.process_time() - began < 20


@settings(deadline=None)
@given(st.text(alphabet="ab*?/\\[]!^#@ \n-.x", max_size=60))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    for place in PLACES:
        found = read_codeowners(text, place)
        assert all(problem.startswith(f"{place} line ") for problem in found.problems)
        owners_of(RepoPath("a/b/a"), found.lines)


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
        (".syncline/decisions.toml", Kind.GENERATED),
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


@pytest.mark.parametrize(
    ("pattern", "path"), [("a[+--].md @range", "a-.md"), ("a[--.].md @range", "a..md"), ("a[a&&b].md @range", "a&.md")]
)
def test_two_hyphens_or_ampersands_in_a_set_are_git_s_and_not_python_s(pattern: str, path: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = read_codeowners(f"[Team]\n{pattern}\n")
    assert owners_of(RepoPath(path), found.lines) == ("@range",)
