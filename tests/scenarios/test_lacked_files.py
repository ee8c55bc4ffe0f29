"""Files that one side has and the other lacks: needed ones come back, purpose stands, dead ones stay out, tests come back with their code."""

from __future__ import annotations

from pathlib import Path

import pytest

from stories import Story
from syncline.core.finding import Finding
from syncline.core.merge import Side
from syncline.run.progress import silent
from syncline.run.sync import Night, Request, sync

GAUGE = "def gauge(rows):\n    total = 0\n    for row in rows:\n        total += row\n    return total\n"
WIDER = GAUGE + "\n\ndef wide(rows):\n    return gauge(rows) * 2\n"
TEST = "from kit.gauge import gauge\n\n\ndef test_gauge():\n    assert gauge([1, 2]) == 3\n"
BASE = {
    "kit/__init__.py": "",
    "kit/gauge.py": GAUGE,
    "kit/other.py": "def other():\n    return 1\n",
    "tests/test_gauge.py": TEST,
    "log.txt": "1\n",
}


@pytest.fixture
def story(tmp_path: Path) -> Story:
    told = Story(tmp_path / "repo")
    told.commit("main", "base", BASE)
    told.branch("dev", "main")
    return told


def night(story: Story, config: str = "", *, prefer: str = "stop") -> Night:
    path = story.path.parent / "syncline.toml"
    path.write_text(f'source = "main"\ntarget = "dev"\nbranch = "night"\nprefer = "{prefer}"\n{config}', encoding="utf-8")
    done = sync(Request(story.path, config=path), silent)
    if done.report is not None:
        assert all(done.report.ledger.side(side).lost == 0 for side in Side), [
            p for p in done.report.ledger.parts if p.fate.value == "lost"
        ]
    return done


def standing(done: Night) -> dict[str, str]:
    assert done.report is not None
    told = [f for f in done.report.findings if f.check == "lacked-file"]
    found = {str(place.path): str(f.evidence["standing"]) for f in told for place in f.places[: len(files_of(f))]}
    assert len(found) == sum(len(files_of(f)) for f in told)
    return found


def files_of(finding: Finding) -> list[dict[str, object]]:
    return list(finding.evidence["files"])  # type: ignore[arg-type]


def there(story: Story, path: str) -> bool:
    return path in story.git("ls-tree", "-r", "--name-only", "night").split("\n")


def lost_in_a_merge(story: Story, path: str) -> None:
    """A sync that drops a file without a word."""
    story.commit("main", "main goes on", {"log.txt": "2\n"})
    story.merge("dev", "main", "sync", {path: None})


def test_what_only_a_merge_deleted_and_the_merge_loads_comes_back(story: Story) -> None:
    lost_in_a_merge(story, "kit/gauge.py")
    story.commit("main", "use the gauge", {"kit/other.py": "from kit.gauge import gauge\n\n\ndef other():\n    return gauge([1])\n"})
    done = night(story)
    assert standing(done)["kit/gauge.py"] == "restored"
    assert story.read("night", "kit/gauge.py") == GAUGE
    assert done.report is not None
    (cost,) = [f for f in done.report.findings if f.check == "rule-costs" and f.path == "kit/gauge.py"]
    assert "needed-file" in cost.message


@pytest.mark.parametrize("kept", [True, False])
def test_many_files_that_may_load_it_are_read_by_several_processes(
    story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, kept: bool
) -> None:
    monkeypatch.setattr("syncline.ports.forked.cores", lambda: 2)
    monkeypatch.setattr("syncline.run.facts._SHARE", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache") if kept else "/dev/null")
    lost_in_a_merge(story, "kit/gauge.py")
    loads = "from kit.gauge import gauge\n\nVALUE = gauge([{}])\n"
    story.commit("main", "use the gauge", {f"kit/use{n}.py": loads.format(n) for n in range(12)})
    done = night(story)
    assert standing(done)["kit/gauge.py"] == "restored"
    assert done.report is not None
    (told,) = [f for f in done.report.findings if f.check == "lacked-file" and f.path == "kit/gauge.py"]
    (file,) = files_of(told)
    assert file["by"] == (*sorted(f"kit/use{n}.py" for n in range(12)), "tests/test_gauge.py")


def test_what_is_needed_by_what_comes_back_comes_back_too(story: Story) -> None:
    story.commit("main", "more", {"kit/deep.py": "DEEP = 1\n", "kit/gauge.py": "from kit.deep import DEEP\n\n\n" + GAUGE})
    story.commit("main", "main goes on", {"log.txt": "2\n"})
    story.merge("dev", "main", "sync", {"kit/gauge.py": None, "kit/deep.py": None})
    story.commit("main", "use the gauge", {"kit/other.py": "from .gauge import gauge\n\n\ndef other():\n    return gauge([1])\n"})
    found = standing(night(story))
    assert (found["kit/gauge.py"], found["kit/deep.py"]) == ("restored", "restored")


@pytest.mark.parametrize(
    ("loader", "gone", "text"),
    [
        ("web/app.ts", "web/gauge.ts", "import { gauge } from './gauge'\n"),
        ("core/app.c", "core/gauge.h", '#include "gauge.h"\n'),
        ("lib/app.rb", "lib/gauge.rb", "require_relative 'gauge'\n"),
    ],
)
def test_other_languages_load_files_too(story: Story, loader: str, gone: str, text: str) -> None:
    story.commit("main", "more", {gone: "gauge gauge\n", loader: "x\n"})
    lost_in_a_merge(story, gone)
    story.commit("main", "load it", {loader: f"{text}x\n"})
    assert standing(night(story))[gone] == "restored"


def test_a_mention_or_an_import_that_may_fail_needs_nothing(story: Story) -> None:
    lost_in_a_merge(story, "kit/gauge.py")
    guarded = "# kit.gauge was nice\ntry:\n    from kit.gauge import gauge\nexcept ImportError:\n    gauge = None\n"
    story.commit("main", "may fail", {"kit/other.py": guarded, "tests/test_gauge.py": None})
    assert "kit/gauge.py" not in standing(night(story))
    assert not there(story, "kit/gauge.py")


def test_deleted_on_purpose_stays_deleted_and_where_it_lives_is_told(story: Story) -> None:
    story.commit(
        "dev",
        "Move the gauge",
        {"kit/gauge.py": None, "kit/scale.py": "import math\n\n" + WIDER.replace("row", "line"), "tests/test_gauge.py": None},
    )
    story.commit("main", "widen the gauge", {"kit/gauge.py": WIDER})
    done = night(story)
    assert done.effect.done.value == "created"
    assert standing(done) == {"kit/gauge.py": "left deleted"}
    assert not there(story, "kit/gauge.py")
    assert done.report is not None
    (told,) = [f for f in done.report.findings if f.check == "lacked-file"]
    assert files_of(told)[0]["equivalent"] == "kit/scale.py"
    assert [o.commit.subject for o in told.origin] == ["Move the gauge"]
    # The owner of the change that went with it is asked.
    assert [f.severity.value for f in done.report.findings if f.check == "rule-costs"] == ["confirm"]


def test_the_sources_purpose_counts_like_the_targets(story: Story) -> None:
    story.commit("main", "the gauge is gone", {"kit/gauge.py": None, "tests/test_gauge.py": None})
    story.commit("dev", "widen the gauge", {"kit/gauge.py": WIDER})
    assert standing(night(story, prefer="target"))["kit/gauge.py"] == "left deleted"
    assert not there(story, "kit/gauge.py")


def test_a_purpose_against_a_need_is_for_people(story: Story) -> None:
    story.commit("dev", "no gauge here", {"kit/gauge.py": None})
    story.commit(
        "main",
        "widen and use",
        {"kit/gauge.py": WIDER, "kit/other.py": "from kit.gauge import wide\n\n\ndef other():\n    return wide([1])\n"},
    )
    done = night(story)
    assert done.effect.done.value == "stopped"
    assert done.resolved is not None
    assert [c.path for c in done.resolved.open_conflicts] == ["kit/gauge.py"]


def test_a_deletion_that_only_a_merge_made_is_no_purpose(story: Story) -> None:
    story.commit("main", "two readers", {"kit/reader.py": "from kit.gauge import gauge\n\nprint(gauge([]))\n"})
    lost_in_a_merge(story, "kit/gauge.py")
    story.commit("main", "widen the gauge", {"kit/gauge.py": WIDER})
    assert standing(night(story))["kit/gauge.py"] == "restored"
    assert story.read("night", "kit/gauge.py") == WIDER


def test_a_dead_file_is_left_out_with_its_equivalent(story: Story) -> None:
    alone = {"kit/lonely_gauge.py": WIDER.replace("def gauge", "def lonely").replace("gauge(rows) * 2", "lonely(rows)")}
    story.commit("main", "a file that nobody loads", alone)
    lost_in_a_merge(story, "kit/lonely_gauge.py")
    story.commit("dev", "our own way", {"kit/ours.py": alone["kit/lonely_gauge.py"].replace("total", "summed")})
    story.commit("main", "go on", {"log.txt": "3\n"})
    done = night(story)
    assert standing(done)["kit/lonely_gauge.py"] == "left out"
    assert done.report is not None
    (told,) = [f for f in done.report.findings if f.check == "lacked-file"]
    assert "what it defines lives in kit/ours.py" in told.message


def test_a_script_that_nobody_loads_is_not_dead(story: Story) -> None:
    story.commit("main", "a script", {"kit/lonely_script.py": "#!/usr/bin/env python3\nprint(1)\n"})
    lost_in_a_merge(story, "kit/lonely_script.py")
    story.commit("main", "go on", {"log.txt": "3\n"})
    assert "kit/lonely_script.py" not in standing(night(story))


def test_a_test_comes_back_while_its_code_is_there(story: Story) -> None:
    story.commit("dev", "this test is a nuisance", {"tests/test_gauge.py": None})
    story.commit("main", "test more", {"tests/test_gauge.py": TEST + "\n\ndef test_none():\n    assert gauge([]) == 0\n"})
    done = night(story)
    assert standing(done) == {"tests/test_gauge.py": "kept as a test"}
    assert "test_none" in story.read("night", "tests/test_gauge.py")


def test_a_test_that_was_moved_stays_where_it_went(story: Story) -> None:
    more = TEST + "\n\ndef test_none():\n    assert gauge([]) == 0\n"
    story.commit(
        "dev",
        "tests by kind",
        {"tests/test_gauge.py": None, "tests/test_all.py": "import os\n\n" + TEST.replace("== 3", "== 2 + 1") + "# and more\n" * 9},
    )
    story.commit("main", "test more", {"tests/test_gauge.py": more})
    done = night(story)
    assert standing(done) == {"tests/test_gauge.py": "left deleted"}
    assert done.report is not None
    (told,) = [f for f in done.report.findings if f.check == "lacked-file"]
    assert files_of(told)[0]["equivalent"] == "tests/test_all.py"


def test_a_test_goes_with_the_code_that_it_tests(story: Story) -> None:
    story.commit("dev", "no gauge any more", {"tests/test_gauge.py": None, "kit/gauge.py": None})
    story.commit("main", "test more", {"tests/test_gauge.py": TEST + "\n\ndef test_none():\n    assert gauge([]) == 0\n"})
    assert standing(night(story)) == {"tests/test_gauge.py": "left deleted"}
    assert not there(story, "tests/test_gauge.py")


def test_a_test_whose_function_is_gone_goes_with_it(story: Story) -> None:
    story.commit("dev", "another gauge", {"tests/test_gauge.py": None, "kit/gauge.py": "def scale(rows):\n    return 0\n"})
    story.commit("main", "test more", {"tests/test_gauge.py": TEST + "\n\ndef test_none():\n    assert gauge([]) == 0\n"})
    assert standing(night(story)) == {"tests/test_gauge.py": "left deleted"}


def test_a_test_that_a_merge_had_dropped_comes_back_though_nobody_touched_it(story: Story) -> None:
    lost_in_a_merge(story, "tests/test_gauge.py")
    story.commit("main", "go on", {"log.txt": "3\n"})
    assert standing(night(story)) == {"tests/test_gauge.py": "kept as a test"}


def test_a_clean_deletion_by_a_commit_stands(story: Story) -> None:
    story.commit("dev", "no such test here", {"tests/test_gauge.py": None})
    story.commit("main", "go on", {"log.txt": "3\n"})
    assert standing(night(story)) == {}
    assert not there(story, "tests/test_gauge.py")


def test_go_tests_are_known_by_the_name_of_what_they_test(story: Story) -> None:
    story.commit("main", "go", {"parse.go": "package x\n", "parse_test.go": "package x\n"})
    story.commit("main", "go on", {"log.txt": "2\n"})
    story.merge("dev", "main", "sync")
    story.commit("dev", "no test", {"parse_test.go": None})
    story.commit("main", "test more", {"parse_test.go": "package x\n// more\n"})
    assert standing(night(story)) == {"parse_test.go": "kept as a test"}


def test_both_can_be_turned_off(story: Story) -> None:
    story.commit("dev", "no such test here", {"tests/test_gauge.py": None})
    story.commit("main", "test more", {"tests/test_gauge.py": TEST + "\n\ndef test_none():\n    assert gauge([]) == 0\n"})
    assert standing(night(story, "[tests]\nunion = false\n")) == {"tests/test_gauge.py": "left deleted"}
    done = night(story, "[tests]\nunion = false\n[files]\nsettle = false\n")
    assert done.effect.done.value == "stopped"


def test_an_override_says_more_than_the_table(story: Story) -> None:
    story.commit("dev", "no gauge here", {"kit/gauge.py": None, "tests/test_gauge.py": None})
    story.commit("main", "widen", {"kit/gauge.py": WIDER})
    done = night(story, '[[override]]\npaths = ["kit/gauge.py"]\nside = "source"\nreason = "we want it back"\n')
    assert standing(done) == {}
    assert there(story, "kit/gauge.py")


def test_the_plan_forecasts_it(story: Story) -> None:
    from syncline.core.forecast import Forecast
    from syncline.run.forecasting import make_forecast

    story.commit("dev", "no gauge here", {"kit/gauge.py": None, "tests/test_gauge.py": None})
    story.commit("main", "widen", {"kit/gauge.py": WIDER})
    found = make_forecast(story.path, "main", "dev", None, silent, fetch=False)
    assert isinstance(found, Forecast)
    (conflict,) = found.conflicts
    assert conflict.settled == (("deleted-on-purpose", 1),)
    assert conflict.open == 0


def test_many_files_that_stand_so_for_one_reason_are_one_finding(story: Story) -> None:
    tests = {f"tests/test_gauge_{n}.py": TEST for n in range(5)}
    story.commit("main", "tests", tests)
    story.commit("main", "main goes on", {"log.txt": "2\n"})
    story.merge("dev", "main", "sync", dict.fromkeys(tests))
    story.commit("main", "go on", {"log.txt": "3\n"})
    done = night(story)
    assert standing(done) == dict.fromkeys(tests, "kept as a test")
    assert done.report is not None
    (told,) = [f for f in done.report.findings if f.check == "lacked-file"]
    assert told.message.startswith("5 files that the target lacks were kept as a test")
