"""What is in force and from where: every key, its value, and the file and line or the word "default"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass

from syncline.config.reading import keys_of
from syncline.config.schema import plain
from syncline.config.values import Config


@dataclass(frozen=True, slots=True)
class Setting:
    """One key. ``line`` is 0 for a default; ``value`` is as JSON has it."""

    key: str
    value: object
    line: int
    doc: str


def settings(config: Config) -> tuple[Setting, ...]:
    """Every key in the order of the documentation; lists of tables entry by entry, an empty one as itself."""
    return tuple(_settings(config, config, ""))


def _settings(config: Config, table: object, at: str) -> Iterator[Setting]:
    for name, own in keys_of(type(table)).items():
        key = f"{at}.{name}" if at else name
        value = getattr(table, own.name)
        if is_dataclass(value):
            yield from _settings(config, value, key)
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            for number, entry in enumerate(value):
                yield from _settings(config, entry, f"{key}[{number}]")
        else:
            yield Setting(key, plain(value), config.places.get(key, 0), own.metadata["doc"])
