"""``plan`` for one pair or all of them: the forecast, the backlog, the burden."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from syncline.account.classes import classifier
from syncline.config import Config
from syncline.core.backlog import Backlog, Burden
from syncline.core.errors import UserError
from syncline.core.forecast import Forecast
from syncline.core.outlook import Outlook
from syncline.core.plan import NothingToDo
from syncline.plan.backlog import backlog, burden
from syncline.plan.digest import digest
from syncline.plan.pairs import in_order, pair_name
from syncline.ports.git.changes import commit_sizes, same_patches
from syncline.ports.git.history import commits
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run.colliding import until_last_sync
from syncline.run.configure import config_in_force
from syncline.run.forecasting import Wishes, make_forecast
from syncline.run.progress import Progress


def outlooks(
    path: Path,
    source: str,
    target: str,
    config_file: Path | None,
    progress: Progress,
    wishes: Wishes,
    *,
    fetch: bool,
    every: bool,
    carried: bool,
) -> tuple[Outlook, ...]:
    """Look at the pair that is named, or at every configured one in the order in which changes flow."""
    ends = [("", source, target)]
    if every:
        pairs = in_order(config_in_force(path, "", config_file).pair)
        if not pairs:
            raise UserError("the configuration has no [[pair]]")
        ends = [(pair_name(pair), pair.source, pair.target) for pair in pairs]
    found = []
    for name, flows, receives in ends:
        forecast = make_forecast(path, flows, receives, config_file, progress, wishes, fetch=fetch)
        if isinstance(forecast, NothingToDo):
            found.append(Outlook(forecast, name=name))
            continue
        config = config_in_force(path, forecast.plan.target.commit, config_file)
        with open_workshop(open_repository(path)) as workshop:
            progress("measuring the backlog")
            waiting = _backlog(workshop, forecast, config)
            load = _burden(workshop, forecast, config) if carried else None
        found.append(Outlook(forecast, waiting, load, name))
    return tuple(found)


def _backlog(workshop: Workshop, forecast: Forecast, config: Config) -> Backlog:
    brought = until_last_sync(workshop, forecast.plan)
    last = commits(workshop, ["-1", "--no-walk", brought[-1]])[0] if brought else None
    return backlog(forecast.plan.commits, last, len(forecast.conflicts), int(datetime.now(UTC).timestamp()), config.alarm)


def _burden(workshop: Workshop, forecast: Forecast, config: Config) -> Burden:
    source, target = forecast.plan.source.commit, forecast.plan.target.commit
    own = commits(workshop, [target, f"^{source}"])
    summary = digest(own, commit_sizes(workshop, [target, f"^{source}"]), classifier(config.classes))
    known = {c.id: c for c in (*own, *forecast.plan.commits)}
    return burden(summary, forecast.conflicts, same_patches(workshop, source, target), known)
