"""The name of tonight's branch."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from syncline.core.errors import UserError

_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
FIELDS = ("source", "target", "date")


def branch_name(template: str, *, source: str, target: str, now: datetime, date_format: str, time_zone: str) -> str:
    """Fill ``{source}``, ``{target}`` and ``{date}``. ``now`` must carry a time zone; the date is told in ``time_zone``.

    Raises ``UserError`` for an unknown field or time zone.
    """
    try:
        zone = ZoneInfo(time_zone)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise UserError(f"unknown time zone '{time_zone}'; use a name like 'UTC' or 'Europe/Berlin'") from error
    words = {"source": _plain(source), "target": _plain(target), "date": now.astimezone(zone).strftime(date_format)}
    return _fill(template, words)


def branch_pattern(template: str, *, source: str, target: str) -> str:
    """A glob for the branches of any date made from the same template."""
    return _fill(template, {"source": _plain(source), "target": _plain(target), "date": "*"})


def _fill(template: str, words: dict[str, str]) -> str:
    def word(found: re.Match[str]) -> str:
        if found[1] not in words:
            raise UserError(f"unknown field '{{{found[1]}}}' in the branch name; known: {', '.join('{' + f + '}' for f in FIELDS)}")
        return words[found[1]]

    return re.sub(r"\{([^{}]*)\}", word, template)


def _plain(name: str) -> str:
    """A revision as one piece of a branch name: a long id is cut, what git forbids becomes a dash."""
    if _SHA.fullmatch(name):
        return name[:10]
    name = re.sub(r"^refs/(heads|remotes|tags)/", "", name)
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "revision"
