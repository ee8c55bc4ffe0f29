"""A finding is known again on another night: the same damage under other commits, authors and line numbers has the same name and content."""

from __future__ import annotations

from pathlib import Path

from stories import Story
from syncline.core.fingerprint import content_hash, fingerprint
from syncline.core.report import AuditReport
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

GAUGE = "def level(value):\n    return value * 2\n\n\ndef depth(value, unit):\n    return level(value) + 1\n\n\ndef width(value):\n    return value\n"
SHOW = "from lib.gauge import depth, level\n\n\ndef show(value):\n    return str(level(value)) + str(depth(value, 1))\n"
LONG = "".join(f"step({n})\n" for n in range(30))
CLASH = "mode = 1\n"
THREE = "one = 1\ntwo = 2\nthree = 3\n"


def night(path: Path, *, again: bool) -> AuditReport:
    """The same two days of work and the same careless merge. ``again``: everything that may differ on another night does."""
    story = Story(path)
    above = "\n\n\n\n" if again else ""

    def step(branch: str, number: int, edits: dict[str, str | None], author: str) -> None:
        if again:
            story.commit(branch, f"Between {branch} {number}", {f"notes/{branch}{number}.txt": f"{number}\n"}, author="Zoe Other")
        said = f"Other words (#{number + 500})" if again else f"Words (#{number})"
        files = {p: t if t is None or p.endswith((".bin", ".txt")) else above + t for p, t in edits.items()}
        story.commit(branch, said, files, author=f"New {author}" if again else author)

    old = "old = 1\n" * 3
    start = {"lib/__init__.py": "", "lib/gauge.py": GAUGE, "long.py": LONG, "clash.py": CLASH, "old.py": old, "three.py": THREE}
    if again:
        story.now += 90_000
    step("main", 1, dict(start), "Ada Start")
    story.branch("dev", "main")
    step("main", 2, {"app/show.py": SHOW}, "Bert Source")
    step("main", 3, {"long.py": LONG.replace("step(4)\n", "step(4)\ncheck(4)\n"), "tool.py": "def tool():\n    return 1\n"}, "Bert Source")
    step("main", 4, {"clash.py": "mode = 2\n", "old.py": None}, "Bert Source")
    step("dev", 5, {"lib/gauge.py": GAUGE.replace("level", "height").replace("value, unit", "value")}, "Chloe Target")
    step("dev", 6, {"long.py": LONG.replace("step(20)\n", "").replace("step(25)\n", "step(25)\nwait()\n")}, "Dai Target")
    step("dev", 7, {"clash.py": "mode = 3\n", "gone.py": "gone = 1\n"}, "Dai Target")
    step("dev", 8, {"extra.py": "def first():\n    pass\n", "kept.txt": "k\n"}, "Elif Target")
    step("dev", 9, {"three.py": THREE.replace("two = 2\n", "")}, "Elif Target")
    merged = {
        "three.py": above + THREE,
        "long.py": above + LONG,
        "clash.py": above + "mode = 2\n",
        "old.py": above + old,
        "gone.py": None,
        "extra.py": above + "<<<<<<< a\ndef first():\n=======\n    pass\n>>>>>>> b\n",
    }
    story.merge("dev", "main", edits=merged)
    return audit_merge(path, "dev", None, silent)


def test_the_same_damage_on_another_night_has_the_same_names(tmp_path: Path) -> None:
    first, second = (night(tmp_path / name, again=again) for name, again in (("first", False), ("second", True)))
    known = [sorted((f.check, fingerprint(f), content_hash(f)) for f in report.findings) for report in (first, second)]
    assert known[0] == known[1]
    assert {f.line for f in first.findings} != {f.line for f in second.findings}
    assert not {o.commit.id for f in first.findings for o in f.origin} & {o.commit.id for f in second.findings for o in f.origin}
    assert {f.check for f in first.findings} >= {
        "call-does-not-fit",
        "conflict-took-one-side",
        "does-not-parse",
        "half-integrated",
        "lost-file",
        "lost-hunk",
        "marker-left",
        "removed-name-still-imported",
        "resurrected-file",
        "resurrected-lines",
    }


def test_no_two_findings_of_a_merge_share_name_and_content(tmp_path: Path) -> None:
    report = night(tmp_path / "r", again=False)
    names = [(fingerprint(f), content_hash(f)) for f in report.findings]
    assert len(set(names)) == len(names)
