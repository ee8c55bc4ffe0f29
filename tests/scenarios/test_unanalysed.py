"""What cannot be read as lines is counted and named, and what is lost in it is told all the same."""

from __future__ import annotations

from pathlib import Path

from building import Commit, File, build, script
from proving import adds_up
from syncline.core.finding import Severity
from syncline.core.report import AuditReport
from syncline.report.data import audit_data
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

HUGE = b"x = 1\n" * 700_000


Files = dict[str | bytes, str | bytes | File]


def audited(folder: Path, base: Files, source: Files, target: Files, merged: Files) -> AuditReport:
    repo = build(
        folder,
        (
            Commit("base", (), base),
            Commit("source", ("base",), source),
            Commit("target", ("base",), target),
            Commit("merge", ("target", "source"), merged),
        ),
    )
    report = audit_merge(repo.path, "merge", None, silent)
    adds_up(report)
    return report


def test_a_binary_that_is_neither_side_is_a_line_in_the_accounting(tmp_path: Path) -> None:
    base: Files = {"logo.bin": b"\0base"}
    source: Files = {"logo.bin": b"\0source"}
    target: Files = {"logo.bin": b"\0target"}
    report = audited(tmp_path / "r", base, source, target, {"logo.bin": b"\0painted"})
    assert report.ledger.source.unanalysed == report.ledger.target.unanalysed == 1
    assert [(u["path"], "binary" in u["reason"]) for u in audit_data(report)["unanalysed"]] == [("logo.bin", True)]
    assert any("could not be accounted for line by line" in note for note in report.notes)


def test_a_binary_that_stays_the_base_s_is_lost(tmp_path: Path) -> None:
    base: Files = {"f": "f\n", "logo.bin": b"\0base"}
    source: Files = {"f": "f\n", "logo.bin": b"\0source"}
    target: Files = {"f": "g\n", "logo.bin": b"\0base"}
    report = audited(tmp_path / "r", base, source, target, {"f": "g\n", "logo.bin": b"\0base"})
    (blocker,) = [f for f in report.findings if f.severity is Severity.BLOCKER]
    assert blocker.path in ("logo.bin", None)
    assert [origin.commit.subject.split()[0] for origin in blocker.origin] == ["source"]


def test_a_file_that_is_too_large_is_accounted_for_as_a_whole(tmp_path: Path) -> None:
    base: Files = {"data.py": HUGE}
    source: Files = {"data.py": HUGE + b"y = 1\n"}
    target: Files = {"data.py": b"z = 1\n" + HUGE}
    report = audited(tmp_path / "r", base, source, target, {"data.py": HUGE})
    assert (report.ledger.source.lost, report.ledger.target.lost) == (1, 1)
    report = audited(tmp_path / "s", base, source, target, {"data.py": b"z = 2\n" + HUGE})
    assert (report.ledger.source.unanalysed, report.ledger.target.unanalysed) == (1, 1)


def test_bytes_that_are_no_text_of_any_encoding_are_accounted_for_by_line(tmp_path: Path) -> None:
    base: Files = {"names.txt": b"caf\xe9\none\ntwo\n"}
    source: Files = {"names.txt": b"caf\xe9\nna\xefve\none\ntwo\n"}
    target: Files = {"names.txt": b"caf\xe9\none\ntwo\nthree\n"}
    report = audited(tmp_path / "r", base, source, target, {"names.txt": b"caf\xe9\none\ntwo\nthree\n"})
    assert report.ledger.source.lost == 1
    assert report.ledger.unanalysed == ()


def test_a_mode_that_is_lost_names_who_set_it(tmp_path: Path) -> None:
    base: Files = {"run.sh": "ls\n", "f": "f\n", "g": "g\n"}
    source: Files = {"run.sh": script("ls\n"), "f": "f\n", "g": "more of g\n"}
    target: Files = {"run.sh": "ls\n", "f": "more of f\n", "g": "g\n"}
    report = audited(tmp_path / "r", base, source, target, {"run.sh": "ls\n", "f": "more of f\n", "g": "more of g\n"})
    (lost,) = [f for f in report.findings if f.severity is Severity.BLOCKER]
    assert lost.path == "run.sh"
    assert [origin.commit.subject.split()[0] for origin in lost.origin] == ["source"]
