"""Records of what a sync of ours overruled, kept with the merge under ``refs/syncline/records/<merge>``."""

from __future__ import annotations

import json
from collections.abc import Iterable

from syncline.core.hunk import Span
from syncline.core.ledger import Record
from syncline.core.merge import Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.resolution import Decision, Outcome
from syncline.ports.git.command import git
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.repository import Repository
from syncline.ports.git.workshop import Workshop
from syncline.ports.shared import Change, SharedRefs

SCHEMA = "syncline.records/1"
RECORDS = "refs/syncline/records"


def records_ref(merge: CommitId) -> str:
    """Where the records of one merge are kept."""
    return f"{RECORDS}/{merge}"


def records_text(records: Iterable[Record], decisions: Iterable[Decision] = ()) -> bytes:
    """The records as JSON, in a stable order; beside them how each region ended, for whoever tells of the merge later."""
    rows = [
        {
            "path": r.path,
            "side": r.side.value,
            "rule": r.rule,
            "lines": [r.lines.start, r.lines.stop] if r.lines else None,
            "base": [r.base.start, r.base.stop] if r.base else None,
            "proven": r.proven,
            "reason": r.reason,
        }
        for r in records
    ]
    return (
        json.dumps({"schema": SCHEMA, "records": rows, "decisions": [_ended(d) for d in decisions]}, indent=1, sort_keys=True) + "\n"
    ).encode()


def _ended(decision: Decision) -> dict[str, object]:
    return {
        "path": decision.path,
        "outcome": decision.outcome.value,
        "rule": decision.rule,
        "line": decision.line,
        "reason": decision.reason,
    }


def read_ended(repository: Repository, merge: CommitId) -> tuple[Decision, ...]:
    """How the regions of a merge of ours ended; none for merges made by others, or before this was kept."""
    output = git(["cat-file", "blob", records_ref(merge)], git_dir=repository.git_dir)
    try:
        rows = json.loads(output.stdout)["decisions"] if output.status == 0 else []
        return tuple(
            Decision(RepoPath(r["path"]), Outcome(r["outcome"]), str(r["rule"]), str(r.get("reason", "")), None, int(r["line"]))
            for r in rows
        )
    except (ValueError, KeyError, TypeError):
        return ()


def read_records(repository: Repository, merge: CommitId) -> tuple[Record, ...]:
    """The records kept for a merge; none for merges made by others. Unreadable ones count as none: they may excuse nothing."""
    output = git(["cat-file", "blob", records_ref(merge)], git_dir=repository.git_dir)
    if output.status != 0:
        return ()
    try:
        data = json.loads(output.stdout)
        if data["schema"] != SCHEMA:
            return ()
        return tuple(
            Record(
                RepoPath(r["path"]),
                Side(r["side"]),
                str(r["rule"]),
                _span(r["lines"]),
                _span(r["base"]),
                r["proven"] is True,
                str(r["reason"]),
            )
            for r in data["records"]
        )
    except (ValueError, KeyError, TypeError):
        return ()


def share_records(workshop: Workshop, shared: SharedRefs, merge: CommitId) -> None:
    """Bring the records of a merge to where its branch is, so that whoever fetches them and audits it there sees what we see.

    A remote that does not take them is left alone: the pull request tells what they say. Raises ``WorldError`` when it does not answer.
    """
    ref = records_ref(merge)
    here = OwnRefs(workshop).refs([ref]).get(ref)
    if here is not None and ref not in shared.refs([ref]):
        shared.swap([Change(ref, None, here)])


def _span(value: object) -> Span | None:
    if isinstance(value, list) and len(value) == 2:
        return Span(int(value[0]), int(value[1]))
    return None
