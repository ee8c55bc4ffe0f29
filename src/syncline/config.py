"""``syncline.toml`` (or ``[tool.syncline]``) becomes one frozen ``Config``. Unknown keys are errors with a suggestion."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from syncline.core.errors import UserError
from syncline.core.resolution import Preference


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be configured, with its default. Empty strings mean "not configured"."""

    source: str = ""
    target: str = ""
    branch: str = "sync/{source}-to-{target}/{date}"
    date_format: str = "%Y-%m-%d"
    time_zone: str = "UTC"
    prefer: Preference = Preference.STOP
    protected: tuple[str, ...] = ("CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "docs/CODEOWNERS")
    generated: tuple[str, ...] = ()
    golden: tuple[str, ...] = ()
    report_dir: str = ""
    identity_name: str = ""
    identity_email: str = ""
    sign_off: bool = True
    origin: str = "defaults"


# key in the file → field; the one list of what is allowed.
_KEYS = {name.replace("_", "-"): name for name in (f.name for f in fields(Config)) if not name.startswith(("identity", "sign", "origin"))}
_IDENTITY = {"name": "identity_name", "email": "identity_email", "sign-off": "sign_off"}


def parse_config(text: str, origin: str) -> Config:
    """Read a ``syncline.toml``. Raises ``UserError`` that names the file and the key."""
    return _config(_toml(text, origin), origin)


def parse_pyproject(text: str, origin: str) -> Config | None:
    """Read ``[tool.syncline]`` of a ``pyproject.toml``, or give ``None`` where there is no such table."""
    tool = _toml(text, origin).get("tool", {})
    table = tool.get("syncline") if isinstance(tool, dict) else None
    return _config(table, f"{origin} [tool.syncline]") if isinstance(table, dict) else None


def _toml(text: str, origin: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{origin}: not valid TOML: {error}") from error


def _config(table: Mapping[str, object], origin: str) -> Config:
    values: dict[str, object] = {}
    for key, value in table.items():
        if key == "identity":
            if not isinstance(value, dict):
                raise UserError(f"{origin}: 'identity' must be a table")
            for inner, text in value.items():
                values[_known(inner, _IDENTITY, f"{origin}: [identity]")] = text
        else:
            values[_known(key, {**_KEYS, "identity": "identity"}, origin)] = value
    defaults = Config()
    checked = {field: _typed(field, value, getattr(defaults, field), origin) for field, value in values.items()}
    return replace(defaults, origin=origin, **checked)  # type: ignore[arg-type]


def _known(key: str, known: Mapping[str, str], origin: str) -> str:
    if key in known:
        return known[key]
    near = difflib.get_close_matches(key, known, n=1)
    raise UserError(
        f"{origin}: unknown key '{key}'" + (f"; did you mean '{near[0]}'?" if near else f"; known keys: {', '.join(sorted(known))}")
    )


def _typed(field: str, value: object, default: object, origin: str) -> object:
    key = field.replace("_", "-")
    if isinstance(default, Preference):
        if value not in {p.value for p in Preference}:
            raise UserError(f"{origin}: '{key}' must be one of {', '.join(p.value for p in Preference)}")
        return Preference(value)
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise UserError(f"{origin}: '{key}' must be true or false")
        return value
    if isinstance(default, tuple):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise UserError(f"{origin}: '{key}' must be a list of strings")
        return tuple(value)
    if not isinstance(value, str):
        raise UserError(f"{origin}: '{key}' must be a string")
    return value
