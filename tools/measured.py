"""Count what replays showed of each rule, for the pages of the rules: ``docs/measured.json``.

    python tools/measured.py replay.jsonl [replay.jsonl …]
    python tools/measured.py --rule notebook --of "all notebooks in conflict of two public repositories" replay.jsonl …

The files are those that ``syncline replay`` writes. A rule that has nothing to do in the usual ones is measured by itself (``--rule``), with words of its
own for what it was measured on (``of``), and is left alone otherwise. ``read`` is kept from the file as it stands: how many differing answers of a rule
somebody read, and in how many of them it had lost or broken something. A rule where that is more than one in twenty is a suggestion.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

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


def renewed(before: dict[str, Any], found: dict[str, Counter[str]], rule: str, of: str) -> dict[str, Any]:
    """The counts with new ones in them: of one ``rule``, measured on what ``of`` says, or of all that are not measured by themselves."""
    rules: dict[str, Any] = dict(before.get("rules", {}))
    for name in [rule] if rule else sorted({*found, *rules}):
        known = rules.get(name, {})
        if "of" in known and not rule:
            continue
        rules[name] = {key: found[name][key] for key in ("safe", "unsafe", "alone", "agrees")}
        rules[name] |= {"of": of} if rule else {}
        rules[name] |= {"read": known["read"]} if "read" in known else {}
    return {"of": before.get("of", ""), "rules": dict(sorted(rules.items()))}


def main() -> int:
    """Write the counts, and keep what was read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--rule", default="", help="renew this rule alone")
    parser.add_argument("--of", default="", help="what it was measured on")
    given = parser.parse_args()
    before = json.loads(MEASURED.read_text("utf-8")) if MEASURED.is_file() else {}
    told = renewed(before, counted(_rows(given.files)), given.rule, given.of)
    MEASURED.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
