"""What a landed pull request left behind."""

from __future__ import annotations

from syncline.core.names import CommitId
from syncline.core.pull import PullState
from syncline.ports.forge import Forge
from syncline.ports.git.history import is_ancestor
from syncline.ports.git.reverts import reverted_by
from syncline.ports.git.workshop import Workshop
from syncline.ports.shared import SharedRefs
from syncline.publish.guard import Guard, landed
from syncline.publish.record import Publication, from_text, record_ref


def landing_alarms(workshop: Workshop, shared: SharedRefs, forge: Forge, pair: str, *, at_home: bool) -> tuple[str, ...]:
    """What is wrong with the last publication of a pair, if that has landed: squashed, or taken back."""
    ref = record_ref(pair)
    at = shared.refs([ref]).get(ref)
    record = from_text(shared.page(at)) if at is not None else None
    pull = forge.pull(record.pull) if record is not None and record.pull else None
    if record is None or pull is None or pull.state is not PullState.MERGED:
        return ()
    found = after_landing(workshop, record, target_tip(workshop, shared, record, at_home=at_home))
    return tuple(g.reason for g in found if not g.passed)


def target_tip(workshop: Workshop, shared: SharedRefs, record: Publication, *, at_home: bool) -> CommitId | None:
    """Where the target stands now. At home its name may be a remote-tracking branch."""
    refs = [f"refs/heads/{record.target_branch}", *([f"refs/remotes/origin/{record.target_branch}"] if at_home else [])]
    found = shared.refs(refs)
    tip = next((found[ref] for ref in refs if ref in found), None)
    return tip if tip is None or workshop.has(tip) else None


def after_landing(workshop: Workshop, record: Publication, tip: CommitId | None) -> tuple[Guard, ...]:
    """What a landed pull request left. The merge that squashing threw away may not even be at hand any more."""
    if tip is None:
        return (Guard("landed", False, f"'{record.target_branch}' does not exist there"),)
    contains = workshop.has(record.merge) and is_ancestor(workshop, record.merge, tip)
    back = reverted_by(workshop, record.merge, tip) if contains else None
    return landed(record, tip, contains_merge=contains, reverted_by=back)
