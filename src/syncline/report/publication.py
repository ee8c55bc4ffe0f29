"""How a publication ended, for the terminal and as JSON."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from syncline.core.names import shown
from syncline.core.pull import Pull
from syncline.publish.dco import Count, Position
from syncline.publish.guard import Guard
from syncline.publish.record import Outcome, Publication
from syncline.publish.steps import Halt

SCHEMA = "syncline.publish/1"


def print_publication(
    console: Console, pull: Pull | None, record: Publication | None, halted: Halt | None, notes: tuple[str, ...], position: Position | None
) -> None:
    """A few lines: where it stands, what became of people's commits, sign-offs, what could not be done."""
    if halted is not None:
        console.print(Text(f"stopped ({halted.why.value}): {shown(halted.reason)}", style="bold yellow"))
    if record is not None:
        console.print(Text(f"branch {shown(record.branch)} at {record.head[:10]}, tree {record.tree[:10]}", style="bold"))
        for c in record.carried:
            where = f" as {c.now[:10]}" if c.outcome is Outcome.CARRIED and c.now != c.commit else ""
            at = f" at {', '.join(shown(p) for p in c.paths[:3])}" if c.paths else ""
            console.print(Text(f"  {c.commit[:10]} {shown(c.subject)} ({shown(c.author)}): {c.outcome.value}{where}{at}"))
    if pull is not None:
        console.print(
            Text(f"pull request {pull.number}, {pull.state.value}{', a draft' if pull.draft else ''}: {shown(pull.url)}", style="bold")
        )
    if position is not None:
        for line in position_lines(position):
            console.print(Text(line))
    for note in notes:
        console.print(Text(f"note: {shown(note)}", style="yellow"))


def position_lines(position: Position) -> list[str]:
    """The sign-off position in words."""
    lines = [f"sign-offs: ours {_words(position.ours)}; inherited {_words(position.inherited)}"]
    if position.people.commits:
        lines.append(f"           people's on the branch {_words(position.people)}")
    if position.precedent is not None:
        lines.append(f"           precedent: the last landed sync {position.precedent_merge[:10]} inherited {_words(position.precedent)}")
    return lines


def _words(count: Count) -> str:
    if count.clean:
        return f"{count.commits} of {count.commits} pass"
    lacks = ((count.missing, "without one"), (count.author, "not by the author"), (count.committer, "not by the committer"))
    return f"{count.commits}: " + ", ".join(f"{len(some)} {what}" for some, what in lacks if some)


def print_guards(console: Console, found: tuple[Guard, ...]) -> None:
    """One line for each thing that was looked at."""
    for guard in found:
        line = Text("ok    " if guard.passed else "stop  ", style="green" if guard.passed else "bold red")
        line.append(f"{guard.name}: {shown(guard.reason)}", style="")
        console.print(line, soft_wrap=True)


def guard_data(found: tuple[Guard, ...]) -> dict[str, Any]:
    """The same as JSON."""
    rows = [{"name": g.name, "passed": g.passed, "reason": shown(g.reason)} for g in found]
    return {"schema": "syncline.check/1", "passed": all(g.passed for g in found), "guards": rows}


def publication_data(
    pull: Pull | None,
    record: Publication | None,
    halted: Halt | None,
    steps: tuple[str, ...],
    notes: tuple[str, ...],
    position: Position | None,
) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "schema": SCHEMA,
        "steps": list(steps),
        "halted": {"why": halted.why.value, "reason": shown(halted.reason)} if halted else None,
        "pull": {"number": pull.number, "url": shown(pull.url), "state": pull.state.value, "draft": pull.draft} if pull else None,
        "record": _record(record) if record else None,
        "sign_offs": {"ours": _count(position.ours), "inherited": _count(position.inherited), "people": _count(position.people)}
        if position
        else None,
        "notes": [shown(n) for n in notes],
    }


def _record(record: Publication) -> dict[str, Any]:
    return {
        "pair": shown(record.pair),
        "branch": shown(record.branch),
        "target_branch": shown(record.target_branch),
        "source": record.source,
        "target": record.target,
        "merge": record.merge,
        "fix": record.fix or None,
        "head": record.head,
        "tree": record.tree,
        "standing": record.standing.value,
        "carried": [
            {
                "commit": c.commit,
                "now": c.now or None,
                "author": shown(c.author),
                "subject": shown(c.subject),
                "outcome": c.outcome.value,
                "paths": [shown(p) for p in c.paths],
            }
            for c in record.carried
        ],
    }


def _count(count: Count) -> dict[str, int]:
    return {
        "commits": count.commits,
        "missing": len(count.missing),
        "not_by_author": len(count.author),
        "not_by_committer": len(count.committer),
    }
