"""A target that is maintained by rebasing: recognised, and said to be unsupported before anything is done to it."""

from __future__ import annotations

from syncline.config import Config
from syncline.core.errors import UserError
from syncline.core.health import Rebasing
from syncline.core.names import shown
from syncline.core.plan import SyncPlan
from syncline.plan.health import Stamped, rebasing, rebasing_told
from syncline.ports.git.history import rewritten, stamps
from syncline.ports.git.repository import tracking_ref
from syncline.ports.git.workshop import Workshop


def rebased(workshop: Workshop, plan: SyncPlan) -> Rebasing | None:
    """Whether the target looks maintained by rebasing. Asks history, and the reflog of the target where this clone has one."""
    if workshop.git(["rev-list", "--merges", "--max-count=1", plan.target.commit, f"^{plan.source.commit}"]):
        return None
    own = [Stamped(*row) for row in stamps(workshop, [plan.target.commit, f"^{plan.source.commit}"])]
    base = max((put for _, _, put, _ in stamps(workshop, ["--no-walk", *plan.bases])), default=0) if plan.bases else 0
    ref = tracking_ref(workshop.repository, plan.target.name)
    return rebasing(own, base, rewritten(workshop, ref, plan.target.commit) if ref else 0)


def refuse_rebased(workshop: Workshop, plan: SyncPlan, config: Config) -> None:
    """Raise ``UserError`` where the target is maintained by rebasing and nobody has said that it may be merged into all the same."""
    found = None if config.merge_rebased else rebased(workshop, plan)
    if found is not None:
        raise UserError(shown(rebasing_told(found, plan.source.name, plan.target.name)))
