"""What each whole answer to a conflict would lose, in sentences and as data. Printable, not yet escaped for where it goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from syncline.core.merge import Side
from syncline.core.names import RepoPath, shown
from syncline.core.resolution import Outcome, ResolvedTree
from syncline.core.stakes import Feature, Importer, Stake, Stakes

_FEATURES = 3
_NAMES = 4
_SUBJECT = 60


def by_path(some: Iterable[Stakes]) -> dict[RepoPath, Stakes]:
    """Look stakes up by conflicted path."""
    return {one.path: one for one in some}


def stakes_lines(stakes: Stakes) -> tuple[str, ...]:
    """Both answers, one sentence each, and the lessons for whoever chooses."""
    return (*(loss_line(stakes, side.other) for side in (Side.TARGET, Side.SOURCE)), *(f"lesson: {shown(text)}" for text in stakes.lessons))


def loss_line(stakes: Stakes, dropped: Side) -> str:
    """What taking the side other than ``dropped`` whole would lose, in one sentence."""
    own = stakes.side(dropped)
    head = f"taking the {dropped.other.value} whole loses "
    if not own.lost:
        return f"{head}nothing of the {dropped.value} ({growth(own)})"
    head += f"of the {dropped.value} ({_many(own.lost, 'part')} of {_many(own.hunks, 'hunk')}, {growth(own)})"
    words = [_listed([feature_words(f) for f in own.features], _FEATURES)] if own.features else []
    if own.definitions:
        words.append(f"defined there alone: {_listed(own.definitions, _NAMES)}")
    if own.tests:
        words.append(f"{_many(len(own.tests), 'test')}: {_listed(own.tests, _NAMES)}")
    if own.importers:
        words.append(f"imported there by {_many(len(own.importers), 'file')}: {_listed([_importer(i) for i in own.importers], _FEATURES)}")
    return head + (f": {'; '.join(words)}" if words else "")


def brief_loss(stakes: Stakes, dropped: Side) -> str:
    """The same in a few words, by numbers: for a page where many paths stand."""
    own = stakes.side(dropped)
    words = [f"the {dropped.other.value} whole would lose {_many(own.lost, 'part')} of the {dropped.value} ({growth(own)})"]
    names = [f"#{f.commit.pull}" if f.commit.pull is not None else f.commit.short for f in own.features]
    words += [_listed(names, _FEATURES)] if names and own.lost else []
    words += [_many(len(own.tests), "test")] if own.tests else []
    words += [f"{_many(len(own.importers), 'importing file')}"] if own.importers else []
    return ", ".join(words)


def growth(own: Stake) -> str:
    """How far a side has come since the base."""
    return f"+{own.added} −{own.removed} since the base"


def feature_words(feature: Feature) -> str:
    """A commit with its lines: by pull request where it names one."""
    commit = feature.commit
    name = f"#{commit.pull}" if commit.pull is not None else commit.short
    subject = shown(commit.subject).removesuffix(f"(#{commit.pull})").rstrip()
    return f"{name} {subject[:_SUBJECT]}{'…' if len(subject) > _SUBJECT else ''} ({_many(feature.lines, 'line')})"


def _importer(one: Importer) -> str:
    names = f" ({_listed([shown(n) for n in one.names], 2)})" if one.names else ""
    return f"{shown(one.path)}:{one.line}{names}"


def left_to_somebody(resolved: ResolvedTree) -> tuple[tuple[Stakes, Side | None], ...]:
    """The stakes of every path that was not settled by rules, with the side that a preference kept; ``None`` where it is open or a helper's."""
    kept: dict[RepoPath, Side | None] = {}
    for decision in resolved.decisions:
        if decision.outcome is Outcome.PREFERENCE:
            kept.setdefault(decision.path, Side.SOURCE if decision.rule == "prefer-source" else Side.TARGET)
        elif decision.outcome is Outcome.OPEN or decision.agent:
            kept[decision.path] = None
    return tuple((one, kept[one.path]) for one in resolved.stakes if one.path in kept)


def stakes_data(stakes: Stakes) -> dict[str, Any]:
    """The stakes of one path as JSON."""
    return {
        "path": shown(stakes.path),
        "kind": stakes.kind,
        "source": _data(stakes.source),
        "target": _data(stakes.target),
        "lessons": [shown(text) for text in stakes.lessons],
    }


def _data(own: Stake) -> dict[str, Any]:
    return {
        "added": own.added,
        "removed": own.removed,
        "hunks": own.hunks,
        "lost_if_dropped": own.lost,
        "features": [
            {
                "commit": f.commit.id,
                "author": shown(f.commit.author),
                "subject": shown(f.commit.subject),
                "pull": f.commit.pull,
                "lines": f.lines,
            }
            for f in own.features
        ],
        "definitions": [shown(name) for name in own.definitions],
        "tests": [shown(name) for name in own.tests],
        "importers": [{"path": shown(i.path), "line": i.line, "names": [shown(n) for n in i.names]} for i in own.importers],
    }


def _listed(some: Sequence[str], most: int) -> str:
    more = len(some) - most
    return ", ".join(map(shown, some[:most])) + (f" and {more} more" if more > 0 else "")


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' if count != 1 else ''}"
