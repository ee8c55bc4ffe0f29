"""The merge has lines that neither side has.

Sees: merged lines that no side's expectation claims, that are nobody's moved work and nobody's adapted lines.
Fires: once for production code, tests and the rest; to be confirmed where git had left no conflict in the file, for information where it
had, or where the lines are comments.
Why: a repair that rides in a merge is nobody's commit: no review saw it, no blame names it. Outside conflicts there was no need for it.
Silent: on lines that stand in a side's version, on moved, re-spaced and blended ones; on by-products, which are made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from syncline.account.classes import by_product
from syncline.account.fates import trivial
from syncline.audit.reader import Reader
from syncline.audit.scope import scope_of
from syncline.audit.sorting import sorting_of
from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Scope, Severity
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.tree import Version

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each scope, files with and without conflict apart."""
    reader = sorting_of(subject).reader
    groups: dict[tuple[bool, Scope], list[_Invented]] = {}
    for account in subject.books.files:
        merged = account.state.merged
        if isinstance(merged, Version) and not by_product(merged.path):
            found = tuple(at for at in account.invented if not trivial(account.merged[at]))
            if found:
                quiet = account.state.conflicted or all(at in (reader.silent(merged) or ()) for at in found)
                groups.setdefault((quiet, scope_of(merged.path)), []).append(_Invented(merged, account.merged, found))
    for (quiet, scope), files in groups.items():
        yield _finding(reader, files, scope, quiet=quiet)


@dataclass(frozen=True, slots=True)
class _Invented:
    version: Version
    lines: tuple[str, ...]
    found: tuple[int, ...]


def _finding(reader: Reader, files: list[_Invented], scope: Scope, *, quiet: bool) -> Finding:
    places: dict[tuple[RepoPath, str], Place] = {}
    for one in files:
        for at in one.found:
            symbol = reader.around(one.version, at)
            path = one.version.path
            places.setdefault((path, symbol), Place(path, at + 1, symbol, one.lines[at].strip()[:100]))
    count = sum(len(one.found) for one in files)
    where = "where git had left a conflict" if quiet else "where git had left no conflict"
    first = files[0]
    named = str(first.version.path) if len(files) == 1 else f"{len(files)} files"
    return Finding(
        check="invented-lines",
        severity=Severity.INFO if quiet else Severity.CONFIRM,
        message=f"{count} line{'s' if count != 1 else ''} in {named} stand{'s' if count == 1 else ''} in neither side, {where}",
        scope=scope,
        path=first.version.path,
        line=first.found[0] + 1,
        symbol=next((symbol for _, symbol in places if symbol), None),
        places=tuple(places.values()),
        evidence={"lines": count, "files": tuple(one.version.path for one in files)},
        proposal="take the lines out of the merge and into a commit of their own, or confirm them",
        identity=("invented-lines", scope.value, *sorted({one.lines[at].strip() for one in files for at in one.found})),
    )
