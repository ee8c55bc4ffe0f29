"""The rules, in order of precedence. One module each; the module's name is the rule's name."""

from __future__ import annotations

from types import ModuleType
from typing import Protocol

from syncline.core.resolution import Declined, Region, Resolution, Safety, Status
from syncline.resolve.rules import same_change, whitespace_only


class Rule(Protocol):
    """What a rule module has. ``SAFETY`` is the best promise it ever gives; an answer may carry a lesser one."""

    __name__: str
    STATUS: Status
    SAFETY: Safety

    def run(self, region: Region) -> Resolution | Declined:
        """Answer for one region, or say why not."""


RULES: tuple[Rule, ...] = (same_change, whitespace_only)


def rule_name(rule: Rule | ModuleType) -> str:
    """The one name of a rule: its file, its case folder, its page, its word in reports."""
    return rule.__name__.rsplit(".", 1)[-1].replace("_", "-")
