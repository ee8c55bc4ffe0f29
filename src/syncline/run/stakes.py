"""What a decision costs, told before it is made: history and imports answer for the conflicts that are left to somebody."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Self

from syncline.account.linelog import LineLog
from syncline.account.losses import wanted_lines
from syncline.account.patterns import matcher
from syncline.account.seam.code import Code
from syncline.account.seam.imports import importing
from syncline.account.seam.library import Library
from syncline.account.stakes import at_stake, stakes
from syncline.core.lesson import Lesson
from syncline.core.merge import Merge, Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.plan import SyncPlan
from syncline.core.stakes import Importer, Stakes
from syncline.core.text import decode
from syncline.core.tree import Conflict, Version
from syncline.ports.forked import meanwhile
from syncline.ports.git.workshop import Workshop
from syncline.run.facts import fact_stores
from syncline.run.histories import NOTHING_READ, Histories, completed
from syncline.run.saying import saying
from syncline.run.shelf import Shelf
from syncline.run.unit_store import kept_units
from syncline.syntax import language_of

# Conflicts that are worth a process.
_MANY = 10
# A name that more files than this mention is a word, not a module: nobody reads such a list.
_MENTIONS = 400
_IMPORTS = re.compile(
    r"^\s*(?:import|from|use|using|require|require_once|include|include_once|#\s*include|(?:pub\s+)?mod|package)\b"
    r"|^\s*(?:export|const|let|var)\b.*\b(?:from|require|import)\b"
)
# Languages whose imports are lines of their own; Python's are read and resolved.
_LINEWISE = frozenset({"javascript", "typescript", "tsx", "java", "kotlin", "go", "rust", "c", "cpp", "csharp", "php", "ruby"})


def stakes_of(
    workshop: Workshop, plan: SyncPlan, conflicts: Sequence[Conflict], learnt: Sequence[Lesson], known: Histories = NOTHING_READ
) -> tuple[Stakes, ...]:
    """What taking either side whole would lose at each of these conflicts, by commit and name, who imports the file, and what was ``learnt``.

    What is ``known`` of histories is not read again.
    """
    if not conflicts:
        return ()
    versions = [v for c in conflicts for v in (c.versions.base, c.versions.source, c.versions.target) if isinstance(v, Version)]
    shelf = Shelf(workshop, dict.fromkeys(v.entry.oid for v in versions if v.entry.is_file))
    ledger = at_stake(conflicts, shelf.read)
    wanted = wanted_lines(ledger.parts)
    ends = {Side.SOURCE: plan.source.commit, Side.TARGET: plan.target.commit}
    paths = frozenset().union(*(paths for paths, _ in wanted.values()))
    lines = frozenset().union(*(lines for _, lines in wanted.values()))
    histories = completed(workshop, known, ends, plan.bases, dict.fromkeys(Side, paths))
    source, target = (histories.log(side, lines) if lines else LineLog() for side in (Side.SOURCE, Side.TARGET))
    found = {(side, path): who for side in Side for path, who in _importers(workshop, ends[side], side, conflicts).items()}
    told = stakes(conflicts, ledger, Merge(LineLog(), source, target), shelf.read, found, kept_units())
    speaking = [(matcher(one.paths), one.text) for one in learnt]
    return tuple(replace(one, lessons=tuple(text for matches, text in speaking if matches(one.path))) for one in told)


class Ahead:
    """Looks up what is at stake as soon as it is likely at which conflicts, in a process of its own. To be used as a context."""

    def __init__(self, workshop: Workshop, plan: SyncPlan, learnt: Sequence[Lesson], known: Callable[[], Histories]) -> None:
        """``known`` gives what was read of histories; it is asked when that is needed, and may have to wait for git."""
        self._of = partial(stakes_of, workshop, plan, learnt=learnt)
        self._known = known
        self._begun: frozenset[Conflict] = frozenset()
        self._told: Callable[[], tuple[Stakes, ...]] = tuple
        self._child = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._child.__exit__(kind, error, trace)

    def begin(self, conflicts: tuple[Conflict, ...]) -> None:
        """Others than these will not be asked about, and few of them are not. To be called once at most."""
        if len(conflicts) >= _MANY:
            self._begun = frozenset(conflicts)
            # Asked here: it comes of a thread, and a forked process has none of ours.
            told = partial(self._of, conflicts=conflicts, known=self._known())
            self._told = self._child.enter_context(meanwhile(told, apart=True, patient=True))

    def stakes(self, conflicts: tuple[Conflict, ...]) -> tuple[Stakes, ...]:
        """``stakes_of`` these conflicts, beside those that were begun with. To be called once."""
        if not self._begun.issuperset(conflicts) or not conflicts:
            return self._of(conflicts=conflicts, known=self._known())
        paths = {conflict.path for conflict in conflicts}
        return tuple(one for one in self._told() if one.path in paths)


def _importers(workshop: Workshop, end: CommitId, side: Side, conflicts: Sequence[Conflict]) -> Mapping[RepoPath, tuple[Importer, ...]]:
    """Who imports the conflicted files on one side, by the path of the conflict."""
    own = {v.path: c.path for c in conflicts if isinstance(v := c.versions.side(side), Version)}
    stems = {path: _stem(path) for path in own if language_of(path) == "python" or language_of(path) in _LINEWISE}
    if not stems:
        return {}
    places = saying(workshop, end, stems.values())
    python = {path for path in stems if language_of(path) == "python"}
    found: dict[RepoPath, list[Importer]] = {}
    for path, importer in (*_of_python(workshop, end, stems, python, places), *_of_others(workshop, end, stems, python, places)):
        found.setdefault(own[path], []).append(importer)
    return {path: tuple(sorted(who, key=lambda i: (i.path, i.line))) for path, who in found.items()}


def _of_python(
    workshop: Workshop, end: CommitId, stems: Mapping[RepoPath, str], python: set[RepoPath], places: Mapping[str, Collection[RepoPath]]
) -> Iterator[tuple[RepoPath, Importer]]:
    among = sorted({p for path in python for p in _mentions(places, stems[path]) if language_of(p) == "python"})
    if not among:
        return
    library = Library(workshop.read, fact_stores())
    code = Code({path: entry.oid for path, entry in workshop.entries(end).items() if entry.is_file}, library.facts)
    taken: dict[tuple[str, RepoPath], tuple[int, dict[str, None]]] = {}
    for target, path, one in importing(code, python, among):
        line, names = taken.setdefault((target, path), (one.line, {}))
        if one.name:
            names[one.name] = None
        taken[target, path] = (min(line, one.line), names)
    for (target, path), (line, names) in taken.items():
        yield RepoPath(target), Importer(path, line, tuple(name for name in names if name != stems[RepoPath(target)]))


def _of_others(
    workshop: Workshop, end: CommitId, stems: Mapping[RepoPath, str], python: set[RepoPath], places: Mapping[str, Collection[RepoPath]]
) -> Iterator[tuple[RepoPath, Importer]]:
    asked = {path: [p for p in _mentions(places, stems[path]) if language_of(p) == language_of(path) and p != path] for path in stems}
    among = sorted({p for path, some in asked.items() if path not in python for p in some})
    entries = workshop.entries(end, among) if among else {}
    texts = workshop.read_all(e.oid for e in entries.values() if e.is_file)
    for path, some in asked.items():
        if path in python:
            continue
        word = re.compile(rf"\b{re.escape(stems[path])}\b")
        for other in some:
            entry = entries.get(other)
            lines = decode(texts.get(entry.oid, b"")).split("\n") if entry is not None else []
            at = next((n for n, line in enumerate(lines, 1) if word.search(line) and _IMPORTS.match(line)), None)
            if at is not None:
                yield path, Importer(other, at, ())


def _mentions(places: Mapping[str, Collection[RepoPath]], word: str) -> Sequence[RepoPath]:
    found = places.get(word, ())
    return tuple(sorted(found)) if len(found) <= _MENTIONS else ()


def _stem(path: RepoPath) -> str:
    """The name that an import has to mention: the file's without its ending, or that of the package whose first file it is."""
    folder, _, name = path.rpartition("/")
    stem = name.split(".")[0]
    return folder.rpartition("/")[2] if stem in ("__init__", "index", "mod") and folder else stem
