"""Everything that one ``plan`` says: the forecast, and what was asked for beyond it."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.backlog import Backlog, Burden
from syncline.core.forecast import Forecast
from syncline.core.plan import NothingToDo


@dataclass(frozen=True, slots=True)
class Outlook:
    """One pair looked at. ``name`` is empty where no pair was named."""

    forecast: Forecast | NothingToDo
    backlog: Backlog | None = None
    burden: Burden | None = None
    name: str = ""
