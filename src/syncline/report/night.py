"""One night as JSON: the members of each room that it came to."""

from __future__ import annotations

from typing import Any, Protocol

from syncline.core.clearance import Verdict
from syncline.core.effect import Effect
from syncline.core.names import shown
from syncline.core.plan import NothingToDo, SyncPlan, Volumes
from syncline.core.report import AuditReport
from syncline.core.resolution import ResolvedTree
from syncline.core.tree import MergedTree
from syncline.report.data import SYNC_SCHEMA, audit_data, merge_data, plan_data, resolved_data, volume_data


class NightLike(Protocol):
    """What one run did, room by room."""

    @property
    def plan(self) -> SyncPlan | NothingToDo: ...
    @property
    def effect(self) -> Effect: ...
    @property
    def merged(self) -> MergedTree | None: ...
    @property
    def volumes(self) -> Volumes | None: ...
    @property
    def resolved(self) -> ResolvedTree | None: ...
    @property
    def report(self) -> AuditReport | None: ...
    @property
    def verdict(self) -> Verdict | None: ...


def night_data(night: NightLike) -> dict[str, Any]:
    """A run of ``sync`` as ``syncline.sync/1``."""
    effect = night.effect
    size = night.volumes
    return {
        "schema": SYNC_SCHEMA,
        "plan": plan_data(night.plan),
        "volumes": {"counted": [volume_data(v) for v in size.counted], "excluded": [volume_data(v) for v in size.excluded]}
        if size
        else None,
        "merge": merge_data(night.merged) if night.merged else None,
        "resolve": resolved_data(night.resolved) if night.resolved else None,
        "audit": audit_data(night.report) if night.report else None,
        "verdict": {"state": night.verdict.state.value, "reason": night.verdict.reason} if night.verdict else None,
        "effect": {
            "done": effect.done.value,
            "branch": shown(effect.branch) if effect.branch else None,
            "commit": effect.commit,
            "reason": effect.reason,
        },
    }
