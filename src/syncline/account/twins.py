"""Twins: a lost line that the other side had too, and has moved on from since; or has there still, a little further on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from syncline.account.fates import HunkFates, trivial
from syncline.account.linelog import LineLog
from syncline.core.ledger import Change, Fate, Ledger, Part
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit
from syncline.core.text import all_squeezed, squeezed


def settled(ledger: Ledger, logs: Merge[LineLog], conflicted: frozenset[RepoPath]) -> Ledger:
    """The ledger with its twins told apart from its losses; the counts still add up. ``conflicted`` are the files in which git left a conflict:
    elsewhere it kept what the side has, and a past of the other side explains no absence.
    """
    parts, account = list(ledger.parts), {side: ledger.side(side) for side in Side}
    for side in Side:
        own = [at for at, part in enumerate(parts) if part.side is side]
        for at, part in zip(own, evolved([parts[at] for at in own], logs.side(side.other), conflicted), strict=True):
            if part.fate is not parts[at].fate:
                parts[at] = part
                account[side] = replace(account[side], lost=account[side].lost - 1, equivalent=account[side].equivalent + 1)
    return replace(ledger, source=account[Side.SOURCE], target=account[Side.TARGET], parts=tuple(parts))


# Merged lines between the places at which both sides may have added the same.
_NEAR = 40


def claim_shared(fates: HunkFates, across: Sequence[HunkFates]) -> None:
    """Mark a run of missing added lines EQUIVALENT where the other side added the same run near by, and it stands there.

    A line diff may see one change of both sides as two, at neighbouring places; the merge then needs it once. Refuses runs that say too little.
    """
    missing = [at for at, fate in enumerate(fates.added) if fate is None and not trivial(fates.hunk.added[at])]
    if not missing:
        return
    wanted = all_squeezed([fates.hunk.added[at] for at in missing])
    if sum(map(len, wanted)) < _KIN:
        return
    for one in across:
        if abs(one.window.start - fates.window.start) > _NEAR:
            continue
        there = [at for at, fate in enumerate(one.added) if fate is Fate.PRESENT and not trivial(one.hunk.added[at])]
        have = all_squeezed([one.hunk.added[at] for at in there])
        if any(have[at : at + len(wanted)] == wanted for at in range(len(have) - len(wanted) + 1)):
            for at in missing:
                fates.added[at] = Fate.EQUIVALENT
            return


def evolved(parts: Iterable[Part], log_across: LineLog, conflicted: frozenset[RepoPath]) -> tuple[Part, ...]:
    """Parts of one side; those whose every telling line the *other* side's history added and later removed become EQUIVALENT.

    Such lines are an earlier state of the other side's own text (a port, a cherry-pick, a squash that went on): the merge has the later
    state. Refuses where a line is only removed across, or only added: then nothing shows that the other side ever held this state.
    """
    out = []
    for part in parts:
        open_to_it = part.fate is Fate.LOST and part.change is Change.ADDED and not conflicted.isdisjoint((part.path, part.merged_path))
        commit = _moved_on(part, log_across) if open_to_it else None
        out.append(
            part if commit is None else replace(part, fate=Fate.EQUIVALENT, why=f"an earlier state of what {commit.short} brought across")
        )
    return tuple(out)


def _moved_on(part: Part, log: LineLog) -> Commit | None:
    telling = [squeezed(line) for line in part.lines if not trivial(line)]
    last: Commit | None = None
    for text in telling:
        keys = [(path, text) for path in dict.fromkeys((part.path, part.merged_path))]
        added = next((log.added[key][0] for key in keys if key in log.added), None)
        removed = next((log.removed[key][0] for key in keys if key in log.removed), None)
        if added is None or removed is None or removed.date < added.date:
            return None
        last = removed
    # A single short line ("return x") is no evidence of kinship.
    return last if sum(len(text) for text in telling) >= _KIN else None


# Letters and signs that must match, all lines together, before two texts count as kin.
_KIN = 24
