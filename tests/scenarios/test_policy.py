"""Policy in the pipeline, on real repositories: what it takes from which side, what it reports, and that nothing goes unrecorded."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from stories import Story, lines
from syncline.core.finding import Finding
from syncline.core.merge import Side
from syncline.run.progress import silent
from syncline.run.sync import Night, Request, sync

PYTHON = sys.executable


def night(story: Story, config: str, *, prefer: str = "target") -> Night:
    """A dry run under a configuration."""
    path = story.path.parent / "syncline.toml"
    path.write_text(f'source = "main"\ntarget = "dev"\nprefer = "{prefer}"\n{config}', encoding="utf-8")
    return sync(Request(story.path, dry_run=True, config=path), silent)


def committed(story: Story, config: str) -> str:
    """The same for real; the branch."""
    path = story.path.parent / "syncline.toml"
    path.write_text(f'source = "main"\ntarget = "dev"\nprefer = "target"\nbranch = "night"\n{config}', encoding="utf-8")
    done = sync(Request(story.path, config=path), silent)
    assert done.effect.branch == "night"
    return "night"


def found(done: Night, check: str) -> list[Finding]:
    assert done.report is not None
    return [f for f in done.report.findings if f.check == check]


def overruled(done: Night) -> set[tuple[str, str, str]]:
    assert done.resolved is not None
    return {(r.path, r.side.value, r.rule) for r in done.resolved.records}


@pytest.fixture
def story(tmp_path: Path) -> Story:
    told = Story(tmp_path / "repo")
    files = {"deps.toml": "v = 1\n", "deps.lock": "1\n", "loop.py": "a = 1\nb = 1\nc = 1\n", "a.txt": lines(), "keep/owners": "* @all\n"}
    told.commit("main", "base", files)
    told.branch("dev", "main")
    told.commit(
        "main", "main moves", {"deps.toml": "v = 2\n", "deps.lock": "2\n", "loop.py": "a = 2\nb = 1\nc = 1\n", "a.txt": lines((3, "m"))}
    )
    told.commit("dev", "dev moves", {"deps.toml": "v = 3\n", "loop.py": "a = 1\nb = 1\nc = 3\n", "a.txt": lines((30, "d"))})
    return told


GROUP = '[[group]]\nname = "deps"\npaths = ["deps.toml", "deps.lock"]\n'


def test_a_group_comes_whole_from_its_side(story: Story) -> None:
    branch = committed(story, GROUP)
    assert (story.read(branch, "deps.toml"), story.read(branch, "deps.lock")) == ("v = 3\n", "1\n")
    done = night(story, GROUP + 'side = "source"\n')
    assert overruled(done) >= {("deps.toml", "target", "group")}
    assert found(done, "group-split") == []
    assert done.report is not None
    assert all(done.report.ledger.side(side).lost == 0 for side in Side)


def test_an_override_takes_a_file_whole_and_says_what_it_cost(story: Story) -> None:
    rule = '[[override]]\npaths = ["loop.py"]\nside = "target"\nreason = "the loop of dev is newer"\n'
    done = night(story, rule)
    assert ("loop.py", "source", "override") in overruled(done)
    (cost,) = [f for f in found(done, "rule-costs") if f.path == "loop.py"]
    assert "override" in cost.message
    assert done.resolved is not None
    assert {d.reason for d in done.resolved.decisions if d.path == "loop.py"} == {"the loop of dev is newer"}


def test_an_expired_or_untrue_override_is_a_finding_and_not_applied(story: Story) -> None:
    for extra in ('until = "2020-01-01"\n', 'check = "no such line"\n', f'check = ["{PYTHON}", "-c", "raise SystemExit(3)"]\n'):
        done = night(story, f'[[override]]\npaths = ["loop.py"]\nside = "target"\nreason = "r"\n{extra}')
        assert len(found(done, "override-lapsed")) == 1
        assert not any(rule == "override" for _, _, rule in overruled(done))


def test_an_override_that_holds_is_checked_in_a_tree_of_the_target(story: Story) -> None:
    check = f'check = ["{PYTHON}", "-c", "assert open(\'loop.py\').read().endswith(\'c = 3\\\\n\')"]\n'
    done = night(story, f'[[override]]\npaths = ["loop.py"]\nside = "source"\nreason = "r"\n{check}')
    assert found(done, "override-lapsed") == []
    assert ("loop.py", "target", "override") in overruled(done)


def test_later_rules_win_and_that_is_said(story: Story) -> None:
    rule = '[[override]]\npaths = ["loop.py"]\nside = "{}"\nreason = "r"\n'
    done = night(story, rule.format("target") + rule.format("source"))
    assert ("loop.py", "target", "override") in overruled(done)
    assert len(found(done, "rules-overlap")) == 1


def test_a_group_with_a_missing_member_is_said(story: Story) -> None:
    done = night(story, GROUP.replace('"deps.lock"', '"deps.lock", "Dockerfile"'))
    (finding,) = found(done, "group-split")
    assert "Dockerfile is on neither side" in finding.message


def test_a_protected_path_that_the_target_deleted_stays_deleted(story: Story) -> None:
    story.commit("main", "main changes owners", {"keep/owners": "* @main\n"})
    story.commit("dev", "dev has no owners", {"keep/owners": None})
    done = night(story, "", prefer="stop")
    assert done.effect.done.value == "stopped"
    path = story.path.parent / "syncline.toml"
    path.write_text('source = "main"\ntarget = "dev"\nprotected = ["keep/"]\nbranch = "night"\nprefer = "target"\n', encoding="utf-8")
    sync(Request(story.path, config=path), silent)
    assert "keep/owners" not in story.git("ls-tree", "-r", "--name-only", "night").split()


def test_an_override_for_a_module_that_became_a_package_is_said(story: Story) -> None:
    story.commit(
        "main", "loop becomes a package", {"loop.py": None, "loop/__init__.py": "a = 2\nb = 1\nc = 1\n", "loop/more.py": "d = 1\n"}
    )
    done = night(story, '[[override]]\npaths = ["loop.py"]\nside = "target"\nreason = "r"\n')
    (finding,) = found(done, "override-lapsed")
    assert "loop/" in finding.message
    assert done.resolved is not None
    assert done.resolved.complete


def test_a_class_is_kept_whole_only_where_both_sides_changed_it(story: Story) -> None:
    for branch in ("main", "dev"):
        story.commit(branch, "record", {"golden/one.json": "1\n", "golden/two.json": lines()})
    story.merge("dev", "main", "sync", {"deps.toml": "v = 3\n"})
    story.commit("main", "record", {"golden/one.json": "2\n", "golden/two.json": lines((1, "m"))})
    story.commit("dev", "record", {"golden/two.json": lines((30, "d"))})
    done = night(story, '[classes.golden]\nstrategy = "target"\n')
    assert ("golden/two.json", "source", "class-golden") in overruled(done)
    assert not any(path == "golden/one.json" for path, _, _ in overruled(done))


def regenerate(script: str, timeout: int = 60) -> str:
    return f"[[regenerate]]\npaths = [\"deps.lock\"]\ntimeout = {timeout}\ncommand = ['{PYTHON}', '-c', '''{script}''']\n"


def test_a_generated_file_is_written_from_the_merged_tree(story: Story) -> None:
    story.commit("dev", "dev locks", {"deps.lock": "3\n"})
    script = (
        'from pathlib import Path; Path("deps.lock").write_text("from " + Path("deps.toml").read_text() + Path("a.txt").read_text()[:60])'
    )
    branch = committed(story, regenerate(script))
    assert story.read(branch, "deps.lock").startswith("from v = 3\nline 0")
    done = night(story, regenerate(script), prefer="target")
    assert found(done, "regeneration-failed") == []
    assert {("deps.lock", "source", "regenerated"), ("deps.lock", "target", "regenerated")} <= overruled(done)


def test_a_conflict_in_a_generated_file_needs_nobody(story: Story) -> None:
    told = Story(story.path.parent / "second")
    told.commit("main", "base", {"deps.lock": "1\n", "a.txt": lines()})
    told.branch("dev", "main")
    told.commit("main", "m", {"deps.lock": "2\n", "a.txt": lines((3, "m"))})
    told.commit("dev", "d", {"deps.lock": "3\n", "a.txt": lines((30, "d"))})
    done = night(told, regenerate('open("deps.lock", "w").write("4\\n")'), prefer="stop")
    assert done.resolved is not None
    assert done.resolved.complete


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("raise SystemExit('no network')", "it ended with status 1: no network"),
        ("open('loop.py', 'w').write('x')", "it changed other files: loop.py"),
        ("open('stray.txt', 'w').write('x')", "it changed other files: stray.txt"),
        ("import os; os.remove('deps.lock'); os.symlink('/etc/passwd', 'deps.lock')", "no regular file at deps.lock"),
    ],
)
def test_a_command_that_goes_wrong_blocks_and_nothing_of_it_is_taken(story: Story, script: str, told: str) -> None:
    done = night(story, regenerate(script))
    (finding,) = found(done, "regeneration-failed")
    assert told in finding.message
    assert done.exit_code == 1
    assert not any(rule == "regenerated" for _, _, rule in overruled(done))


def test_a_command_that_hangs_is_stopped_with_all_it_started(story: Story) -> None:
    begun = time.monotonic()
    script = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); time.sleep(60)"
    (finding,) = found(night(story, regenerate(script, timeout=2)), "regeneration-failed")
    assert "did not finish within 2 s" in finding.message
    assert time.monotonic() - begun < 30


def test_a_command_that_is_not_there_is_said(story: Story) -> None:
    config = '[[regenerate]]\npaths = ["deps.lock"]\ncommand = ["no-such-tool-at-all"]\n'
    (finding,) = found(night(story, config), "regeneration-failed")
    assert "cannot start no-such-tool-at-all" in finding.message


WORKFLOW = ".github/workflows/ci.yml"
PLAIN = "on: [push]\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: test\n"
SECRET = PLAIN + "        env:\n          KEY: ${{ secrets.DEPLOY }}\n"


def test_a_workflow_that_gains_a_secret_stays_until_an_override_lets_it_in(story: Story) -> None:
    for branch in ("main", "dev"):
        story.commit(branch, "workflow", {WORKFLOW: PLAIN})
    story.merge("dev", "main", "sync", {"deps.toml": "v = 3\n"})
    story.commit("main", "deploy", {WORKFLOW: SECRET})
    done = night(story, "")
    assert (WORKFLOW, "source", "workflow-held-back") in overruled(done)
    (finding,) = found(done, "workflow-gains-privilege")
    assert (finding.severity.value, finding.origin[0].commit.subject) == ("confirm", "deploy")
    assert done.report is not None
    assert any("new ones: DEPLOY" in note for note in done.report.notes)
    let_in = night(story, f'[[override]]\npaths = ["{WORKFLOW}"]\nside = "source"\nreason = "read by Ada"\n')
    assert not any(rule == "workflow-held-back" for _, _, rule in overruled(let_in))
    assert found(let_in, "rules-overlap") == []


def test_what_the_sources_manifest_adds_is_told_entry_by_entry_with_its_commit(story: Story) -> None:
    def manifest(*names: str) -> str:
        return '[project]\nname = "x"\ndependencies = [\n' + "".join(f'    "{name}",\n' for name in names) + "]\n"

    for branch in ("main", "dev"):
        story.commit(branch, "manifest", {"pyproject.toml": manifest("a>=1")})
    story.merge("dev", "main", "sync", {"deps.toml": "v = 3\n"})
    story.commit("main", "use b", {"pyproject.toml": manifest("a>=1", "b>=2")})
    done = night(story, 'protected = ["pyproject.toml"]\n')
    (finding,) = found(done, "dependency-left-behind")
    assert "b>=2 in dependencies" in finding.message
    assert [o.commit.subject for o in finding.origin] == ["use b"]
    assert done.report is not None
    assert "sources of packages: no new sources" in done.report.notes
