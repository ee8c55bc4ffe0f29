"""A lost definition and what broke without it are one finding."""

from __future__ import annotations

from pathlib import Path

from stories import Story
from syncline.core.finding import Finding, Severity
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

START = "def scale(value):\n    return value * 2\n\n\n" + "".join(f"def f{n}(value):\n    return value + {n}\n\n\n" for n in range(6))
ADDED = START + "def offset(value, by):\n    shifted = value + by\n    return max(shifted, 0)\n"
CALLER = "from gauge import offset, scale\n\n\ndef read(value):\n    return offset(scale(value), 3)\n"
CLASS = START + "class Gauge:\n    def __init__(self):\n        self.level = 0\n"
METHOD = CLASS + "\n    def offset(self, by):\n        shifted = self.level + by\n        return max(shifted, 0)\n"
METHOD_CALLER = "from gauge import Gauge\n\n\ndef read():\n    return Gauge().offset(3)\n"


def findings(tmp_path: Path, base: str, target: str, caller: str, night: str, also: dict[str, str] | None = None) -> list[Finding]:
    story = Story(tmp_path / "r")
    story.commit("main", "Start (#1)", {"gauge.py": base})
    story.branch("dev", "main")
    story.commit("main", "Scale (#2)", {"gauge.py": base.replace("value + 3", "value + 33")}, author="Bert Source")
    story.commit("dev", "Offset (#3)", {"gauge.py": target, "reader.py": caller, **(also or {})}, author="Chloe Target")
    story.branch("night", "dev")
    story.merge("night", "main", edits={"gauge.py": night.replace("value + 3", "value + 33")})
    report = audit_merge(story.path, "night", None, silent)
    return [f for f in report.findings if f.severity is Severity.BLOCKER]


def test_a_lost_function_has_its_callers_with_it(tmp_path: Path) -> None:
    (one,) = findings(tmp_path, START, ADDED, CALLER, START)
    assert one.check == "lost-definition"
    assert ("reader.py", 1) in [(place.path, place.line) for place in one.places]
    assert one.message.endswith("1 place needs what is gone")
    assert [told["check"] for told in one.evidence["breaks"]] == ["removed-name-still-imported"]  # type: ignore[union-attr,index,call-overload]
    assert {origin.commit.author for origin in one.origin} == {"Chloe Target"}


def test_a_lost_method_has_its_callers_with_it(tmp_path: Path) -> None:
    (one,) = findings(tmp_path, CLASS, METHOD, METHOD_CALLER, CLASS)
    assert one.check == "lost-definition"
    assert ("reader.py", 5) in [(place.path, place.line) for place in one.places]


def test_a_break_of_another_cause_stands_alone(tmp_path: Path) -> None:
    """The lost function is one thing; that the merge renamed the other one is another."""
    night = START.replace("def scale(", "def rescale(")
    found = findings(tmp_path, START, ADDED, CALLER, night)
    (alone,) = [f for f in found if f.check == "removed-name-still-imported"]
    assert alone.symbol == "scale"
    (lost,) = [f for f in found if f.check == "lost-definition"]
    assert [told["symbol"] for told in lost.evidence["breaks"]] == ["offset"]  # type: ignore[union-attr,index,call-overload]
