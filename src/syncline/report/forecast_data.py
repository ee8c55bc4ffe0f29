"""A forecast as ``syncline.plan/1``: everything that the plan knows."""

from __future__ import annotations

from typing import Any

from syncline.core.forecast import Area, Collision, ConflictForecast, Forecast, NameChange, Portions, Said, Twin
from syncline.core.health import BaseHealth
from syncline.core.names import shown
from syncline.core.outlook import Outlook
from syncline.core.plan import NothingToDo
from syncline.core.provenance import Commit
from syncline.report.data import plan_data, volume_data

PLAN_SCHEMA = "syncline.plan/1"


def forecast_data(forecast: Forecast | NothingToDo) -> dict[str, Any]:
    """The whole forecast; only ``plan`` where there is nothing to do."""
    if isinstance(forecast, NothingToDo):
        return {"schema": PLAN_SCHEMA, "plan": plan_data(forecast)}
    return {
        "schema": PLAN_SCHEMA,
        "plan": plan_data(forecast.plan),
        "tip": forecast.tip,
        "volumes": {
            "counted": [volume_data(v) for v in forecast.volumes.counted],
            "excluded": [volume_data(v) for v in forecast.volumes.excluded],
        },
        "digest": {
            "works": {work.value: number for work, number in forecast.digest.works},
            "merges": forecast.digest.merges,
            "areas": [_area(area) for area in forecast.digest.areas],
            "undone": [{"commit": commit_data(first), "by": commit_data(second)} for first, second in forecast.digest.undone],
        },
        "twins": [_twin(twin) for twin in forecast.twins],
        "underway": [
            {"commit": commit_data(one.commit), "pull": one.pull, "title": shown(one.title), "url": shown(one.url), "how": one.how.value}
            for one in forecast.underway
        ],
        "pulls_not_asked": shown(forecast.unasked) or None,
        "names": [_name(change) for change in forecast.names],
        "cost": {
            "paths": len(forecast.conflicts),
            "regions": forecast.regions,
            "settled": dict(forecast.rules),
            "open": sum(c.open for c in forecast.conflicts),
            "kinds": [{"kind": kind.value, "paths": paths, "regions": regions} for kind, paths, regions in forecast.kinds],
            "conflicts": [conflict_data(conflict) for conflict in forecast.conflicts],
        },
        "portions": _portions(forecast.portions) if forecast.portions else None,
        "health": _health(forecast.health),
        "repair": {"done": forecast.repair.done.value, "branch": shown(forecast.repair.branch or ""), "commit": forecast.repair.commit}
        if forecast.repair
        else None,
        "notes": [shown(note) for note in forecast.notes],
    }


def outlook_data(outlook: Outlook) -> dict[str, Any]:
    """A forecast with its backlog, and its burden where that was asked for."""
    waiting, load = outlook.backlog, outlook.burden
    return {
        **forecast_data(outlook.forecast),
        "pair": shown(outlook.name) or None,
        "backlog": {
            "last_sync": commit_data(waiting.last) if waiting.last else None,
            "days": waiting.days,
            "commits": waiting.commits,
            "conflicts": waiting.conflicts,
            "commits_by_week": list(waiting.weeks),
            "nights": [{"day": night.day, "commits": night.commits, "conflicts": night.conflicts} for night in waiting.nights],
            "alarms": list(waiting.alarms),
        }
        if waiting
        else None,
        "burden": {
            "commits": load.commits,
            "past_syncs": load.syncs,
            "past_conflicts": load.past,
            "areas": [
                {
                    **_area(one.area),
                    "oldest": one.oldest,
                    "newest": one.newest,
                    "authors": [{"author": shown(author), "commits": n} for author, n in one.authors],
                    "conflicts": one.conflicts,
                    "past_conflicts": one.past,
                    "owners": [shown(owner) for owner in one.owners],
                }
                for one in load.loads
            ],
            "upstreamed": [{"target": commit_data(mine), "source": commit_data(theirs)} for mine, theirs in load.upstreamed],
        }
        if load
        else None,
    }


def commit_data(commit: Commit) -> dict[str, Any]:
    """A commit as people know it."""
    return {"commit": commit.id, "author": shown(commit.author), "subject": shown(commit.subject), "pull": commit.pull}


def _area(area: Area) -> dict[str, Any]:
    return {
        "name": shown(area.name),
        "files": area.files,
        "added": area.added,
        "removed": area.removed,
        "commits": [_said(said) for said in area.commits],
    }


def _said(said: Said) -> dict[str, Any]:
    labels = [shown(label) for label in said.labels]
    return {**commit_data(said.commit), "work": said.work.value, "labels": labels, "title": shown(said.title), "breaking": said.breaking}


def _twin(twin: Twin) -> dict[str, Any]:
    return {
        "source": commit_data(twin.source),
        "target": commit_data(twin.target) if twin.target else None,
        "likeness": twin.likeness.value,
        "units": [shown(unit) for unit in twin.units],
    }


def _name(change: NameChange) -> dict[str, Any]:
    return {
        "name": shown(change.name),
        "kind": change.kind.value if change.kind else "option",
        "path": shown(change.path),
        "fate": change.fate.value,
        "now": shown(change.now) or None,
        "uses": [{"path": shown(use.path), "line": use.line} for use in change.uses],
    }


def conflict_data(conflict: ConflictForecast) -> dict[str, Any]:
    """One conflicted path with what it will cost."""
    return {
        "path": shown(conflict.path),
        "kind": conflict.kind.value,
        "regions": conflict.regions,
        "settled": dict(conflict.settled),
        "open": conflict.open,
        "asked": conflict.asked,
        "policy": conflict.policy or None,
        "owners": [shown(owner) for owner in conflict.owners],
        "collisions": [_collision(collision) for collision in conflict.collisions],
        "no_collision": conflict.why_not or None,
    }


def _collision(collision: Collision) -> dict[str, Any]:
    return {
        "source": commit_data(collision.source),
        "target": commit_data(collision.target),
        "carried": collision.carried,
        "stale": collision.stale,
        "base_lines": [[span.start + 1, span.stop] for span in collision.hunks],
    }


def _portions(portions: Portions) -> dict[str, Any]:
    return {
        "slices": [
            {
                "until": commit_data(one.last),
                "commits": one.commits,
                "hard": one.hard,
                "paths": [shown(path) for path in one.paths],
                "regions": one.regions,
            }
            for one in portions.slices
        ],
        "sum": {"paths": portions.paths, "regions": portions.regions},
        "at_once": {"paths": portions.at_once_paths, "regions": portions.at_once_regions},
    }


def _health(health: BaseHealth) -> dict[str, Any]:
    lost = health.lost
    return {
        "sound": health.sound,
        "lost_ancestry": {
            "landed": commit_data(lost.landed),
            "contained": commit_data(lost.contained),
            "commits": lost.commits,
            "conflicts": lost.conflicts,
            "false_conflicts": lost.false,
            "real_conflicts": lost.real,
        }
        if lost
        else None,
        "rebasing": {"commits": health.rebasing.commits, "older": health.rebasing.older, "forced": health.rebasing.forced}
        if health.rebasing
        else None,
        "taken_back": [
            {"landed": commit_data(one.landed), "revert": commit_data(one.revert), "paths": one.paths, "ancestors": one.ancestors}
            for one in health.taken_back
        ],
    }
