"""The counts on the pages of the rules: what a renewal keeps."""

from __future__ import annotations

from collections import Counter
from typing import Any

from measured import counted, renewed

ROW = {
    "agrees": True,
    "regions": [{"outcome": "rule", "rule": "notebook", "safety": "safe"}, {"outcome": "open", "rule": None, "safety": None}],
}


def test_regions_by_safety_and_files_settled_alone() -> None:
    both = {"agrees": False, "regions": [{"outcome": "rule", "rule": rule, "safety": "unsafe"} for rule in ("one", "other")]}
    assert counted([ROW, both, {"merge": "0", "skipped": "gone"}]) == {
        "notebook": Counter(safe=1, alone=1, agrees=1),
        "one": Counter(unsafe=1),
        "other": Counter(unsafe=1),
    }


def test_a_rule_that_is_measured_by_itself_keeps_its_figures() -> None:
    before: dict[str, Any] = {
        "of": "six",
        "rules": {"one": {"safe": 9, "read": {"of": 3, "wrong": 0}}, "notebook": {"safe": 7, "of": "two"}},
    }
    after = renewed(before, counted([ROW]), "", "")
    assert after["rules"]["notebook"] == {"safe": 7, "of": "two"}
    assert after["rules"]["one"] == {"safe": 0, "unsafe": 0, "alone": 0, "agrees": 0, "read": {"of": 3, "wrong": 0}}
    alone = renewed(before, counted([ROW]), "notebook", "three")
    assert alone["rules"] == {
        "notebook": {"safe": 1, "unsafe": 0, "alone": 1, "agrees": 1, "of": "three"},
        "one": before["rules"]["one"],
    }
