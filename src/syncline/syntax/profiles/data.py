"""JSON, TOML and YAML: their keys are read by ``key_units``; here stands only what their tokens are."""

from __future__ import annotations

from syncline.syntax.profile import Profile

JSON = Profile(strings=frozenset({"string"}), names=frozenset({"true", "false", "null"}))

TOML = Profile(
    strings=frozenset({"string"}),
    numbers=frozenset({"integer", "float", "local_date", "local_date_time", "local_time", "offset_date_time"}),
    names=frozenset({"bare_key", "boolean", "quoted_key"}),
    atoms=frozenset({"quoted_key"}),
    newlines=True,
)

YAML = Profile(
    strings=frozenset({"block_scalar", "double_quote_scalar", "single_quote_scalar"}),
    numbers=frozenset({"float_scalar", "integer_scalar"}),
    names=frozenset({"alias_name", "anchor_name", "boolean_scalar", "null_scalar", "string_scalar", "tag"}),
    layout=True,
)
