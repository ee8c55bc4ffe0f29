"""Tests of both sides in one file: what a preference drops beside them comes back, and goes with the code that it tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from stories import Story
from syncline.core.merge import Side
from syncline.run.progress import silent
from syncline.run.sync import Night, Request, sync

CODE = "def one():\n    return 1\n\n\ndef two():\n    return 2\n"
TEST = "from kit import one, two\n\n\ndef test_one():\n    assert one() == 1\n\n\ndef test_two():\n    assert two() == 2\n"


@pytest.fixture
def story(tmp_path: Path) -> Story:
    told = Story(tmp_path / "repo")
    told.commit("main", "base", {"kit.py": CODE, "tests/test_kit.py": TEST, "log.txt": "1\n"})
    told.branch("dev", "main")
    return told


def night(story: Story, config: str = "", prefer: str = "target") -> Night:
    path = story.path.parent / "syncline.toml"
    path.write_text(f'source = "main"\ntarget = "dev"\nbranch = "night"\nprefer = "{prefer}"\n{config}', encoding="utf-8")
    done = sync(Request(story.path, config=path), silent)
    assert done.report is not None
    assert all(done.report.ledger.side(side).lost == 0 for side in Side)
    assert [f.check for f in done.report.findings if f.severity.value == "blocker"] == []
    return done


def back(done: Night) -> list[str]:
    assert done.resolved is not None
    return [d.reason for d in done.resolved.decisions if d.rule == "tests-union"]


THREE = "@slow\ndef test_three():\n    assert math.floor(one()) == 1\n\n\n"


def test_a_new_test_beside_a_conflict_comes_back_with_its_imports(story: Story) -> None:
    sources = TEST.replace("def test_two():", THREE + "def test_two(source=1):").replace(
        "from kit", "import math\n\nfrom marks import slow\nfrom kit"
    )
    story.commit("main", "three", {"tests/test_kit.py": sources, "marks.py": "slow = id\n"})
    story.commit(
        "dev",
        "two",
        {"tests/test_kit.py": TEST.replace("def test_two():", "def test_two(target=1):").replace("from kit", "import os\n\nfrom kit")},
    )
    done = night(story)
    text = story.read("night", "tests/test_kit.py")
    assert THREE in text
    assert "test_two(target=1)" in text
    assert "test_two(source=1)" not in text
    assert {line for line in text.splitlines() if "import" in line} == {
        "import math",
        "import os",
        "from marks import slow",
        "from kit import one, two",
    }
    assert back(done) == ["the tests of both sides are kept: test_three of the source comes back"]


def test_a_test_that_a_side_deleted_comes_back_while_its_code_is_there(story: Story) -> None:
    story.commit("main", "better two", {"tests/test_kit.py": TEST.replace("two() == 2", "two() == 1 + 1")})
    story.commit("dev", "no test of two", {"tests/test_kit.py": TEST[: TEST.index("\n\ndef test_two")]})
    done = night(story)
    assert back(done) == ["the tests of both sides are kept: test_two of the source comes back"]
    assert story.read("night", "tests/test_kit.py").endswith("def test_two():\n    assert two() == 1 + 1\n")


def test_it_goes_with_the_code_that_it_tests(story: Story) -> None:
    story.commit("main", "better two", {"tests/test_kit.py": TEST.replace("two() == 2", "two() == 1 + 1")})
    only_one = TEST[: TEST.index("\n\ndef test_two")].replace("one, two", "one")
    story.commit("dev", "two is gone", {"tests/test_kit.py": only_one, "kit.py": CODE[: CODE.index("\n\ndef two")]})
    done = night(story)
    assert back(done) == []
    assert "test_two" not in story.read("night", "tests/test_kit.py")


def test_with_the_setting_off_the_preference_stands(story: Story) -> None:
    story.commit("main", "better two", {"tests/test_kit.py": TEST.replace("two() == 2", "two() == 1 + 1")})
    story.commit("dev", "no test of two", {"tests/test_kit.py": TEST[: TEST.index("\n\ndef test_two")]})
    assert back(night(story, "[tests]\nunion = false\n")) == []
    assert "test_two" not in story.read("night", "tests/test_kit.py")


def test_a_method_comes_back_into_its_class(story: Story) -> None:
    java = "class KitTest {\n    @Test\n    void one() {\n        check(1);\n    }\n\n    @Test\n    void two() {\n        check(2);\n    }\n}\n"
    story.commit("main", "java", {"tests/KitTest.java": java})
    story.commit("main", "go on", {"log.txt": "2\n"})
    story.merge("dev", "main", "sync")
    story.commit("main", "better", {"tests/KitTest.java": java.replace("check(2)", "check(1 + 1)")})
    story.commit("dev", "less", {"tests/KitTest.java": java[: java.index("\n    @Test\n    void two")] + "}\n"})
    assert len(back(night(story))) == 1
    assert story.read("night", "tests/KitTest.java") == java.replace("check(2)", "check(1 + 1)")
