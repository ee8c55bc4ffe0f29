"""``plan`` for one pair or all of them: the forecast, the backlog, the burden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from syncline.account.classes import classifier
from syncline.account.owners import owners_of
from syncline.config import Config
from syncline.core.backlog import Backlog, Burden
from syncline.core.errors import UserError
from syncline.core.forecast import Forecast
from syncline.core.names import CommitId
from syncline.core.outlook import Outlook
from syncline.core.plan import NothingToDo
from syncline.plan.backlog import backlog, burden, past_days
from syncline.plan.digest import digest
from syncline.plan.pairs import in_order, pair_name
from syncline.ports.git.changes import commit_sizes, same_patches
from syncline.ports.git.history import commits
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.run.addressing import codeowners
from syncline.run.configure import config_in_force, load_config
from syncline.run.forecasting import Wishes, forecast_in
from syncline.run.nights import past_conflicts, past_nights
from syncline.run.progress import Progress

# Days for which commits are counted without being asked: that costs one look at each history.
_WEEK = 7


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
    nights: int = 0,
) -> tuple[Outlook, ...]:
    """Look at the pair that is named, or at every configured one in the order in which changes flow. The conflicts of the last ``nights`` are
    counted too; commits are, for a week, in any case.
    """
    ends = [("", source, target)]
    if every:
        pairs = in_order(config_in_force(path, "", config_file).pair)
        if not pairs:
            raise UserError("the configuration has no [[pair]]")
        ends = [(pair_name(pair), pair.source, pair.target) for pair in pairs]
    found = []
    for name, flows, receives in ends:
        with open_workshop(open_repository(path)) as workshop:
            forecast = forecast_in(workshop, flows, receives, config_file, progress, wishes, fetch=fetch)
            if isinstance(forecast, NothingToDo):
                found.append(Outlook(forecast, name=name))
                continue
            config = load_config(workshop, forecast.plan.target.commit, config_file)
            progress("measuring the backlog")
            waiting = _backlog(workshop, forecast, config, nights, progress)
            load = _burden(workshop, forecast, config, progress) if carried else None
        found.append(Outlook(forecast, waiting, load, name))
    return tuple(found)


def _backlog(workshop: Workshop, forecast: Forecast, config: Config, nights: int, progress: Progress) -> Backlog:
    last = commits(workshop, ["-1", "--no-walk", forecast.synced])[0] if forecast.synced is not None else None
    now = int(datetime.now(UTC).timestamp())
    past = past_nights(workshop, forecast.plan, past_days(now, max(nights, _WEEK)), nights, progress)
    return backlog(forecast.plan.commits, last, len(forecast.conflicts), now, config.alarm, past)


def _burden(workshop: Workshop, forecast: Forecast, config: Config, progress: Progress) -> Burden:
    source, target = forecast.plan.source.commit, forecast.plan.target.commit
    own = commits(workshop, [target, f"^{source}"])
    sizes = commit_sizes(workshop, [target, f"^{source}"])
    known = {c.id: c for c in (*own, *forecast.plan.commits)}
    twins = [(twin.source.id, twin.target.id) for twin in forecast.twins if twin.target is not None]
    progress("merging past syncs again")
    past = past_conflicts(workshop, forecast.plan, sizes)
    summary = digest(own, sizes, classifier(config.classes))
    owned = codeowners(workshop, target).lines

    def owners(oids: Sequence[CommitId]) -> tuple[str, ...]:
        counts = Counter(owner for oid in oids for count in sizes.get(oid, ()) for owner in owners_of(count.path, owned))
        return tuple(owner for owner, _ in counts.most_common(2))

    return burden(summary, forecast.conflicts, (*same_patches(workshop, source, target), *twins), known, past, owners)
