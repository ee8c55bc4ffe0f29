"""Count what replays showed of each rule, for the pages of the rules: ``docs/measured.json``.

    python tools/measured.py replay.jsonl [replay.jsonl …]

The files are those that ``syncline replay`` writes. ``read`` is kept from the file as it stands: how many differing answers of a rule somebody read,
and in how many of them it had lost or broken something. A rule where that is more than one in twenty is a suggestion.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

MEASURED = Path(__file__).resolve().parents[1] / "docs" / "measured.json"


def counted(rows: Iterable[dict[str, object]]) -> dict[str, Counter[str]]:
    """For each rule: regions by safety; files that it settled alone, and in how many of these people committed the same words."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        regions = row.get("regions")
        if not isinstance(regions, list):
            continue
        answered = [one for one in regions if one["outcome"] == "rule"]
        for one in answered:
            found[one["rule"]][one["safety"]] += 1
        rules = {one["rule"] for one in answered}
        if len(rules) == 1 and row.get("agrees") is not None:
            count = found[rules.pop()]
            count["alone"] += 1
            count["agrees"] += row["agrees"] is True
    return found


def _rows(paths: Iterable[str]) -> Iterable[dict[str, object]]:
    for path in paths:
        with Path(path).open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def main() -> int:
    """Write the counts, and keep what was read."""
    before = json.loads(MEASURED.read_text("utf-8")) if MEASURED.is_file() else {}
    found = counted(_rows(sys.argv[1:]))
    names = sorted({*found, *before.get("rules", {})})
    keys = ("safe", "unsafe", "alone", "agrees")
    rules = {}
    for name in names:
        rules[name] = {key: found[name][key] for key in keys}
        if "read" in before.get("rules", {}).get(name, {}):
            rules[name]["read"] = before["rules"][name]["read"]
    told = {"of": before.get("of", ""), "rules": rules}
    MEASURED.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
