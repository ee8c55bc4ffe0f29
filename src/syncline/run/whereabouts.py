"""Files that a side changed and the head lacks, and files that came back after the merge: each with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from syncline.core.finding import Finding
from syncline.core.ledger import Record
from syncline.core.merge import Merge, Side
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.plan import SyncPlan
from syncline.core.provenance import Commit
from syncline.core.report import AuditReport
from syncline.ports.git.evidence import deletions
from syncline.ports.git.history import deltas
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.workshop import Workshop
from syncline.report.body.facts import Whereabouts


def whereabouts(
    workshop: Workshop, plan: SyncPlan, merge: CommitId, head: CommitId, report: AuditReport, records: Sequence[Record]
) -> tuple[Whereabouts, ...]:
    """What a side added or changed since the base and the head has under no name; then what policy or people brought back."""
    base = virtual_base(workshop, plan.bases)
    ends: Merge[TreeId | CommitId] = Merge(base, plan.source.commit, plan.target.commit)
    gone: dict[RepoPath, Side] = {}
    for side in Side:
        changed = {d.path for d in deltas(workshop, base, ends.side(side), renames=False) if d.new is not None}
        missing = [d.path for d in deltas(workshop, ends.side(side), head, renames=True) if d.new is None and d.path in changed]
        gone.update(dict.fromkeys(missing, side))
    deleters = {
        side: deletions(workshop, end.commit, plan.bases, [path for path, of in gone.items() if of is side.other])
        for side, end in ((Side.SOURCE, plan.source), (Side.TARGET, plan.target))
    }
    told = _told(report.findings)
    ruled = {r.path: r for r in records if r.lines is None}
    found = [
        Whereabouts(path, side, back=False, reason=_why(path, told, ruled, deleters[side.other])) for path, side in sorted(gone.items())
    ]
    return (*found, *_back(workshop, ends, merge, head, report.findings))


def _why(path: RepoPath, told: Mapping[RepoPath, str], ruled: Mapping[RepoPath, Record], deleters: Mapping[RepoPath, Commit]) -> str:
    if path in told:
        return told[path]
    if path in ruled:
        return f"`{ruled[path].rule}`: {ruled[path].reason}"
    if path in deleters:
        return f"the other side deleted it in {deleters[path].short} ({deleters[path].subject})"
    return "no reason is recorded"


def _told(findings: Iterable[Finding]) -> dict[RepoPath, str]:
    """What the audit says of files that are not there, by path."""
    found: dict[RepoPath, str] = {}
    for finding in findings:
        answer = f"accepted by {finding.accepted.by}: {finding.accepted.reason}" if finding.accepted is not None else ""
        if finding.check == "lacked-file" and finding.path is not None:
            found[finding.path] = answer or finding.message
        rows = finding.evidence.get("restore", ())
        for row in rows if isinstance(rows, tuple) else ():
            if isinstance(row, dict) and isinstance(path := row.get("path"), str):
                by = row.get("by")
                needs = f" by {', '.join(map(str, by[:3]))}" if isinstance(by, tuple) and by else ""
                found[RepoPath(path)] = answer or f"{row.get('need')}{needs}; open as {finding.check}"
    return found


def _back(
    workshop: Workshop, ends: Merge[TreeId | CommitId], merge: CommitId, head: CommitId, findings: Iterable[Finding]
) -> Iterable[Whereabouts]:
    """Files that policy restored into the merge, then those that stand in the head and not in the merge, as a parent has them."""
    seen: set[RepoPath] = set()
    for finding in findings:
        standing = finding.evidence.get("standing")
        if finding.check == "lacked-file" and finding.path is not None and finding.side is not None and standing in _BACK:
            seen.add(finding.path)
            yield Whereabouts(finding.path, finding.side, back=True, reason=finding.message)
    new = {d.path: d.new for d in deltas(workshop, merge, head, renames=False) if d.old is None and d.new is not None}
    for side in Side:
        theirs = workshop.entries(ends.side(side), sorted(new.keys() - seen)) if new.keys() - seen else {}
        for path, entry in sorted(theirs.items()):
            seen.add(path)
            same = " as it stands there" if entry == new[path] else " with changes"
            yield Whereabouts(path, side, back=True, reason=f"restored on this branch after the merge, from the {side.value}{same}")


_BACK = ("restored", "kept as a test")
