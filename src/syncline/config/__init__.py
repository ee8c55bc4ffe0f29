"""``syncline.toml`` (or ``[tool.syncline]``) becomes one frozen ``Config``. Unknown keys are errors with a suggestion.

The dataclasses of ``values`` and ``core.policy`` are the one list of what can be set: reading, errors, schema and ``syncline config`` all follow them.
"""

from __future__ import annotations

from syncline.config.reading import parse_config, parse_pyproject
from syncline.config.values import Config, Identity

__all__ = ["Config", "Identity", "parse_config", "parse_pyproject"]
