"""What a replay showed, as JSON lines and as tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from syncline.core.names import shown
from syncline.core.replay import Replayed, Skipped
from syncline.core.resolution import Outcome


def replay_row(row: Replayed) -> dict[str, object]:
    """One path as a JSON object."""
    return {
        "merge": row.merge,
        "path": shown(row.path),
        "kind": row.kind,
        "language": row.language,
        "resolved": row.resolved,
        "agrees": row.agrees,
        "seconds": round(row.seconds, 4),
        "broken": row.broken or None,
        "lost": row.lost,
        "regions": [
            {
                "line": d.line,
                "outcome": d.outcome.value,
                "rule": d.rule or None,
                "safety": d.safety.value if d.safety is not None else None,
                "reason": d.reason,
                "declined": [{"rule": rule, "reason": reason} for rule, reason in d.declined],
                "suggested": {"rule": d.suggestion[0], "reason": d.suggestion[1].reason} if d.suggestion is not None else None,
            }
            for d in row.decisions
        ],
    }


def skipped_row(skipped: Skipped) -> dict[str, object]:
    """A merge that was left out, as a JSON object."""
    return {"merge": skipped.merge, "skipped": skipped.reason}


class Tally:
    """The figures of a replay, counted as its rows come in; holds no rows."""

    def __init__(self) -> None:
        self.languages: dict[str, Counter[str]] = defaultdict(Counter)
        self.rules: dict[str, Counter[str]] = defaultdict(Counter)
        self.seconds: list[float] = []
        self.skipped = 0

    def add(self, rows: Iterable[Replayed]) -> None:
        """Count the rows of one merge."""
        for row in rows:
            self.seconds.append(row.seconds)
            for name in (row.language or "other", "all"):
                count = self.languages[name]
                count["files"] += 1
                count["resolved"] += row.resolved
                count["compared"] += row.agrees is not None
                count["agrees"] += row.agrees is True
                count["broken"] += bool(row.broken)
                count["lost"] += row.lost
            answered = [d for d in row.decisions if d.outcome is Outcome.RULE]
            for decision in answered:
                safety = decision.safety.value if decision.safety is not None else ""
                self.rules[decision.rule][safety] += 1
                self.rules[decision.rule]["regions"] += 1
            if row.agrees is not None and len({d.rule for d in answered}) == 1:
                self.rules[answered[0].rule]["alone"] += 1
                self.rules[answered[0].rule]["agrees"] += row.agrees

    def data(self) -> dict[str, object]:
        """The figures as a JSON object."""
        times = sorted(self.seconds)
        return {
            "languages": {name: dict(count) for name, count in sorted(self.languages.items())},
            "rules": {name: dict(count) for name, count in sorted(self.rules.items())},
            "skipped": self.skipped,
            "median-seconds": round(times[len(times) // 2], 4) if times else None,
            "p99-seconds": round(times[int(len(times) * 0.99)], 4) if times else None,
        }


def print_replay(console: Console, tally: Tally) -> None:
    """Two tables: by language, by rule."""
    table = Table(box=None, pad_edge=False, title="by language", title_justify="left")
    for name in ("language", "files", "resolved", "as committed", "otherwise", "do not parse", "lost in safe"):
        table.add_column(name, justify="left" if name == "language" else "right")
    for name, c in sorted(tally.languages.items(), key=lambda item: (item[0] == "all", -item[1]["files"])):
        share = f"{100 * c['resolved'] / c['files']:.1f} %"
        agree = f"{100 * c['agrees'] / c['files']:.1f} %"
        otherwise = f"{100 * (c['compared'] - c['agrees']) / max(c['compared'], 1):.1f} %"
        table.add_row(name, str(c["files"]), share, agree, otherwise, str(c["broken"]), str(c["lost"]))
    console.print(table)
    rules = Table(box=None, pad_edge=False, title="by rule", title_justify="left")
    for name in ("rule", "regions", "safe", "unsafe", "files it settled alone", "as committed"):
        rules.add_column(name, justify="left" if name == "rule" else "right")
    for name, c in sorted(tally.rules.items(), key=lambda item: -item[1]["regions"]):
        share = f"{100 * c['agrees'] / c['alone']:.0f} %" if c["alone"] else ""
        rules.add_row(name, str(c["regions"]), str(c["safe"]), str(c["unsafe"]), str(c["alone"]), share)
    console.print()
    console.print(rules)
    if tally.seconds:
        times = sorted(tally.seconds)
        median, last = times[len(times) // 2], times[int(len(times) * 0.99)]
        console.print(f"\n{1000 * median:.0f} ms of processor time a file in the median, {1000 * last:.0f} ms at the 99th percentile")
    if tally.skipped:
        console.print(f"{tally.skipped} merges could not be replayed; see replay.jsonl")
