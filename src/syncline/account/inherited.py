"""Losses that were made in earlier merges: the base has a line, the target has not, and no commit of the target's own removed it.

Git takes such an absence for the target's own choice for ever. It shows only against the target's non-merge commits: what none of them
removed went inside a merge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from syncline.account.changed import Texts
from syncline.account.classes import by_product
from syncline.account.fates import trivial
from syncline.account.linelog import LineLog
from syncline.account.states import PathState
from syncline.core.hunk import Hunk
from syncline.core.merge import Absent, Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.provenance import Commit
from syncline.core.text import all_squeezed, squeezed
from syncline.core.tree import Version


@dataclass(frozen=True, slots=True)
class Suspect:
    """A hunk of the target that takes base lines away and puts nothing telling in their place. ``whole``: the file itself is gone."""

    path: RepoPath
    base_path: RepoPath
    hunk: Hunk
    telling: tuple[str, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Inherited:
    """Base lines that went in an earlier merge. ``merge`` did it, ``writer`` is the source commit whose work it was, where they can be told."""

    suspect: Suspect
    lines: tuple[str, ...]
    merge: Commit | None
    writer: Commit | None


def suspects(states: Iterable[PathState], texts: Texts) -> tuple[Suspect, ...]:
    """Every removal of the target that is in the merge too, in files that are somebody's work.

    Where the target wrote something else in the place, only lines that declare a name which its file knows no more are suspect: the rest
    may have been rewritten. Lines that the target, or the merge, has anywhere else in the file are not missing: they were moved, or are back.
    """
    found = []
    for state in states:
        base, target = state.versions.base, state.versions.target
        if not isinstance(base, Version) or by_product(base.path) or not base.entry.is_file:
            continue
        if isinstance(target, Version) and (target.entry == base.entry or not target.entry.is_file):
            continue
        if isinstance(target, Absent) and isinstance(state.merged, Version):
            continue
        removing = [(hunk, _candidates(hunk)) for hunk in texts.hunks(state, Side.TARGET)]
        if not any(candidates for _, candidates in removing):
            continue
        after = texts.lines(target)
        now = texts.lines(state.merged) if state.merged != target else ()
        there = {*all_squeezed(after), *all_squeezed(now)}
        text = "".join(after)
        for hunk, candidates in removing:
            telling = []
            for line, names in candidates:
                if squeezed(line) in there:
                    continue
                if not any(_says(text, name) or _says(text, name.replace("-", "_")) for name in names):
                    telling.append(squeezed(line))
            if telling:
                found.append(Suspect(state.path, base.path, hunk, tuple(telling), isinstance(target, Absent)))
    return tuple(found)


def _candidates(hunk: Hunk) -> list[tuple[str, tuple[str, ...]]]:
    """The telling lines that a hunk removes, each with the names that must be gone; where it wrote something else, only declarations."""
    rewritten = any(not trivial(line) for line in hunk.added)
    telling = (line for line in hunk.removed if not trivial(line))
    return [(line, names) for line in telling if (names := _declared(line))] if rewritten else [(line, ()) for line in telling]


def _says(text: str, name: str) -> bool:
    """True where a text has a name as a word, with the dashes of an option before it or without: to look for few names takes far less than
    to read all words.
    """
    at = text.find(name)
    while at >= 0:
        after = at + len(name)
        if not _WORDY.match(text, after) and _BEFORE.search(text, max(at - _FAR, 0), at):
            return True
        at = text.find(name, after)
    return False


# What goes on with a word, and what may stand before one in the characters that are looked at: no letter, whatever digits and dashes do.
_WORDY = re.compile(r"[\w-]")
_BEFORE = re.compile(r"(?:\A|[^\w-])[\d-]*\Z")
_FAR = 40


# A function, class, attribute, field or command-line option where it is declared, in the spelling of most languages.
_DECLARED = re.compile(
    r"""\s*(?:(?:async\s+)?(?:def|class|func|fn|function|struct|enum|interface)\s+|(?:\w+\.)+)([^\W\d]\w{3,})\s*(?:[(:{]|=(?!=))"""
)
_OPTION = re.compile(r"""["']--([A-Za-z][\w-]+)["']""")


def _declared(line: str) -> tuple[str, ...]:
    """The names that a line declares."""
    names = _OPTION.findall(line) if "--" in line else []
    if not names and (found := _DECLARED.match(line)) is not None and "=" not in line[: found.start(1)]:
        names = [found[1]]
    return tuple(names)


def unexplained(found: Sequence[Suspect], log: LineLog) -> tuple[Suspect, ...]:
    """Suspects of which most telling lines were removed by no non-merge commit of the target, at that path or any other."""
    kept = []
    for suspect in found:
        telling = tuple(text for text in suspect.telling if text not in log.removed_anywhere)
        if 2 * len(telling) > len(suspect.telling):
            kept.append(Suspect(suspect.path, suspect.base_path, suspect.hunk, telling, suspect.whole))
    return tuple(kept)


Lacking = Sequence[tuple[Commit, LineLog]]


def blamed(found: Sequence[Suspect], merges: Lacking) -> tuple[tuple[Commit, Suspect], ...]:
    """For each suspect the oldest merge that lacks most of its lines though a parent of it has them.

    ``merges`` stand oldest first, each with what it lacks of its parents (as removed lines). A suspect that no merge shows is left out:
    something else must explain it.
    """
    out = []
    for suspect in found:
        for merge, lacking in merges:
            if 2 * len(_gone(suspect, lacking)) > len(suspect.telling):
                out.append((merge, suspect))
                break
    return tuple(out)


def traced(found: Sequence[Suspect], merges: Lacking, writers: Mapping[CommitId, LineLog]) -> tuple[Inherited, ...]:
    """Name the merge (see ``blamed``) and the writer of each loss; ``writers`` tells, by merge, who wrote the lines it brought."""
    lacking = {merge.id: log for merge, log in merges}
    out = []
    for merge, suspect in blamed(found, merges):
        gone = _gone(suspect, lacking[merge.id])
        log = writers.get(merge.id, LineLog())
        names = [commit for text in gone if (commit := log.writer((suspect.path, suspect.base_path), text)) is not None]
        out.append(Inherited(suspect, gone, merge, Counter(names).most_common(1)[0][0] if names else None))
    return tuple(out)


def _gone(suspect: Suspect, lacking: LineLog) -> tuple[str, ...]:
    return tuple(text for text in suspect.telling if any((path, text) in lacking.removed for path in (suspect.path, suspect.base_path)))
