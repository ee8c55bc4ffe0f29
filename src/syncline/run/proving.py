"""Our own promises, checked on every resolved file of a replay: it parses if its inputs parse, and SAFE answers lose nothing."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from syncline.account.ledger import account
from syncline.account.matching import hunks
from syncline.account.states import PathState
from syncline.core.ledger import Change, Fate, Part
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.resolution import Outcome, Safety
from syncline.core.text import decode, is_binary, split_lines, squeezed
from syncline.core.tree import Conflict, Entry, Version
from syncline.resolve.cascade import Answer
from syncline.resolve.gates import fault
from syncline.resolve.view import History, View, no_history
from syncline.resolve.weave import token_changes
from syncline.resolve.words import telling

_WORD = re.compile(r"\w+")


def broken(conflict: Conflict, contents: Merge[bytes | Absent], text: bytes) -> str:
    """What is wrong with a resolved text that none of its inputs has; empty when nothing is."""
    present = [data for data in (contents.base, contents.source, contents.target) if not isinstance(data, Absent)]
    if any(is_binary(data) for data in (*present, text)):
        return ""
    lines = contents.map(lambda data: () if isinstance(data, Absent) else split_lines(decode(data)))
    return fault(View(conflict.path, lines), split_lines(decode(text)))


def lost_in_safe(conflict: Conflict, contents: Merge[bytes | Absent], answer: Answer, text: bytes, history: History = no_history) -> int:
    """How many parts of hunks are lost in a file that SAFE answers made; 0 where others had a part in it."""
    decisions = [d for d in answer.decisions if d.outcome is Outcome.RULE]
    if not decisions or any(d.safety is not Safety.SAFE for d in decisions):
        return 0
    return len(lost_parts(conflict.path, contents, text, history))


def lost_parts(path: RepoPath, contents: Merge[bytes | Absent], text: bytes, history: History = no_history) -> list[Part]:
    """The parts of hunks that the ledger cannot find in ``text`` and that nothing explains. The records of the answers are not looked at:
    a rule cannot be the witness of its own safety.

    What explains a line that is missing: every word that its side brought is in the text as often as the other side's own removals allow, so that
    layout alone is gone; or the other side had the line once, and went on from there. What explains a removed line that is back: its side says
    so too, in other spacing or in other lines; or the other side had removed it too, and took it up again.
    """
    lines = contents.map(lambda data: () if isinstance(data, Absent) else split_lines(decode(data)))
    lost = _lost(path, contents, text)
    if not lost:
        return []
    counts, answer = lines.map(_words), _words(split_lines(decode(text)))
    gone = Merge(Counter[str](), _removed(lines.base, lines.source), _removed(lines.base, lines.target))
    return [part for part in lost if not _explained(part, lines, counts, gone, answer, history)]


def _removed(base: Sequence[str], side: Sequence[str]) -> Counter[str]:
    """The words that a side took out of the base, whatever it put in elsewhere."""
    found: Counter[str] = Counter()
    for hunk in hunks(Side.SOURCE, RepoPath(""), base, side):
        before, after = telling(hunk.removed), telling(hunk.added)
        changes = token_changes(before, after)
        found.update(before if changes is None else [word for c in changes for word in before[c.start : c.stop]])
    return found


def _lost(path: RepoPath, contents: Merge[bytes | Absent], text: bytes) -> list[Part]:
    blobs: dict[BlobId, bytes] = {}

    def version(data: bytes | Absent) -> Version | Absent:
        if isinstance(data, Absent):
            return ABSENT
        oid = BlobId(hashlib.sha1(data, usedforsecurity=False).hexdigest())
        blobs[oid] = data
        return Version(path, Entry("100644", oid))

    state = PathState(path, contents.map(version), version(text), as_git=False, conflicted=True)
    return [part for part in account((state,), blobs.__getitem__, ()).ledger.parts if part.fate is Fate.LOST]


def _explained(
    part: Part,
    lines: Merge[tuple[str, ...]],
    counts: Merge[Counter[str]],
    gone: Merge[Counter[str]],
    answer: Counter[str],
    history: History,
) -> bool:
    own, other, base = counts.side(part.side), counts.side(part.side.other), counts.base
    if part.change is Change.REMOVED:
        said = {squeezed(line) for line in lines.side(part.side)} | {""}
        back = _words(line for line in part.lines if squeezed(line) not in said)
        if all(answer[word] <= own[word] + max(0, other[word] - base[word]) for word in back):
            return True
        wanted = {squeezed(line) for line in part.lines} - {""}
        return any(state.later and wanted.isdisjoint(map(squeezed, state.lines)) for state in history(part.side.other))
    if all(answer[word] >= own[word] - gone.side(part.side.other)[word] for word in _words(part.lines) if own[word] > base[word]):
        return True
    wanted = {squeezed(line) for line in part.lines} - {""}
    return any(wanted <= {squeezed(line) for line in state.lines} for state in history(part.side.other))


def _words(lines: Iterable[str]) -> Counter[str]:
    return Counter(_WORD.findall("".join(lines)))
