"""``explain``: every name that a report can say is explained, and a wrong one is told what is near."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from running import syncline
from syncline.audit.checks import CHECKS, check_name
from syncline.core.ruled import RULED
from syncline.resolve.rules import RULES, rule_name

ROOT = Path(__file__).parents[2]
NAMES = (*map(rule_name, RULES), *map(check_name, CHECKS), *(name.replace("…", "golden") for name in RULED))


def test_every_name_of_the_page_on_policy_is_explained() -> None:
    rows = [row for row in (ROOT / "docs/policy.md").read_text("utf-8").split("\n") if row.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([a-z]+(?:-[a-z]+|-…)*)`", row.split("|")[1])}
    assert {"protected-path", "class-golden", "regenerated", "dead-file"} <= named
    assert named <= set(NAMES) | {"class-test"}


def test_every_name_in_the_reports_of_the_readme_is_explained() -> None:
    screen = (ROOT / "README.md").read_text("utf-8")
    named = {*re.findall(r"overruled by ([a-z-]+):", screen), *re.findall(r"settled by the rule ([a-z-]+)", screen)}
    named |= set(re.findall(r"^(?:blocker|confirm|info) +([a-z-]+) ", screen, re.MULTILINE))
    assert len(named) > 5
    assert named <= set(NAMES)


@pytest.mark.parametrize("name", ["prefer-source", "class-lock", "deleted-on-purpose", "same-change", "lost-hunk"])
def test_a_name_is_explained(name: str) -> None:
    done = syncline("explain", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(name)
    assert len(done.stdout.split("\n", 2)[2].strip()) > 40


def test_a_wrong_name_is_told_what_is_near() -> None:
    done = syncline("explain", "prefer-taget")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean 'prefer-target'?" in done.stderr
