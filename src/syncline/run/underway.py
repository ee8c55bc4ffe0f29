"""Ask the forge for open pull requests that port commits of the source. Whoever plans offline is told that nobody was asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from syncline.config import Config
from syncline.core.errors import UserError, WorldError
from syncline.core.forecast import Forecast
from syncline.core.plan import SyncPlan
from syncline.core.pull import Pull
from syncline.plan.underway import Work, underway
from syncline.ports.git.changes import patch_between, patch_ids
from syncline.ports.git.fetching import fetch_heads
from syncline.ports.git.history import is_ancestor, merge_bases, messages
from syncline.ports.git.repository import remote_branch
from syncline.ports.git.workshop import Workshop
from syncline.publish.settings import ForgeKind

if TYPE_CHECKING:
    from syncline.run.doors import Doors

# A pull request of more commits is no port of one; its commits are not compared one by one.
_COMMITS = 40
_NO_FORGE = "[publish] names no forge; only pull requests of this machine were looked at"
# What a forge gives as a commit reaches git's command line.
_NAME = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


def with_underway(workshop: Workshop, forecast: Forecast, config: Config, *, fetch: bool) -> Forecast:
    """The forecast with what is under way. Without a forge, without network, or where the forge says no, it says so."""
    plan = forecast.plan
    local = config.publish.forge is ForgeKind.LOCAL
    if not fetch and not local:
        return replace(forecast, unasked="no remote is asked (--no-fetch)")
    if local and not (workshop.repository.common_dir / "syncline" / "pulls").is_dir():
        return replace(forecast, unasked=_NO_FORGE)
    # The doors are opened when somebody is behind them: most plans are made without.
    from syncline.run.doors import open_doors

    try:
        with open_doors(workshop, config, plan.target.name) as doors:
            pulls = doors.forge.opened(_branch(workshop, plan.target.name))
            if not pulls:
                local = config.publish.forge is ForgeKind.LOCAL
                return replace(
                    forecast, unasked="[publish] names no forge; only pull requests of this machine were looked at" if local else ""
                )
            works, missing = _works(workshop, plan, doors, pulls)
    except (UserError, WorldError) as error:
        return replace(forecast, unasked=str(error))
    commits = [c for c in plan.commits if len(c.parents) < 2]
    found = underway(works, commits, patch_ids(workshop, [c.id for c in commits]))
    return replace(forecast, underway=found, unasked=missing)


def _branch(workshop: Workshop, name: str) -> str:
    remote = remote_branch(workshop.repository, name)
    return remote.branch if remote is not None else name.removeprefix("refs/heads/")


def _works(workshop: Workshop, plan: SyncPlan, doors: Doors, pulls: Sequence[Pull]) -> tuple[list[Work], str]:
    """The pull requests with their commits, and why patches are missing, where they are."""
    wanted = [p for p in pulls if _NAME.fullmatch(p.head) and not workshop.has(p.head)]
    missing = ""
    if wanted:
        try:
            fetch_heads(workshop, doors.remote or "origin", [doors.forge.head_ref(p) for p in wanted])
        except WorldError as error:
            many = "s were" if len(wanted) != 1 else " was"
            missing = f"{len(wanted)} open pull request{many} not compared by patch: {error}"
    return [work for p in pulls if (work := _work(workshop, plan, p)) is not None], missing


def _work(workshop: Workshop, plan: SyncPlan, pull: Pull) -> Work | None:
    """One pull request; ``None`` where it merges the source itself: that is a sync, not a port."""
    if not _NAME.fullmatch(pull.head) or not workshop.has(pull.head):
        return Work(pull)
    source, target = plan.source.commit, plan.target.commit
    if any(is_ancestor(workshop, commit.id, pull.head) for commit in plan.commits[-1:]):
        return None
    told = messages(workshop, [pull.head, f"^{target}", f"^{source}", f"--max-count={_COMMITS + 1}", "--no-merges"])
    if len(told) > _COMMITS:
        return Work(pull, tuple(told.values()))
    bases = merge_bases(workshop, target, pull.head)
    whole = patch_between(workshop, bases[0], pull.head) if len(bases) == 1 else ""
    return Work(pull, tuple(told.values()), frozenset({whole, *patch_ids(workshop, list(told)).values()}) - {""})
