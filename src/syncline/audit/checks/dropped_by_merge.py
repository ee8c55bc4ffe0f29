"""The merge lacks lines that both sides kept.

Sees: base lines that neither side touched and that the merge has nowhere; files that neither side deleted and the merge has not.
Fires: once for production code, tests and the rest, where git had left no conflict; for information where it had.
Why: no commit of either side removed them: the merge did, in silence, and both histories will look innocent.
Silent: on lines that the merge moved; on what a side removed; on by-products, which are made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from syncline.account.classes import by_product
from syncline.audit.reader import Reader
from syncline.audit.scope import scope_of
from syncline.audit.sorting import sorting_of
from syncline.audit.subject import Subject
from syncline.core.finding import Ask, Finding, Place, Role, Scope, Severity
from syncline.core.merge import Absent, Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.tree import Version

STATUS = Status.STABLE

_NAMES = 5


@dataclass(frozen=True, slots=True)
class _Dropped:
    base: Version
    lines: tuple[str, ...]
    found: tuple[int, ...]
    whole: bool


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each scope, files with and without conflict apart."""
    reader = sorting_of(subject).reader
    groups: dict[tuple[bool, Scope], list[_Dropped]] = {}
    for account in subject.books.files:
        base, state = account.state.versions.base, account.state
        if not account.dropped or not isinstance(base, Version) or by_product(base.path):
            continue
        kept = all(isinstance(state.versions.side(side), Version) for side in Side)
        one = _Dropped(base, account.lines.base, account.dropped, kept and isinstance(state.merged, Absent))
        quiet = state.conflicted or all(at in (reader.silent(base) or ()) for at in account.dropped)
        groups.setdefault((quiet, scope_of(base.path)), []).append(one)
    for (quiet, scope), files in groups.items():
        yield _finding(reader, files, scope, quiet=quiet)


def _finding(reader: Reader, files: list[_Dropped], scope: Scope, *, quiet: bool) -> Finding:
    places: dict[tuple[RepoPath, str], Place] = {}
    for one in files:
        for at in one.found:
            symbol = reader.around(one.base, at)
            places.setdefault((one.base.path, symbol), Place(one.base.path, 0, symbol, "-" + one.lines[at].strip()[:100]))
    count = sum(len(one.found) for one in files)
    whole = tuple(one.base.path for one in files if one.whole)
    named = str(files[0].base.path) if len(files) == 1 else f"{len(files)} files"
    gone = f"; gone as a whole: {', '.join(whole[:_NAMES])}" if whole else ""
    first = files[0]
    return Finding(
        check="dropped-by-merge",
        severity=Severity.INFO if quiet else Severity.CONFIRM,
        message=f"{count} line{'s' if count != 1 else ''} of {named} that both sides kept {'are' if count != 1 else 'is'} not in the merge{gone}",
        scope=scope,
        path=first.base.path,
        symbol=next((symbol for _, symbol in places if symbol), None),
        places=tuple(places.values()),
        evidence={"lines": count, "files": tuple(one.base.path for one in files), "deleted_files": whole},
        proposal="bring the lines back, or remove them in a commit of their own",
        identity=("dropped-by-merge", scope.value, *sorted({one.lines[at].strip() for one in files for at in one.found})),
        asks=(Ask(Role.LOST, Side.TARGET, first.base.path, first.lines[first.found[0]]),),
    )
