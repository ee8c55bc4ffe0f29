"""A change of one side is not in the merge, and nothing explains it.

Sees: the ledger's LOST parts of both sides.
Fires: once per file and side; once for the whole side where the merge keeps the other parent's tree whole.
Why: a change that is lost in a merge is invisible to git from then on.
Silent: on what is present, stands elsewhere, differs in white space alone, or was overruled by a record.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Severity
from syncline.core.ledger import Change, Fate, Part
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """Group what is lost."""
    lost = [part for part in subject.books.ledger.parts if part.fate is Fate.LOST]
    for side in Side:
        mine = [part for part in lost if part.side is side]
        other_tree = subject.target_tree if side is Side.SOURCE else subject.source_tree
        if mine and subject.merged_tree == other_tree:
            yield _whole_side(side, mine)
            continue
        by_path: dict[RepoPath, list[Part]] = {}
        for part in mine:
            by_path.setdefault(part.path, []).append(part)
        for path, parts in sorted(by_path.items()):
            yield _in_file(side, path, parts)


def _whole_side(side: Side, parts: list[Part]) -> Finding:
    paths = sorted({part.path for part in parts})
    return Finding(
        check="lost-hunk",
        severity=Severity.BLOCKER,
        message=f"the merge keeps the {side.other.value}'s tree whole: nothing of the {side.value} is in it ({len(parts)} hunks in {len(paths)} files)",
        side=side,
        places=tuple(Place(path) for path in paths),
        evidence={"hunks": len(parts), "files": len(paths)},
        proposal="merge again; or, if this was meant, record the decision",
        identity=("lost-hunk", "whole side", side.value),
    )


def _in_file(side: Side, path: RepoPath, parts: list[Part]) -> Finding:
    missing = sum(len(part.lines) for part in parts if part.change is Change.ADDED)
    back = sum(len(part.lines) for part in parts if part.change is Change.REMOVED)
    said = [f"{missing} added line{'s' if missing != 1 else ''} missing"] if missing else []
    said += [f"{back} removed line{'s' if back != 1 else ''} back"] if back else []
    return Finding(
        check="lost-hunk",
        severity=Severity.BLOCKER,
        message=f"a change of the {side.value} is lost: {' and '.join(said) or 'its mode or content'}",
        side=side,
        scope=scope_of(path),
        path=path,
        line=parts[0].merged_line + 1,
        places=tuple(Place(part.merged_path, part.merged_line + 1, "", _excerpt(part)) for part in parts),
        evidence={"missing": missing, "back": back, "hunks": len(parts)},
        proposal=f"restore the {side.value}'s lines, or record why they are not wanted",
        identity=("lost-hunk", side.value, path, *(_excerpt(part) for part in parts)),
    )


def _excerpt(part: Part) -> str:
    sign = "+" if part.change is Change.ADDED else "-"
    return next((sign + line.strip()[:100] for line in part.lines if line.strip()), "")
