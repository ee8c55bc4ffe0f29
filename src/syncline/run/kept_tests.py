"""Keep the tests of both sides in files where something was decided without proof: policy, after the rules and before whole paths are ruled on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from syncline.account.kept_tests import united
from syncline.account.seam.loading import code_is_there
from syncline.core.hunk import Span
from syncline.core.ledger import Record
from syncline.core.merge import Absent, Merge, Side
from syncline.core.names import CommitId, TreeId
from syncline.core.resolution import Decision, Outcome, Safety
from syncline.core.text import decode, encode, is_binary
from syncline.core.tree import MergedTree, Version
from syncline.ports.git.workshop import Workshop
from syncline.resolve.cascade import Answer
from syncline.run.lacking import Look
from syncline.syntax import is_test_path
from syncline.syntax.units import ReadUnits

_LARGE = 2_000_000
_RULE = "tests-union"


def keep_tests(
    workshop: Workshop, ends: Merge[CommitId | TreeId], merged: MergedTree, answers: Sequence[Answer], read_units: ReadUnits
) -> list[Answer]:
    """The answers, with the tests in them that a preference, or a rule that proves nothing, dropped."""
    look = Look(workshop, ends, merged)
    return [_kept(look, answer, read_units) if _decided(answer) else answer for answer in answers]


def _decided(answer: Answer) -> bool:
    # What a rule proves loses no test.
    unproven = any(decision.safety is not Safety.SAFE for decision in answer.decisions)
    return answer.complete and unproven and is_test_path(answer.conflict.path)


def _kept(look: Look, answer: Answer, read_units: ReadUnits) -> Answer:
    versions = answer.conflict.versions
    written = next((edit for edit in answer.edits if edit.content is not None), None)
    if written is None or written.content is None or is_binary(written.content) or len(written.content) > _LARGE:
        return answer
    texts = versions.map(lambda version: look.text(version.entry.oid) if isinstance(version, Version) and version.entry.is_file else "")

    def tested(side: Side, words: frozenset[str]) -> bool:
        version = versions.side(side)
        if isinstance(version, Absent):
            return False
        # What cannot be told to be gone is there.
        return code_is_there(look.merged, look.side(side), version.path, version.entry.oid, words) is not False

    union = united(written.path, texts, decode(written.content), tested, read_units)
    if union is None:
        return answer
    edits = tuple(replace(edit, content=encode(union.text)) if edit is written else edit for edit in answer.edits)
    told, records = [], []
    for side, name, deleted in union.back:
        reason = f"the tests of both sides are kept: {name} of the {side.value} comes back"
        told.append(Decision(written.path, Outcome.RULE, _RULE, reason, None, 0))
        if deleted is not None:
            records.append(Record(written.path, side.other, _RULE, Span(0, 0), deleted, False, reason))
    return replace(answer, edits=edits, decisions=(*answer.decisions, *told), records=(*answer.records, *records))
