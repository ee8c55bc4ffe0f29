"""A preference that would break the text takes the other side's clean changes beside its conflicts along, says so, and no more than it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from stories import Story
from syncline.account.changed import LARGE
from syncline.core.report import AuditReport
from syncline.core.resolution import Outcome, Preference
from syncline.run.progress import silent
from syncline.run.sync import Night, Request, sync
from syncline.syntax import parse_problem

FAR = "".join(f"def f{n}(value):\n    return value + {n}\n\n\n" for n in range(8))
BASE = f"x = f(\n    a,\n    b,\n    c,\n)\n{FAR}"
# One bracket is opened where the sides collide and closed where they do not.
SOURCE = BASE.replace("    a,\n", "    (a2,\n").replace("    c,\n", "    c),\n").replace("value + 5", "value + 5 * SCALE")
TARGET = BASE.replace("    a,\n", "    a3,\n")


def night(story: Story, source: str, target: str, prefer: Preference) -> tuple[Night, str]:
    """The sync of two sides' versions of a file, and the text that came of it."""
    story.commit("main", "Start (#1)", {"calls.py": BASE})
    story.branch("dev", "main")
    story.commit("main", "Main's work (#2)", {"calls.py": source})
    story.commit("dev", "Dev's work (#3)", {"calls.py": target})
    found = sync(Request(story.path, "main", "dev", prefer=prefer), silent)
    return found, story.git("show", f"{found.effect.commit}:calls.py")


@pytest.mark.parametrize(
    ("prefer", "source", "target"),
    [(Preference.TARGET, SOURCE, TARGET), (Preference.SOURCE, TARGET, SOURCE)],
    ids=["target", "source"],
)
def test_a_preference_takes_the_broken_neighbour_along(tmp_path: Path, prefer: Preference, source: str, target: str) -> None:
    _, text = night(Story(tmp_path), source, target, prefer)

    assert parse_problem("python", text) is None
    assert "    a3,\n    b,\n    c,\n" in text
    assert "value + 5 * SCALE" in text, "a change that does not touch the broken statement stays"


def test_what_goes_along_is_recorded_and_nothing_is_lost_in_silence(tmp_path: Path) -> None:
    found, _ = night(Story(tmp_path), SOURCE, TARGET, Preference.TARGET)

    assert found.resolved is not None
    assert isinstance(found.report, AuditReport)
    beside = [d for d in found.resolved.decisions if "clean change" in d.reason]
    assert [(d.outcome, d.rule, d.reason) for d in beside] == [
        (
            Outcome.PREFERENCE,
            "prefer-target",
            "a clean change of the source that does not parse with the conflict beside it; the target is preferred",
        )
    ]
    books = found.report.ledger.source
    # The line both sides took away counts as present: it is gone, as the source wanted.
    assert (books.hunks, books.present, books.overruled, books.lost) == (4, 2, 2, 0)
    assert not [f for f in found.report.findings if f.check == "does-not-parse"]


def test_a_preference_that_parses_takes_nothing_along(tmp_path: Path) -> None:
    source = SOURCE.replace("(a2", "a2").replace("c),", "c2,")
    _, text = night(Story(tmp_path), source, TARGET, Preference.TARGET)

    assert "    a3,\n    b,\n    c2,\n" in text


def test_what_is_too_large_for_lines_is_overruled_whole(tmp_path: Path) -> None:
    """Beyond the size up to which lines are accounted for nothing is merged by lines either, so the record speaks of the file."""
    story = Story(tmp_path)
    story.commit("main", "Start (#1)", {"a.txt": "a\n"})
    story.branch("dev", "main")
    story.commit("main", "Main's work (#2)", {"big.txt": "s" * (LARGE + 1) + "\n"})
    story.commit("dev", "Dev's work (#3)", {"big.txt": "t" * (LARGE + 1) + "\n"})
    found = sync(Request(story.path, "main", "dev", prefer=Preference.TARGET, dry_run=True), silent)
    assert found.report is not None
    books = found.report.ledger.source
    assert (books.overruled, books.lost) == (1, 0)
    assert [f.check for f in found.report.findings if f.severity.value == "blocker"] == []
