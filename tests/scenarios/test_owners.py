"""Findings name whom they ask: the authors of the commits concerned, then who owns the paths on the target."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from building import build
from stories import Story
from syncline.account.owners import owners_of, read_codeowners
from syncline.core.finding import Finding
from syncline.core.names import RepoPath
from syncline.report.data import audit_data
from syncline.report.markdown import audit_markdown
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

OWNERS = "* @all\nlib/ @lib/team\n!docs/ @nobody\n"
GAUGE = "def level(value):\n    return value * 2\n\n\ndef depth(value):\n    return level(value) + 1\n"
USER = "from lib.gauge import level\n\n\ndef show(value):\n    return str(level(value))\n"


def found(story: Story, check: str) -> Finding:
    report = audit_merge(story.path, "dev", None, silent)
    (finding,) = (finding for finding in report.findings if finding.check == check)
    return finding


def test_the_author_of_lost_work_then_the_owners_of_its_path(tmp_path: Path) -> None:
    story = Story(tmp_path / "r")
    story.commit("main", "Start (#1)", {"lib/gauge.py": GAUGE, ".github/CODEOWNERS": OWNERS})
    story.branch("dev", "main")
    story.commit("main", "Scale (#2)", {"lib/gauge.py": GAUGE.replace("* 2", "* 2 * SCALE"), "other.py": "x = 1\n"}, author="Bert Source")
    story.commit("dev", "Offset (#3)", {"lib/gauge.py": GAUGE.replace("+ 1", "+ OFFSET")}, author="Chloe Target")
    story.merge("dev", "main", edits={"lib/gauge.py": GAUGE.replace("+ 1", "+ OFFSET")})
    assert found(story, "half-integrated").owners == ("Bert Source", "@lib/team")


def test_a_break_of_the_seam_asks_both_sides(tmp_path: Path) -> None:
    """One side renames what the other begins to call; the source's own file of owners has no say."""
    story = Story(tmp_path / "r")
    story.commit("main", "Start (#1)", {"lib/gauge.py": GAUGE, "CODEOWNERS": "* @all\n/app/ @app\n", "lib/__init__.py": ""})
    story.branch("dev", "main")
    story.commit("main", "Show (#2)", {"app/show.py": USER, "CODEOWNERS": "* @source\n"}, author="Bert Source")
    story.commit("dev", "Rename (#3)", {"lib/gauge.py": GAUGE.replace("level", "height")}, author="Chloe Target")
    story.merge("dev", "main", edits={"CODEOWNERS": "* @all\n/app/ @app\n"})
    assert found(story, "removed-name-still-imported").owners == ("Bert Source", "Chloe Target", "@app")


def test_every_finding_of_a_careless_merge_asks_somebody_and_every_report_says_whom(tmp_path: Path) -> None:
    story = Story(tmp_path / "r")
    story.commit("main", "Start (#1)", {"lib/gauge.py": GAUGE, "CODEOWNERS": OWNERS, "docs/a.txt": "a\n"})
    story.branch("dev", "main")
    story.commit("main", "Scale (#2)", {"lib/gauge.py": GAUGE.replace("* 2", "* SCALE")}, author="Bert Source")
    story.commit("dev", "Words (#3)", {"docs/a.txt": "a\nb\n", "lib/new.py": "x = 1\n"}, author="Chloe Target")
    story.merge("dev", "main", edits={"lib/gauge.py": GAUGE, "docs/a.txt": "a\n", "lib/new.py": None})
    report = audit_merge(story.path, "dev", None, silent)
    assert report.findings
    assert all(finding.owners for finding in report.findings)
    assert [row["owners"] for row in audit_data(report)["findings"]] == [list(f.owners) for f in report.findings]
    text = audit_markdown(report)
    assert "asks Bert Source, @\u200blib/team" in text
    assert report.notes[-1] == "CODEOWNERS line 3: '!' does not work here; the line is left out"
    assert "CODEOWNERS line 3" in text


def test_patterns_of_github_mean_what_git_means_by_them(tmp_path: Path) -> None:
    """git's own ignore rules are the oracle; only a last ``/*`` goes deeper there, and is left out."""
    chance = random.Random(7)  # noqa: S311 - not a secret
    repo = build(tmp_path / "r", (), options=())
    segments = ("a", "b", "*", "**", "a*", "*b", "?", "a*b*", "ab", "*a*b")
    matched = 0
    for _ in range(120):
        body = "/".join(chance.choice(segments) for _ in range(chance.randint(1, 4)))
        pattern = chance.choice(("", "", "/")) + body + chance.choice(("", "/"))
        if pattern.endswith("/*"):
            continue
        lines = read_codeowners(f"{pattern} @x\n").lines
        paths = sorted({"/".join(chance.choice(("a", "b", "ab", "ba", "aab")) for _ in range(chance.randint(1, 5))) for _ in range(50)})
        (repo.path / ".gitignore").write_text(pattern + "\n", "utf-8")
        told = subprocess.run(
            ["git", "-C", str(repo.path), "check-ignore", "--no-index", "--stdin"],
            input="\n".join(paths), capture_output=True, text=True, check=False,
        ).stdout.split()  # fmt: skip
        ours = [path for path in paths if owners_of(RepoPath(path), lines)]
        assert ours == told, pattern
        matched += len(ours)
    assert matched > 500
