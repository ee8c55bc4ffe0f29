"""A takeover for the terminal and as JSON, ``syncline.takeover/1``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from syncline.core.finding import Finding
from syncline.core.names import RepoPath, shown
from syncline.core.report import AuditReport
from syncline.core.stakes import Stakes
from syncline.core.takeover import Takeover, Undecided
from syncline.report.data import finding_data
from syncline.report.night import NightLike, night_data
from syncline.report.stakes import by_path, stakes_data
from syncline.report.terminal import print_finding, print_night, print_stakes

SCHEMA = "syncline.takeover/1"
_LISTED = 40
_LINES = 6


class OpenedLike(Protocol):
    """What was handed over, or why nothing was."""

    @property
    def takeover(self) -> Takeover | None: ...
    @property
    def undecided(self) -> Sequence[Undecided]: ...
    @property
    def reason(self) -> str: ...
    @property
    def dry_run(self) -> bool: ...
    @property
    def stakes(self) -> Sequence[Stakes]: ...


class FinishedLike(Protocol):
    """How ``--continue`` ended."""

    @property
    def path(self) -> str: ...
    @property
    def undecided(self) -> Sequence[Undecided]: ...
    @property
    def held(self) -> Sequence[Finding]: ...
    @property
    def night(self) -> NightLike | None: ...
    @property
    def report(self) -> AuditReport | None: ...
    @property
    def new(self) -> int: ...
    @property
    def total(self) -> int: ...


def opened_data(opened: OpenedLike) -> dict[str, Any]:
    """An opening as JSON. ``state`` is open, would open, or nothing open."""
    takeover = opened.takeover
    if takeover is None:
        return {"schema": SCHEMA, "state": "nothing open", "reason": opened.reason, "path": None, "open": [], "stakes": []}
    return {
        "schema": SCHEMA,
        "state": "would open" if opened.dry_run else "open",
        "path": shown(takeover.path),
        "branch": shown(takeover.branch),
        "source": {"name": shown(takeover.source.name), "commit": takeover.source.commit},
        "target": {"name": shown(takeover.target.name), "commit": takeover.target.commit},
        "open": _undecided_data(opened.undecided),
        "stakes": [stakes_data(s) for s in opened.stakes],
    }


def finished_data(finished: FinishedLike) -> dict[str, Any]:
    """An ending as JSON. ``state`` is undecided, held (blockers in what was edited), committed, or would commit."""
    night = finished.night
    committed = night is not None and night.effect.commit is not None
    state = "committed" if committed else "would commit" if night is not None else "held" if finished.held else "undecided"
    return {
        "schema": SCHEMA,
        "state": state,
        "path": shown(finished.path),
        "open": _undecided_data(finished.undecided),
        "held": [finding_data(f) for f in finished.held],
        "remembered": {"new": finished.new, "total": finished.total},
        "night": night_data(night) if night is not None else None,
    }


def _undecided_data(some: Sequence[Undecided]) -> list[dict[str, Any]]:
    return [{"path": shown(u.path), "kind": u.kind, "lines": list(u.lines)} for u in some]


def print_opened(console: Console, opened: OpenedLike) -> None:
    """An opening for people."""
    takeover = opened.takeover
    if takeover is None:
        console.print(Text(f"nothing is open: {opened.reason}"), soft_wrap=True)
        return
    _print_undecided(console, opened.undecided, by_path(opened.stakes))
    if opened.dry_run:
        console.print(Text(f"dry run: would open a work tree in {shown(takeover.path)}", style="bold"), soft_wrap=True)
        return
    console.print(Text(f"work tree: {shown(takeover.path)}", style="bold"), soft_wrap=True)
    console.print(Text("edit the files there, or run 'git mergetool'; then 'syncline takeover --continue', or '--abort'"), soft_wrap=True)


def print_finished(console: Console, finished: FinishedLike) -> None:
    """An ending for people."""
    if finished.undecided:
        _print_undecided(console, finished.undecided, {})
        count = len(finished.undecided)
        text = f"{count} path{'s are' if count != 1 else ' is'} not decided yet; the work tree stays: {shown(finished.path)}"
        console.print(Text(text, style="bold yellow"), soft_wrap=True)
        return
    if finished.night is None:
        for finding in finished.held:
            print_finding(console, finding)
        count = len(finished.held)
        text = (
            f"the audit has {count} blocker{'s' if count != 1 else ''} in what was edited; nothing was committed. "
            f"Mend {'them' if count != 1 else 'it'} in {shown(finished.path)} and continue, or commit with --anyway"
        )
        console.print(Text(text, style="bold red"), soft_wrap=True)
        return
    print_night(console, finished.night)
    if finished.night.effect.commit is not None:
        console.print(Text(f"{finished.new} decisions are new in the memory, {finished.total} are remembered; the work tree is gone"))


def _print_undecided(console: Console, some: Sequence[Undecided], known: Mapping[RepoPath, Stakes]) -> None:
    for one in some[:_LISTED]:
        at = ", ".join(map(str, one.lines[:_LINES])) + (" …" if len(one.lines) > _LINES else "")
        where = f" line{'s' if len(one.lines) != 1 else ''} {at}" if one.lines else " as a whole: 'git add' or 'git rm' decides"
        console.print(Text(f"  open: {shown(one.path)} ({one.kind}){where}", style="yellow"), soft_wrap=True)
        if one.path in known:
            print_stakes(console, known[one.path])
    if len(some) > _LISTED:
        console.print(Text(f"  and {len(some) - _LISTED} more; --json lists them all", style="dim"))
