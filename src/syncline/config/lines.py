"""Where each key of a TOML file stands. Asked for only when an error or ``syncline config`` names a line."""

from __future__ import annotations


def key_lines(text: str) -> dict[str, int]:
    """Line (from 1) of every key and table, by its dotted path with indexes (``override[0].until``). Duplicates: the first."""
    from syncline.syntax import units

    found: dict[str, int] = {}
    for unit in units("toml", text):
        # ``body`` starts on the line after the key itself; ``lines`` would include the comment above.
        found.setdefault(unit.qualified, unit.body.start)
    return found
