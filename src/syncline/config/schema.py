"""The JSON Schema of ``syncline.toml``, made from the same dataclasses that read it. Shipped as ``syncline.schema.json`` beside this module."""

from __future__ import annotations

from dataclasses import MISSING, Field, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from syncline.config.reading import keys_of
from syncline.config.values import Config

SHIPPED = Path(__file__).with_name("syncline.schema.json")


def schema() -> dict[str, Any]:
    """The schema as a JSON value (draft 2020-12). It is as strict as the reader about keys and types; dates and patterns are looked at by the reader alone."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "syncline.toml",
        **_table(Config),
    }


def _table(kind: type) -> dict[str, Any]:
    known, hints = keys_of(kind), get_type_hints(kind)
    required = [key for key, own in known.items() if own.default is MISSING and own.default_factory is MISSING]
    properties = {key: _property(hints[own.name], own) for key, own in known.items()}
    return {"type": "object", "additionalProperties": False, "properties": properties, **({"required": required} if required else {})}


def _property(hint: Any, own: Field[Any]) -> dict[str, Any]:  # noqa: ANN401 - a type as the field declares it
    found = {"description": own.metadata["doc"], **_kind(hint, own)}
    default = plain(own.default)
    return found if default is None or isinstance(default, dict) else {**found, "default": default}


def _kind(hint: Any, own: Field[Any]) -> dict[str, Any]:  # noqa: ANN401 - as above
    if is_dataclass(hint) and isinstance(hint, type):
        return _table(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        filled = {"minItems": 1} if own.default is MISSING else {}
        return {"type": "array", "items": _table(item) if is_dataclass(item) and isinstance(item, type) else {"type": "string"}, **filled}
    if any(get_origin(part) is tuple for part in get_args(hint)):
        return {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
    if get_origin(hint) is not None:
        return {"type": "object"}
    least = {"positive": {"minimum": 1}, "count": {"minimum": 0}}.get(own.metadata.get("kind", ""), {})
    if own.metadata.get("kind") == "date":
        # TOML has dates of its own; a JSON view of the file shows them as strings.
        return {"type": "string", "format": "date"}
    return {"type": {bool: "boolean", int: "integer", str: "string"}[hint], **least}


def plain(value: object) -> object:
    """A configured value as JSON has it; ``None`` for "no default" and for values that are tables."""
    if value is MISSING:
        return None
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {key: plain(getattr(value, own.name)) for key, own in keys_of(type(value)).items()}
    return dict(value) if isinstance(value, dict) else value
