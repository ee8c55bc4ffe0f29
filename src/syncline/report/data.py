"""Values as JSON. ``syncline.audit/1`` is a contract; see the design."""

from __future__ import annotations

from typing import Any

from syncline.core.finding import Finding, Origin, Place
from syncline.core.fingerprint import fingerprint
from syncline.core.ledger import Accounting
from syncline.core.names import shown
from syncline.core.plan import NothingToDo, SyncPlan, Volume
from syncline.core.report import AuditReport
from syncline.core.resolution import Decision, ResolvedTree
from syncline.core.tree import MergedTree
from syncline.report.stakes import stakes_data

AUDIT_SCHEMA = "syncline.audit/1"
SYNC_SCHEMA = "syncline.sync/1"


def audit_data(report: AuditReport) -> dict[str, Any]:
    """A report as ``syncline.audit/1``."""
    return {
        "schema": AUDIT_SCHEMA,
        "state": report.state.value,
        "merge": report.merge,
        "tree": report.tree,
        "bases": list(report.bases),
        "target": report.target,
        "source": report.source,
        "accounting": {"target": _accounting(report.ledger.target), "source": _accounting(report.ledger.source)},
        "unanalysed": [{"path": shown(u.path), "reason": u.reason} for u in report.ledger.unanalysed],
        "edits": {"conflicted": report.edits.conflicted, "outside": report.edits.outside},
        "notes": list(report.notes),
        "findings": [finding_data(f) for f in report.findings],
    }


def _accounting(account: Accounting) -> dict[str, int]:
    return {
        "hunks": account.hunks,
        "present": account.present,
        "elsewhere": account.elsewhere,
        "equivalent": account.equivalent,
        "overruled": account.overruled,
        "lost": account.lost,
        "unanalysed": account.unanalysed,
    }


def finding_data(finding: Finding) -> dict[str, Any]:
    """One finding as the contract has it."""
    accepted = finding.accepted
    return {
        "check": finding.check,
        "severity": finding.severity.value,
        "side": finding.side.value if finding.side else None,
        "scope": finding.scope.value,
        "path": shown(finding.path) if finding.path is not None else None,
        "line": finding.line,
        "symbol": shown(finding.symbol) if finding.symbol is not None else None,
        "message": shown(finding.message),
        "places": [_place(p) for p in finding.places],
        "proposal": shown(finding.proposal) if finding.proposal is not None else None,
        "evidence": _plain(finding.evidence),
        "origin": [_origin(o) for o in finding.origin],
        "owners": [shown(o) for o in finding.owners],
        "accepted": {"by": shown(accepted.by), "reason": shown(accepted.reason), "until": accepted.until} if accepted else None,
        "fingerprint": fingerprint(finding),
    }


def _place(place: Place) -> dict[str, Any]:
    return {"path": shown(place.path), "line": place.line or None, "symbol": shown(place.symbol) or None, "text": shown(place.text)}


def _origin(origin: Origin) -> dict[str, Any]:
    commit = origin.commit
    return {"role": origin.role.value, "commit": commit.id, "author": shown(commit.author), "subject": shown(commit.subject)}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {shown(str(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return shown(value) if isinstance(value, str) else value


def plan_data(plan: SyncPlan | NothingToDo) -> dict[str, Any]:
    """The plan."""
    head = {
        "source": {"name": shown(plan.source.name), "commit": plan.source.commit},
        "target": {"name": shown(plan.target.name), "commit": plan.target.commit},
    }
    if isinstance(plan, NothingToDo):
        return {**head, "nothing_to_do": plan.reason, "gone": plan.gone}
    return {
        **head,
        "nothing_to_do": None,
        "bases": list(plan.bases),
        "branch": shown(plan.branch),
        "fast_forward_possible": plan.fast_forward,
        "commits": [{"commit": c.id, "author": shown(c.author), "subject": shown(c.subject), "pull": c.pull} for c in plan.commits],
        "authors": [{"author": shown(name), "commits": n} for name, n in plan.authors],
        "pulls": list(plan.pulls),
    }


def merge_data(merged: MergedTree) -> dict[str, Any]:
    """git's own merge."""
    return {"tree": merged.tree, "conflicts": [{"path": shown(c.path), "kind": c.kind.value} for c in merged.conflicts]}


def resolved_data(resolved: ResolvedTree) -> dict[str, Any]:
    """How the conflicts went."""
    return {
        "tree": resolved.tree,
        "complete": resolved.complete,
        "decisions": [_decision(d) for d in resolved.decisions],
        "open": [{"path": shown(c.path), "kind": c.kind.value} for c in resolved.open_conflicts],
        "stakes": [stakes_data(s) for s in resolved.stakes],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "path": shown(decision.path),
        "outcome": decision.outcome.value,
        "rule": decision.rule,
        "reason": decision.reason,
        "safety": decision.safety.value if decision.safety else None,
        "line": decision.line or None,
        "declined": [{"rule": rule, "reason": reason} for rule, reason in decision.declined],
        "suggestion": {"rule": decision.suggestion[0], "reason": decision.suggestion[1].reason} if decision.suggestion else None,
    }


def volume_data(volume: Volume) -> dict[str, Any]:
    """Changed lines of one kind of file."""
    return {"label": volume.label, "files": volume.files, "added": volume.added, "removed": volume.removed}
