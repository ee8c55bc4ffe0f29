"""People's commits on the branch: which they are, and whether the branch may be rewritten under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId
from syncline.core.provenance import Commit
from syncline.publish.record import Carried, Outcome, Publication
from syncline.publish.steps import Halt, Halted


@dataclass(frozen=True, slots=True)
class Stay:
    """The branch is as we want it, with whatever people put on top: nothing is rewritten."""

    head: CommitId
    carried: tuple[Carried, ...]


@dataclass(frozen=True, slots=True)
class Bring:
    """Put these commits on top of our own, in this order. ``original`` says which commit of a person each one was at first."""

    commits: tuple[CommitId, ...]
    original: tuple[CommitId, ...]


@dataclass(frozen=True, slots=True)
class OnBranch:
    """A branch as it stands: its tip, and the first-parent chain from the record's last commit of ours (not included) up to the tip.

    ``chain`` is ``None`` when that commit, or the head that we last pushed, is not below the tip.
    """

    tip: CommitId
    chain: tuple[Commit, ...] | None


def carry(
    ours: CommitId, record: Publication | None, standing: OnBranch | None, late: Sequence[Commit] = (), *, since: int
) -> Stay | Bring | Halt:
    """What to do with what stands on the branch when ``ours`` is to be its base. ``since``: people's commits younger than that stop us.

    ``late`` are commits that people pushed to the superseded branch after it was looked at. Commits that did not apply, or were contained, on
    an earlier night are tried again: what made them so may be gone.
    """
    if standing is None:
        return Bring(*_again(record, late))
    if record is None:
        if standing.chain is not None:
            return Stay(standing.tip, _fresh(standing.chain, ()))
        return Halt(
            Halted.TAKEN,
            f"the branch exists with other content ({standing.tip[:10]}); delete it there, or publish another with --branch",
        )
    if standing.chain is None:
        return Halt(
            Halted.REWRITTEN,
            f"somebody rewrote the branch: {record.head[:10]}, which we pushed, is not below its tip {standing.tip[:10]}. "
            "Nothing is overwritten; delete the branch there to let us begin anew, or 'syncline abort' first",
        )
    if record.ours == ours and not late:
        return Stay(standing.tip, (*record.carried, *_fresh(standing.chain, record.carried)))
    young = [c for c in standing.chain if c.date >= since and c.id not in {k.now for k in record.carried}]
    if young and record.ours != ours:
        who = young[-1]
        return Halt(
            Halted.QUIET,
            f"{who.author} pushed {who.short} to the branch not long ago; it is not rewritten under anybody's hands. It is tried again next time",
        )
    return Bring(*_again(record, (*standing.chain, *late)))


def _fresh(chain: Sequence[Commit], known: Sequence[Carried]) -> tuple[Carried, ...]:
    """People's commits that are seen for the first time: they stand where they were put."""
    before = {c.now for c in known}
    return tuple(Carried(c.id, c.id, c.author, c.subject, Outcome.CARRIED) for c in chain if c.id not in before)


def _again(record: Publication | None, chain: Sequence[Commit]) -> tuple[tuple[CommitId, ...], tuple[CommitId, ...]]:
    carried = record.carried if record is not None else ()
    origin = {c.now: c.commit for c in carried if c.now}
    left = [c.commit for c in carried if c.outcome is not Outcome.CARRIED]
    commits = [*left, *(c.id for c in chain)]
    return tuple(commits), (*left, *(origin.get(c.id, c.id) for c in chain))
