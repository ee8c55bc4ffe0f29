"""The checks, in the order of the report. One module each; the module's name is the check's name."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Protocol

from syncline.audit.checks import (
    backward_does_not_fit,
    call_does_not_fit,
    conflict_took_one_side,
    dead_argument,
    default_now_reaches_others,
    dependency_left_behind,
    dependency_moved_on_both_sides,
    does_not_parse,
    dropped_by_merge,
    duplicate_definition,
    explained_removal,
    group_split,
    half_integrated,
    import_without_dependency,
    invented_lines,
    lacked_file,
    lost_definition,
    lost_file,
    lost_hunk,
    lost_in_earlier_merge,
    lost_test,
    marker_left,
    misplaced_block,
    module_beside_package,
    new_diagnostic,
    new_import_cycle,
    nothing_imports_it,
    option_without_reader,
    override_does_not_fit,
    override_lapsed,
    patched_name_not_read,
    protected_path_changed,
    reader_without_option,
    reference_to_missing_file,
    regeneration_failed,
    removed_attribute_still_used,
    removed_definition_still_used,
    removed_name_still_imported,
    resurrected_file,
    resurrected_lines,
    rule_costs,
    rules_overlap,
    test_of_removed_code,
    third_party_call_does_not_fit,
    took_side_whole,
    undefined_name,
    unreachable_after_merge,
    value_never_set,
    workflow_gains_privilege,
)
from syncline.audit.subject import Subject
from syncline.core.finding import Finding
from syncline.core.resolution import Status


class Check(Protocol):
    """What a check module has."""

    __name__: str
    STATUS: Status

    def run(self, subject: Subject) -> Iterable[Finding]:
        """Look at one merge."""


# What became of both sides' work, and what the team's rules say.
LEDGER: tuple[Check, ...] = (
    took_side_whole,
    lost_file,
    resurrected_file,
    module_beside_package,
    lost_definition,
    lost_test,
    half_integrated,
    lost_hunk,
    resurrected_lines,
    conflict_took_one_side,
    rule_costs,
    lost_in_earlier_merge,
    explained_removal,
    invented_lines,
    dropped_by_merge,
    marker_left,
    does_not_parse,
    protected_path_changed,
    workflow_gains_privilege,
    group_split,
    dependency_moved_on_both_sides,
    dependency_left_behind,
    regeneration_failed,
    override_lapsed,
    rules_overlap,
    lacked_file,
)

# Where one side's code calls the other's. These do not look at the sorted losses.
SEAM: tuple[Check, ...] = (
    undefined_name,
    removed_name_still_imported,
    removed_attribute_still_used,
    call_does_not_fit,
    third_party_call_does_not_fit,
    duplicate_definition,
    reader_without_option,
    option_without_reader,
    override_does_not_fit,
    backward_does_not_fit,
    default_now_reaches_others,
    test_of_removed_code,
    patched_name_not_read,
    dead_argument,
    value_never_set,
    unreachable_after_merge,
    misplaced_block,
    nothing_imports_it,
    import_without_dependency,
    new_import_cycle,
    removed_definition_still_used,
    reference_to_missing_file,
    new_diagnostic,
)

CHECKS = (*LEDGER, *SEAM)


def check_name(check: Check | ModuleType) -> str:
    """The one name of a check: its file, its case folder, its page, its word in reports."""
    return check.__name__.rsplit(".", 1)[-1].replace("_", "-")
