"""Some findings of ``seam_verdicts.tsv`` were read once more, by somebody who did not know the first verdict.

``seam_second_judge.tsv`` has one line a finding: merge, check, path, symbol, line in the merged file, verdict, and the reason in a sentence. It is not
brought into line with the first verdicts: where the two differ, both stand.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
Key = tuple[str, ...]
LEAST_REAL = 0.85
LEAST_ALIKE = 0.85


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text("utf-8").splitlines()[1:]]


def first() -> dict[Key, str]:
    return {tuple(row[:5]): row[5] for row in rows("seam_verdicts.tsv")}


def second() -> dict[Key, str]:
    return {tuple(row[:5]): row[6] for row in rows("seam_second_judge.tsv")}


def test_each_finding_was_read_once_and_has_a_line_and_a_reason() -> None:
    read = rows("seam_second_judge.tsv")
    assert len(second()) == len(read) >= 20
    assert [row for row in read if len(row) != 8 or not row[5].isdecimal() or not row[7]] == []
    assert set(second().values()) <= {"real", "wrong"}


def test_both_judges_speak_of_the_same_findings() -> None:
    assert second().keys() - first().keys() == set()


def test_most_are_real_to_the_second_judge_too() -> None:
    assert list(second().values()).count("real") / len(second()) >= LEAST_REAL


def test_the_judges_mostly_agree() -> None:
    agreed = [key for key, verdict in second().items() if first()[key] == verdict]
    assert len(agreed) / len(second()) >= LEAST_ALIKE
