"""Answer what the checks ask of history, in one pass a side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from syncline.account.classes import by_product
from syncline.account.departures import Departure
from syncline.account.inherited import Inherited, Suspect, unexplained
from syncline.account.ledger import Books
from syncline.account.linelog import LineLog, parse_line_log
from syncline.account.losses import losses, wanted_lines
from syncline.account.states import PathState
from syncline.account.twins import settled
from syncline.audit.subject import CommitSize
from syncline.core.finding import Ask, Finding, Origin
from syncline.core.ledger import Fate
from syncline.core.merge import Merge, Side
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.provenance import Commit
from syncline.core.text import squeezed
from syncline.core.tree import Version
from syncline.ports.git.workshop import Workshop
from syncline.run.histories import NOTHING_READ, Histories, completed
from syncline.run.inherited import trace
from syncline.run.patch_store import line_history
from syncline.run.volume import commit_sizes


@dataclass(frozen=True, slots=True)
class Ends:
    """The commits and trees of one merge under audit."""

    target: CommitId
    source: CommitId
    merged: TreeId
    bases: tuple[CommitId, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """What history says: the settled books and both sides' line logs."""

    books: Books
    logs: Merge[LineLog]


def read_histories(
    workshop: Workshop,
    ends: Ends,
    states: Iterable[PathState],
    found: Sequence[Suspect],
    gone: Sequence[Departure],
    known: Histories = NOTHING_READ,
) -> Histories:
    """Let git read both histories; the accounting, which says what to look for in them, may go on at the same time.

    Lines can only be lost where the merge is not git's own, so the paths are known before the lines.
    """
    edited = [state for state in states if not state.as_git]
    paths = {
        side: {path for state in edited if not _settled(state, side) for path in _names(state)}
        | {one.path for one in gone if one.side is side}
        for side in Side
    }
    paths[Side.TARGET] |= {path for s in found for path in (s.path, s.base_path)}
    return completed(workshop, known, {Side.SOURCE: ends.source, Side.TARGET: ends.target}, ends.bases, paths)


def _settled(state: PathState, side: Side) -> bool:
    """A lock or generated file as this side has it: it lost nothing there, and what equal lines such files had before explains nothing.

    Their patches can be larger than all others together.
    """
    return by_product(state.path) and state.merged == state.versions.side(side)


def _names(state: PathState) -> Iterable[RepoPath]:
    """Every path that somebody knows a file by."""
    yield state.path
    for version in (state.versions.base, state.versions.source, state.versions.target, state.merged):
        if isinstance(version, Version):
            yield version.path


def lost_earlier(workshop: Workshop, ends: Ends, found: Sequence[Suspect], histories: Histories) -> tuple[Inherited, ...]:
    """What earlier merges lost: the suspects that no commit of the target explains, traced."""
    telling = frozenset(text for one in found for text in one.telling)
    target = histories.log(Side.TARGET, telling) if telling else LineLog()
    return trace(workshop, ends.target, ends.bases, unexplained(found, target))


def ask_history(books: Books, gone: Sequence[Departure], histories: Histories) -> Answers:
    """Ask both sides' histories about every lost line, once each. Settles the twins: lines that the other side had too and has moved on from."""
    wanted = wanted_lines(books.ledger.parts)
    lost = frozenset().union(*(lines for _, lines in wanted.values()))
    lines = {side: lost | frozenset(squeezed(one.text) for one in gone if one.side is side) for side in Side}
    source, target = (
        histories.log(side, lines[side]) if lines[side] or wanted[side][0] else LineLog() for side in (Side.SOURCE, Side.TARGET)
    )
    logs = Merge(LineLog(), source, target)
    return Answers(replace(books, ledger=settled(books.ledger, logs, books.conflicted)), logs)


def sizes(workshop: Workshop, answers: Answers) -> dict[CommitId, CommitSize]:
    """How much each commit that wrote a lost line brought in all."""
    parts = answers.books.ledger.parts
    lost = (*losses(parts, answers.logs), *losses(parts, answers.logs, fate=Fate.OVERRULED))
    asked = {commit.id for loss in lost for commit in loss.commits}
    return commit_sizes(workshop, asked)


def side_log(workshop: Workshop, tip: CommitId, without: Sequence[CommitId], paths: Iterable[RepoPath], lines: Iterable[str]) -> LineLog:
    """What the non-merge commits of one side did to ``lines`` (squeezed) at ``paths``."""
    wanted = frozenset(lines)
    return parse_line_log(line_history(workshop, (tip,), without, sorted(set(paths))), wanted) if wanted else LineLog()


def attributed(workshop: Workshop, ends: Ends, findings: Sequence[Finding]) -> list[Finding]:
    """The findings with their questions turned into origins."""
    logs: dict[Side, LineLog] = {}
    for side, tip in ((Side.SOURCE, ends.source), (Side.TARGET, ends.target)):
        asks = [ask for f in findings for ask in f.asks if ask.side is side]
        logs[side] = side_log(workshop, tip, ends.bases, (a.path for a in asks), (squeezed(a.text) for a in asks))
    return [replace(f, origin=_origins(f, logs), asks=()) if f.asks else f for f in findings]


def _origins(finding: Finding, logs: Mapping[Side, LineLog]) -> tuple[Origin, ...]:
    found = {(o.role, o.commit.id): o for o in finding.origin}
    for ask in finding.asks:
        commit = _answer(ask, logs[ask.side])
        if commit is not None:
            found.setdefault((ask.role, commit.id), Origin(ask.role, commit))
    return tuple(found.values())


def _answer(ask: Ask, log: LineLog) -> Commit | None:
    text = squeezed(ask.text)
    return log.remover((ask.path,), text) if ask.removed else log.writer((ask.path,), text)
