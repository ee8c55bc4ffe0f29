"""The configuration in force, for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from syncline.core.names import shown


class SettingLike(Protocol):
    """One key, its value, the line that sets it (0: a default), and what it is for."""

    @property
    def key(self) -> str: ...
    @property
    def value(self) -> object: ...
    @property
    def line(self) -> int: ...
    @property
    def doc(self) -> str: ...


def settings_data(origin: str, settings: Iterable[SettingLike]) -> dict[str, Any]:
    """As ``syncline.config/1``."""
    rows = [{"key": s.key, "value": s.value, "from": f"{origin}:{s.line}" if s.line else "default"} for s in settings]
    return {"schema": "syncline.config/1", "origin": origin, "settings": rows}


def print_settings(console: Console, origin: str, settings: Iterable[SettingLike]) -> None:
    """A file that could be a ``syncline.toml``, with where each line comes from behind it; what is a default is dim."""
    rows = list(settings)
    console.print(Text(f"# configuration: {shown(origin)}", style="bold"))
    width = min(72, max(len(_line(row)) for row in rows))
    for row in rows:
        text = Text(f"{_line(row):{width}}  # ", style="" if row.line else "dim")
        text.append(f"{shown(origin)}:{row.line}" if row.line else "default", style="green" if row.line else "dim")
        console.print(text, soft_wrap=True)


def _line(row: SettingLike) -> str:
    return f"{row.key} = {shown(json.dumps(row.value, ensure_ascii=False, default=str))}"
