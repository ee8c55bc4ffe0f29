"""The merge commit: two parents, an honest message, a branch of our own. Same parents and tree twice is NOOP."""

from __future__ import annotations

from datetime import datetime

from syncline.config import Config
from syncline.core.effect import Done, Effect
from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.core.plan import SyncPlan
from syncline.core.resolution import ResolvedTree
from syncline.core.tree import MergedTree
from syncline.plan.branch import branch_pattern
from syncline.ports.git.history import commits
from syncline.ports.git.landing import land, write_commit
from syncline.ports.git.made import made_before
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.repository import Branch, branches, require_identity
from syncline.ports.git.workshop import Workshop
from syncline.report.message import commit_message
from syncline.run.records import RECORDS, records_ref, records_text


def commit_merge(
    workshop: Workshop, plan: SyncPlan, merged: MergedTree, resolved: ResolvedTree, config: Config, *, now: datetime | None, dry_run: bool
) -> Effect:
    """Write the commit and its branch, or say that it is there already. Raises ``UserError`` when the branch holds something else.

    ``now`` dates the commit; ``None`` leaves that to git.
    """
    parents = (plan.target.commit, plan.source.commit)
    repository = workshop.repository
    pattern = branch_pattern(config.branch, source=plan.source.name, target=plan.target.name)
    same = [b for b in branches(repository, pattern) + branches(repository, plan.branch) if _is_ours(b, parents, resolved)]
    if not same and (earlier := made_before(repository, RECORDS, parents, resolved.tree)) is not None:
        same = [earlier]
    if same:
        return Effect(Done.NOOP, same[0].name, same[0].commit, "the same merge is there already")
    name = free_name(workshop, plan.branch)
    if dry_run:
        return Effect(Done.DRY_RUN, name, None, "nothing was written")
    who = require_identity(repository, config.identity.name, config.identity.email)
    message = commit_message(plan, merged, resolved, signed_off_by=who if config.identity.sign_off else "")
    date = now.isoformat() if now is not None else ""
    commit = write_commit(workshop, resolved.tree, parents, message, name=config.identity.name, email=config.identity.email, date=date)
    records = workshop.write_blob(records_text(resolved.records, resolved.decisions))
    land(workshop, {f"refs/heads/{name}": commit, records_ref(commit): records}, parents)
    return Effect(Done.CREATED, name, commit)


def free_name(workshop: Workshop, wanted: str) -> str:
    """The branch's name, with a number where an earlier round of ours has it: the target moved, and tonight is merged anew.

    Raises ``UserError`` where somebody else has it.
    """
    name = wanted
    for number in range(2, 1000):
        there = [b for b in branches(workshop.repository, name) if b.name == name]
        if not there:
            return name
        line = commits(workshop, ["--first-parent", "--max-count=50", there[0].commit])
        if not OwnRefs(workshop).refs([records_ref(c.id) for c in line]):
            raise UserError(f"branch '{name}' exists with other content ({there[0].commit[:10]}); delete it, or name another with --branch")
        name = f"{wanted}-{number}"
    raise UserError(f"no name is free for branch '{wanted}'; delete old ones, or name another with --branch")


def _is_ours(branch: Branch, parents: tuple[CommitId, CommitId], resolved: ResolvedTree) -> bool:
    return branch.parents == parents and branch.tree == resolved.tree
