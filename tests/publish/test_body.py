"""The body of a pull request: every claim is run, foreign text is inert, and what does not fit is summed up."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from building import Tree
from publish.gitstage import BASE, CONFIG, TEXT, Stage, edited, stage
from syncline.core.errors import Bug
from syncline.core.finding import Finding, Scope, Severity
from syncline.core.names import CommitId, RepoPath
from syncline.core.provenance import Commit
from syncline.report.body import Facts, body
from syncline.report.body.first import worst, worst_first
from syncline.report.body.fitting import Section, fitted
from syncline.report.body.words import inert, prose, shell_path
from syncline.run.clock import world
from syncline.run.progress import silent
from syncline.run.publish import PublishRequest, prepared
from syncline.run.stepping import preview

CLAIM = re.compile(r"^(.+?)  # → (.*)$", re.MULTILINE)
LIMIT = 65_536


AGENT = """
import json, sys
asked = json.load(sys.stdin)
both = asked["source"] + asked["target"] if asked["path"] == "helped.txt" else None
print(json.dumps({"text": both, "reason": "both lines stand, says <b>@house</b>", "dropped": []}))
"""


def manifest(*requirements: str, name: str = "x") -> str:
    listed = "".join(f'  "{r}",\n' for r in requirements)
    return f"[project]\nname = '{name}'\ndependencies = [\n{listed}]\n"


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """A branch with everything that a body tells of.

    Conflicts in production and tests, an agent's text, a loss, a fix, people's commits, odd paths, protected files, dependencies that both sides or
    one of them changed, a file that was not restored and one that was.
    """
    base: Tree = {
        **BASE,
        "code.py": "import os\n\n\ndef f():\n    return os.sep\n",
        "pyproject.toml": manifest("numpy>=1", "click>=8", "rich>=10"),
        "it's odd`.txt": TEXT,
        "helped.txt": TEXT,
        "gone.txt": TEXT,
        "old.txt": TEXT,
        "tests/test_a.py": TEXT,
    }
    source: Tree = {
        **base,
        "a.txt": edited((3, "source\n"), (20, "source?\n")),
        "pyproject.toml": manifest("numpy>=2", "click>=8.1", "rich>=10"),
        ".github/CODEOWNERS": "* @new\n",
        "it's odd`.txt": edited((1, "source\n")),
        "helped.txt": edited((7, "source helps\n")),
        "gone.txt": edited((9, "source changes it\n")),
        "tests/test_a.py": edited((11, "source tests\n")),
    }
    target: Tree = {
        **base,
        "a.txt": edited((30, "target\n"), (20, "target?\n")),
        "pyproject.toml": manifest("numpy>=1.5", "click>=8", "rich>=13"),
        "it's odd`.txt": edited((1, "target\n")),
        "helped.txt": edited((7, "target helps\n")),
        "tests/test_a.py": edited((11, "target tests\n")),
    }
    del target["gone.txt"], target["old.txt"]
    folder = tmp_path_factory.mktemp("body")
    script = folder / "agent.py"
    script.write_text(AGENT, "utf-8")
    config = CONFIG + f'[[agents]]\nname = "house-script"\ncommand = ["{sys.executable}", "{script}"]\n'
    config += '[[lessons]]\npaths = ["a.*"]\ntext = "lines of @ada only grow"\n'
    made = stage(folder, source=source, target=target, base=base, config=config)
    made.sync("n1")
    ours = made.ours
    ours.git("checkout", "--quiet", "n1")
    (ours.path / "a.txt").write_text(edited((20, "target?\n")), "utf-8")
    ours.git("commit", "--quiet", "-am", "Lose two lines\n\nCause: a test\nShown-by: this test")
    made.publish("n1")
    made.push_file("n1", "b.txt", edited((5, "repaired\n")), "Fixes #1 of @ada, <b>closes</b> https://example.org/issues/2 GH-3")
    made.push_file("n1", "old.txt", TEXT, "Bring the old file back")
    made.publish("n1")
    # A reader's clone: it has the branch, and nothing of ours.
    ours.git("fetch", "--quiet", "origin", "refs/heads/n1")
    return made


def facts_of(there: Stage) -> Facts:
    with prepared(PublishRequest(there.ours.path, "n1", config=there.config), silent) as preparation:
        done = preview(preparation.job(), world(preparation.shared, preparation.forge, preparation.config))
        assert done.wanted is not None
        return next(iter(preparation.told.values()))


def claims(text: str) -> list[tuple[str, str]]:
    blocks = re.findall(r"```sh\n(.*?)\n```", text, re.DOTALL)
    return [found for block in blocks for found in CLAIM.findall(block)]


def test_every_claim_holds(there: Stage, tmp_path: Path) -> None:
    """Each command of the body is run by a shell in the clone, and prints what the body says."""
    tool = tmp_path / "syncline"
    tool.write_text(f"#!/bin/sh\nexec {sys.executable} -c 'from syncline.cli import main; main()' \"$@\"\n", "utf-8")
    tool.chmod(0o755)
    found = claims(there.pull().body)
    assert len(found) >= 30
    told = {
        command: subprocess.run(
            ["bash", "-c", command],
            capture_output=True,
            text=True,
            check=False,
            cwd=there.ours.path,
            env={**dict(os.environ), "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        )
        for command, _ in found
    }
    wrong = [(c, said, told[c].stdout, told[c].stderr) for c, said in found if " ".join(told[c].stdout.split()) != said]
    assert wrong == []


def test_every_section_says_how_to_check_it(there: Stage) -> None:
    """All but the verdict: that nothing was run is shown by nothing."""
    text = there.pull().body
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    assert len(parts) > 10
    without = [part.split("\n")[0] for part in parts if not claims(part)]
    assert without == ["Open findings", "Verification"]
    # The findings are counted in the first screen, by the command that the section repeats.
    assert "All of them: `syncline audit" in text or "syncline audit" in claims(parts[0])[0][0]


def test_each_decision_is_a_sentence_with_both_commits(there: Stage) -> None:
    text = there.pull().body
    source, target = (there.shared.git("rev-parse", name)[:10] for name in ("main", "dev"))
    (line,) = [row for row in text.splitlines() if row.startswith("  - line 21 decided by `prefer-target`")]
    assert line.endswith(f"; source: {source} main (#\u200b2) (Ada Tester); target: {target} dev (#\u200b3) (Ada Tester).")
    (helped,) = [row for row in text.splitlines() if row.startswith("  - ") and "house-script" in row]
    assert "settled by the rule `agent house-script`: both lines stand, says \\<b\\>@\u200bhouse" in helped
    order = [row for row in text.splitlines() if re.match(r"- `+ ?(a\.txt|tests/test_a\.py)", row) and "(content)" in row]
    assert [("tests/" in row) for row in order] == [False, True]


def test_a_conflict_tells_what_the_other_answer_was_worth(there: Stage) -> None:
    text = there.pull().body
    (row,) = [row for row in text.splitlines() if row.startswith("- ") and "a.txt" in row and "(content)" in row and "tests/" not in row]
    assert "the target whole would lose" in row
    assert row.endswith("Lesson: lines of @\u200bada only grow.")
    (helped,) = [row for row in text.splitlines() if row.startswith("- ") and "helped.txt" in row and "(content)" in row]
    assert "of the source (+1 −1 since the base)" in helped
    assert "Lesson" not in helped


def test_the_footer_names_whose_text_is_in_the_tree(there: Stage) -> None:
    assert "Text of the merge by: house-script; it asks its owners." in there.pull().body.split("\n---\n")[1]


def test_dependencies_are_reconciled_entry_by_entry(there: Stage) -> None:
    rows = {m[1]: m[0] for m in re.finditer(r"^\| `pyproject\.toml` \| `(\w+)` .*$", there.pull().body, re.MULTILINE)}
    assert set(rows) == {"numpy", "click", "rich"}
    assert "`>=1` | `>=2` | `>=1.5` |" in rows["numpy"]
    assert "changed by both, **as the source has it**" in rows["numpy"]
    assert "as the side has it that changed it" in rows["rich"]


def test_what_was_not_restored_has_a_reason(there: Stage) -> None:
    text = there.pull().body
    assert "1 file restored; 1 file that a side changed or added is not here." in text
    (gone,) = [row for row in text.splitlines() if row.startswith("- `gone.txt` of the source")]
    assert "no reason is recorded" not in gone
    (back,) = [row for row in text.splitlines() if row.startswith("- `old.txt` of the source")]
    assert back.endswith("restored on this branch after the merge, from the source as it stands there")


def test_taken_from_a_side_is_said_only_of_equal_blobs(there: Stage) -> None:
    text = there.pull().body
    assert "`.github/CODEOWNERS` | protected | taken from target" in text
    assert "`pyproject.toml` | dependency | merged text, neither side's" in text
    facts = facts_of(there)
    ends = {s.path: (s.equals.value if s.equals else None) for s in facts.settled}
    assert {path: ends[path] for path in map(RepoPath, ("a.txt", "it's odd`.txt"))} == {"a.txt": None, "it's odd`.txt": "target"}


def test_commit_subjects_are_inert(there: Stage) -> None:
    line = next(row for row in there.pull().body.splitlines() if "Fixes" in row)
    assert not re.search(r"#\d|@\w|<b>|://|GH-\d", line.replace("\\<", ""))
    assert "Petra Person" in line


def test_the_loss_is_in_the_first_screen(there: Stage) -> None:
    screen = there.pull().body.split("\n")[:30]
    assert any(row.startswith("1. **blocker**") and "`a.txt:" in row for row in screen)
    assert any("**Blocked.**" in row and "Not verified by any run." in row for row in screen)


def grown(facts: Facts, count: int) -> Facts:
    """The same with much more to tell."""
    commits = tuple(
        Commit(CommitId(f"{n:040x}"), f"Author {n % 90} @team", "a@example.org", f"Subject {n} " + "of many words " * 5, n)
        for n in range(count)
    )
    findings = tuple(
        Finding("lost-hunk", Severity.BLOCKER, f"a change is lost, number {n}", path=RepoPath(f"some/long/path/of/a/file_{n}.py"), line=n)
        for n in range(count)
    )
    settled = tuple(dataclasses.replace(facts.settled[0], path=RepoPath(f"deep/{n}/x.py"), source=commits[:2]) for n in range(count // 2))
    return dataclasses.replace(
        facts,
        plan=dataclasses.replace(facts.plan, commits=commits),
        report=dataclasses.replace(facts.report, findings=(*facts.report.findings, *findings)),
        settled=settled,
    )


@pytest.mark.parametrize("count", [10, 300, 5000])
def test_it_fits_by_summing_up(there: Stage, count: int) -> None:
    facts = grown(facts_of(there), count)
    text = body(facts, LIMIT)
    assert len(text) <= LIMIT
    assert text.count("<details>") == text.count("</details>")
    assert text.count("```") % 2 == 0
    assert "### Look here first" in text
    assert f"syncline audit {facts.merge}" in text


def test_what_cannot_fit_is_a_bug_of_ours() -> None:
    assert fitted([Section(("aaaa", "a")), Section(("bb",))], 6) == "a\n\nbb\n"
    with pytest.raises(Bug):
        fitted([Section(("aaaa", "aaa"))], 3)


def test_what_weighs_more_is_told_longer() -> None:
    heavy, light = Section(("a" * 10, "a" * 6, "a"), 4), Section(("b" * 9, "b"))
    assert fitted([heavy, light], 30) == f"{'a' * 10}\n\n{'b' * 9}\n"
    assert fitted([heavy, light], 14) == f"{'a' * 10}\n\nb\n"
    assert fitted([heavy, light], 10) == f"{'a' * 6}\n\nb\n"
    # One step was larger than needed: what fits again is told.
    assert fitted([Section(("a" * 20, "a")), Section(("b" * 9, "b" * 2))], 16) == f"a\n\n{'b' * 9}\n"


def test_the_first_screen_does_not_say_the_same_five_times() -> None:
    def finding(check: str, path: str, line: int) -> Finding:
        return Finding(check, Severity.BLOCKER, f"{check} {line}", path=RepoPath(path), line=line, scope=Scope.PRODUCTION)

    same = [finding("x", "a.py", n) for n in range(6)]
    others = [finding("y", "a.py", 9), finding("x", "b.py", 1)]
    found = worst_first([*same, *others])
    assert worst(found) == [same[0], others[0], others[1], same[1], same[2]]


def test_worst_first() -> None:
    def finding(severity: Severity, scope: Scope, path: str) -> Finding:
        return Finding("x", severity, path, scope=scope, path=RepoPath(path))

    mixed = [
        finding(Severity.INFO, Scope.PRODUCTION, "d"),
        finding(Severity.BLOCKER, Scope.TEST, "c"),
        finding(Severity.CONFIRM, Scope.PRODUCTION, "b"),
        finding(Severity.BLOCKER, Scope.PRODUCTION, "a"),
    ]
    assert [f.path for f in worst_first(mixed)] == ["a", "c", "b", "d"]


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_foreign_text_stays_text(text: str) -> None:
    for said in (inert(text), prose(text.replace("`", ""))):
        assert "\n" not in said
        assert not re.search(r"(?<!\\)[<>]", said)
        assert not re.search(r"#\d|@\w|://", said)


@given(st.binary(min_size=1, max_size=12).filter(lambda raw: b"\0" not in raw))
@settings(max_examples=60, deadline=None)
def test_a_path_of_any_bytes_is_one_word_of_a_shell(raw: bytes) -> None:
    word = shell_path(raw.decode("utf-8", "surrogateescape"))
    done = subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, check=True)
    assert done.stdout == raw
