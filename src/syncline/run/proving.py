"""Our own promises, checked on every resolved file of a replay: it parses if its inputs parse, and SAFE answers lose nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from syncline.account.ledger import account
from syncline.account.states import PathState
from syncline.core.ledger import Fate, Record
from syncline.core.merge import ABSENT, Absent, Merge
from syncline.core.names import BlobId
from syncline.core.resolution import Outcome, Safety
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Conflict, Entry, Version
from syncline.resolve.cascade import Answer
from syncline.resolve.gates import fault
from syncline.resolve.view import View


def broken(conflict: Conflict, contents: Merge[bytes | Absent], text: bytes) -> str:
    """What is wrong with a resolved text that none of its inputs has; empty when nothing is."""
    present = [data for data in (contents.base, contents.source, contents.target) if not isinstance(data, Absent)]
    if any(is_binary(data) for data in (*present, text)):
        return ""
    lines = contents.map(lambda data: () if isinstance(data, Absent) else split_lines(decode(data)))
    return fault(View(conflict.path, lines), split_lines(decode(text)))


def lost_in_safe(conflict: Conflict, contents: Merge[bytes | Absent], answer: Answer, text: bytes) -> int:
    """How many parts of hunks the ledger calls LOST in a file that SAFE answers made; 0 where others had a part in it."""
    decisions = [d for d in answer.decisions if d.outcome is Outcome.RULE]
    if not decisions or any(d.safety is not Safety.SAFE for d in decisions):
        return 0
    return len(lost_parts(conflict, contents, text, answer.records))


def lost_parts(conflict: Conflict, contents: Merge[bytes | Absent], text: bytes, records: Sequence[Record]) -> list[str]:
    """The parts of hunks that the ledger cannot find in ``text`` and that no record explains, by their first line."""
    blobs: dict[BlobId, bytes] = {}

    def version(data: bytes | Absent) -> Version | Absent:
        if isinstance(data, Absent):
            return ABSENT
        oid = BlobId(hashlib.sha1(data, usedforsecurity=False).hexdigest())
        blobs[oid] = data
        return Version(conflict.path, Entry("100644", oid))

    state = PathState(conflict.path, contents.map(version), version(text), as_git=False, conflicted=True)
    ledger = account((state,), blobs.__getitem__, records).ledger
    return [part.lines[0] if part.lines else "" for part in ledger.parts if part.fate is Fate.LOST]
