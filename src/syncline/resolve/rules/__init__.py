"""The rules, in order of precedence. One module each; the module's name is the rule's name."""

from __future__ import annotations

from types import ModuleType
from typing import Protocol

from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.rules import (
    change_log,
    contained_change,
    deleted_vs_modified,
    disjoint_members,
    evolved_twin,
    formatting_only,
    import_union,
    lock_and_generated,
    moved_unit,
    neighbouring_lines,
    notebook,
    recorded_decision,
    rename_propagation,
    requirement_pins,
    same_change,
    signature_merge,
    statement_merge,
    structured_data,
    token_merge,
    version_number,
    whitespace_only,
)
from syncline.resolve.view import Region


class Rule(Protocol):
    """What a rule module has. ``SAFETY`` is the best promise it ever gives; an answer may carry a lesser one.

    A module with ``WHOLE_FILE = True`` is offered the whole file as one region, before the file is cut. One with ``YIELDS = True`` lets one side's
    text stand for both, which is safe only if the side that gives way changed nothing else.
    """

    __name__: str
    STATUS: Status
    SAFETY: Safety

    def run(self, region: Region) -> Resolution | Declined:
        """Answer for one region, or say why not."""


RULES: tuple[Rule, ...] = (
    lock_and_generated,
    notebook,
    structured_data,
    same_change,
    whitespace_only,
    formatting_only,
    evolved_twin,
    import_union,
    version_number,
    requirement_pins,
    contained_change,
    deleted_vs_modified,
    rename_propagation,
    neighbouring_lines,
    change_log,
    disjoint_members,
    token_merge,
    signature_merge,
    moved_unit,
    statement_merge,
    recorded_decision,
)


def rule_name(rule: Rule | ModuleType) -> str:
    """The one name of a rule: its file, its case folder, its page, its word in reports."""
    return rule.__name__.rsplit(".", 1)[-1].replace("_", "-")


def of_file(rule: Rule) -> bool:
    """True for a rule that answers for the whole file at once."""
    return bool(getattr(rule, "WHOLE_FILE", False))
