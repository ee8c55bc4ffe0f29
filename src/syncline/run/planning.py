"""The plan from the world: names, tips of remotes, history between them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from syncline.config import Config
from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.core.plan import NothingToDo, Revision, SyncPlan
from syncline.plan.branch import branch_name
from syncline.plan.survey import survey
from syncline.ports.git.fetching import fetch_remote
from syncline.ports.git.history import commits, merge_bases
from syncline.ports.git.repository import in_the_way, remote_branch, resolve, valid_branch
from syncline.ports.git.workshop import Workshop
from syncline.run.configure import load_config


@dataclass(frozen=True, slots=True)
class Revisions:
    """The two revisions of a sync, resolved."""

    source: Revision
    target: Revision


def settle_revisions(workshop: Workshop, source: str, target: str, config_file: Path | None, *, fetch: bool) -> Revisions:
    """Resolve both names, asking the remotes first. What the command line leaves out comes from the configuration.

    The configuration lives at the target, so the target must be known before it can be read: from the command line, from ``--config``, or
    from HEAD's own file.
    """
    if not target or not source:
        seed = None if config_file is not None else resolve(workshop.repository, target or "HEAD")
        config = load_config(workshop, seed, config_file)
        source, target = source or config.source, target or config.target
    for role, name in (("source", source), ("target", target)):
        if not name:
            raise UserError(f"no {role}: give --{role} REV, or set '{role}' in syncline.toml")
    return Revisions(_settle(workshop, source, fetch), _settle(workshop, target, fetch))


def _settle(workshop: Workshop, name: str, fetch: bool) -> Revision:
    remote = remote_branch(workshop.repository, name) if fetch else None
    commit: CommitId = fetch_remote(workshop, remote) if remote is not None else resolve(workshop.repository, name)
    return Revision(name, commit)


def make_plan(workshop: Workshop, revisions: Revisions, config: Config, branch: str, now: datetime | None) -> SyncPlan | NothingToDo:
    """What would come from source to target."""
    source, target = revisions.source, revisions.target
    name = branch_name(
        branch or config.branch,
        source=source.name,
        target=target.name,
        now=now or datetime.now(UTC),
        date_format=config.date_format,
        time_zone=config.time_zone,
    )
    if not valid_branch(name):
        raise UserError(f"'{name}' is not a valid branch name; set 'branch' in syncline.toml or --branch")
    if (other := in_the_way(workshop.repository, name)) is not None:
        raise UserError(f"git cannot have the branches '{other}' and '{name}' side by side; set 'branch' in syncline.toml or --branch")
    bases = merge_bases(workshop, target.commit, source.commit)
    brought = commits(workshop, [source.commit, f"^{target.commit}"])
    return survey(source, target, bases, brought, name, shallow=workshop.repository.shallow)
