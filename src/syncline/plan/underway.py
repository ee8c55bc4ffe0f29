"""Open pull requests that port commits of the source: recognised by what they name, and by their patches. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from syncline.core.forecast import PortedBy, Underway
from syncline.core.names import CommitId
from syncline.core.provenance import Commit
from syncline.core.pull import Pull

# Digits of a commit's name that are no accident.
_DIGITS = 10
_HEX = re.compile(r"(?<![0-9a-z])[0-9a-f]{10,64}(?![0-9a-z])", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w&])(?:[\w.-]+/[\w.-]+)?[#!](\d+)\b|/(?:pull|merge_requests)/(\d+)\b")
# Words that say that a number is that of what is ported; other numbers in a description may speak of anything.
_PORTS = re.compile(r"\b(?:back|forward|cherry)?[- ]?(?:port|pick)(?:s|ed|ing)?\b|\bcherry\b|\bsync\b|\bmirror(?:s|ed)?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Work:
    """One pull request with the messages of its commits and the patch ids of each and of all together."""

    pull: Pull
    messages: tuple[str, ...] = ()
    patches: frozenset[str] = frozenset()


def underway(works: Iterable[Work], commits: Sequence[Commit], patches: Mapping[CommitId, str]) -> tuple[Underway, ...]:
    """Which pull request ports which commit, in the order of the commits. ``patches`` are the patch ids of ``commits``."""
    found = []
    for work in works:
        named, numbers = _commits_named(work), _numbers_named(work)
        for at, commit in enumerate(commits):
            how = _how(commit, work, named, numbers, patches.get(commit.id, ""))
            if how is not None:
                pull = work.pull
                found.append((at, Underway(commit, pull.number, pull.title, pull.url, how)))
    return tuple(one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].pull)))


def _how(commit: Commit, work: Work, named: frozenset[str], numbers: frozenset[int], patch: str) -> PortedBy | None:
    if patch and patch in work.patches:
        return PortedBy.PATCH
    if any(commit.id.startswith(name) for name in named):
        return PortedBy.COMMIT
    # A pull request may name itself.
    return PortedBy.NUMBER if commit.pull is not None and commit.pull in numbers - {work.pull.number} else None


def _commits_named(work: Work) -> frozenset[str]:
    texts = (work.pull.title, work.pull.body, *work.messages)
    return frozenset(word.lower() for text in texts for word in _HEX.findall(text) if len(word) >= _DIGITS)


def _numbers_named(work: Work) -> frozenset[int]:
    """Numbers in titles, and in lines that speak of porting."""
    titles = [work.pull.title, *(message.partition("\n")[0] for message in work.messages)]
    lines = [line for text in (work.pull.body, *work.messages) for line in text.split("\n") if _PORTS.search(line)]
    return frozenset(int(a or b) for text in (*titles, *lines) for a, b in _NUMBER.findall(text))
