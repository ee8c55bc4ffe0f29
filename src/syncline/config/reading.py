"""TOML → ``Config``. Every error names the file, the line, the key and the nearest valid key; all errors of a file come at once."""

from __future__ import annotations

import datetime as dt
import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pathspec

from syncline.config.lines import key_lines
from syncline.config.values import Config
from syncline.core.errors import UserError

T = TypeVar("T")


def parse_config(text: str, origin: str) -> Config:
    """Read a ``syncline.toml``. Raises ``UserError`` with all that is wrong, in one line."""
    return _config(_toml(text, origin), text, origin, "")


def parse_pyproject(text: str, origin: str) -> Config | None:
    """Read ``[tool.syncline]`` of a ``pyproject.toml``, or give ``None`` where there is no such table."""
    tool = _toml(text, origin).get("tool", {})
    table = tool.get("syncline") if isinstance(tool, dict) else None
    return _config(table, text, origin, "tool.syncline") if isinstance(table, dict) else None


def parse_as(kind: type[T], text: str, origin: str) -> T:
    """Read another file of ours, whose tables and keys are those of a dataclass. Raises ``UserError`` as ``parse_config`` does."""
    reader = _Reader(text, origin, "")
    found = reader.table(kind, _toml(text, origin), "")
    if found is None or reader.problems:
        raise UserError("; ".join(reader.problems))
    return found


def keys_of(kind: type) -> dict[str, Field[Any]]:
    """The keys that a table of this kind may have: names as written in the file → fields."""
    return {f.name.replace("_", "-"): f for f in fields(kind) if f.metadata.get("key", True)}


def _toml(text: str, origin: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else max(1, len(text.splitlines()))
        raise UserError(f"{origin}:{line}: not valid TOML: {error}") from error


def _config(table: Mapping[str, object], text: str, origin: str, prefix: str) -> Config:
    reader = _Reader(text, origin, prefix)
    found = reader.table(Config, table, "")
    if reader.problems:
        raise UserError("; ".join(reader.problems))
    if found is None:
        raise UserError(f"{origin}: cannot be read")
    lines = {key: line for key, line in reader.lines().items() if key != "origin"}
    values = {f.name: getattr(found, f.name) for f in fields(Config)}
    return Config(**{**values, "origin": origin, "places": lines})


@dataclass(slots=True)
class _Reader:
    """Reads one file and gathers what is wrong with it. ``prefix`` is where our table stands in the file."""

    text: str
    origin: str
    prefix: str
    problems: list[str] = field(default_factory=list)
    _lines: dict[str, int] | None = None

    def lines(self) -> dict[str, int]:
        """Line (from 1) of every key of ours, by its dotted path."""
        if self._lines is None:
            start = f"{self.prefix}." if self.prefix else ""
            self._lines = {key[len(start) :]: line for key, line in key_lines(self.text).items() if key.startswith(start)}
        return self._lines

    def wrong(self, key: str, message: str) -> None:
        """Note a problem at a key (or at the nearest table around it)."""
        at, lines = key, self.lines()
        while at and at not in lines and f"{at}[0]" not in lines:
            at = at.rpartition(".")[0]
        line = lines.get(at, lines.get(f"{at}[0]"))
        self.problems.append(f"{self.origin}{f':{line}' if line else ''}: {message}")

    def table(self, kind: type[T], table: object, at: str) -> T | None:
        """A table becomes a value of ``kind``; ``None`` where something was wrong with it."""
        if not isinstance(table, Mapping):
            self.wrong(at, f"'{at}' must be a table")
            return None
        known, hints = keys_of(kind), get_type_hints(kind)
        values: dict[str, object] = {}
        before = len(self.problems)
        for key, value in table.items():
            path = f"{at}.{key}" if at else key
            if key not in known:
                self.wrong(path, f"unknown key '{path}'{_nearest(key, known)}")
                continue
            own = known[key]
            values[own.name] = self.value(hints[own.name], own, value, path)
        for key, own in known.items():
            if own.default is MISSING and own.default_factory is MISSING and own.name not in values:
                self.wrong(
                    at, f"'{at}' lacks the key '{key}' ({own.metadata['doc']})" if at else f"lacks the key '{key}' ({own.metadata['doc']})"
                )
        return kind(**values) if len(self.problems) == before else None

    def value(self, hint: Any, own: Field[Any], value: object, at: str) -> object:  # noqa: ANN401 - a type as the field declares it
        """One value of the type that its field declares."""
        special = own.metadata.get("kind", "")
        if special == "date" and isinstance(value, dt.date):
            value = value.isoformat()[:10]
        if is_dataclass(hint) and isinstance(hint, type):
            return self.table(hint, value, at)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self._choice(hint, value, at)
        if get_origin(hint) is tuple:
            return self._list(get_args(hint)[0], own, value, at)
        if get_args(hint) and tuple in {get_origin(part) for part in get_args(hint)}:
            return self._check(own, value, at)
        if get_origin(hint) is not None:
            if not isinstance(value, Mapping):
                self.wrong(at, f"'{at}' must be a table")
            return value
        words = {bool: "true or false", int: "a whole number", str: "a string"}
        if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
            self.wrong(at, f"'{at}' must be {words[hint]}")
        else:
            self._special(special, value, at)
        return value

    def _choice(self, hint: type[Enum], value: object, at: str) -> object:
        known = [str(member.value) for member in hint]
        if value not in known:
            self.wrong(
                at, f"'{at}' must be one of {', '.join(known)}{_nearest(value, known, sep=', not ') if isinstance(value, str) else ''}"
            )
            return None
        return hint(value)

    def _list(self, item: Any, own: Field[Any], value: object, at: str) -> tuple[object, ...]:  # noqa: ANN401 - as above
        if is_dataclass(item) and isinstance(item, type):
            if not isinstance(value, list):
                self.wrong(at, f"'{at}' must be a list of tables, written [[{at}]]")
                return ()
            return tuple(self.table(item, entry, f"{at}[{number}]") for number, entry in enumerate(value))
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            self.wrong(at, f"'{at}' must be a list of strings")
            return ()
        for entry in value:
            self._special(own.metadata.get("kind", ""), entry, at)
        if not value and own.default is MISSING:
            self.wrong(at, f"'{at}' must not be empty")
        return tuple(value)

    def _check(self, own: Field[Any], value: object, at: str) -> object:
        if isinstance(value, str):
            try:
                re.compile(value)
            except re.error as error:
                self.wrong(at, f"'{at}' is not a regular expression: {error}")
            return value
        return self._list(str, own, value, at)

    def _special(self, kind: str, value: object, at: str) -> None:
        """What a type alone does not say."""
        message = _complaint(kind, value)
        if message:
            self.wrong(at, f"'{at}' {message}")


def _complaint(kind: str, value: object) -> str:
    match kind, value:
        case "date", str(text) if text:
            try:
                dt.date.fromisoformat(text)
            except ValueError:
                return f"must be a date as YYYY-MM-DD, not '{text}'"
        case "zone", str(text):
            try:
                ZoneInfo(text)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                return f"is an unknown time zone: '{text}'; use a name like 'UTC' or 'Europe/Berlin'"
        case "words", str(text) if not text.strip():
            return "must not be empty"
        case "positive", int(number) if number < 1:
            return "must be at least 1"
        case "count", int(number) if number < 0:
            return "must not be negative"
        case "exact", str(text) if not text or text.startswith("/") or any(sign in text for sign in "*?["):
            return f"must name exact paths, relative to the root; '{text}' is none"
        case "paths", str(text):
            try:
                pathspec.GitIgnoreSpec.from_lines([text])
            except ValueError as error:
                return f"has a pattern that cannot be read: {error}"
        case _:
            pass
    return ""


def _nearest(key: str, known: Mapping[str, object] | list[str], sep: str = "; ") -> str:
    near = difflib.get_close_matches(key, list(known), n=1)
    if near:
        return f"; did you mean '{near[0]}'?"
    return f"{sep}'{key}'" if sep == ", not " else f"; known keys: {', '.join(sorted(known))}"
