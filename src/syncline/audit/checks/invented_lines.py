"""The merge has lines that neither side has.

Sees: merged lines that no side's expectation claims, that are nobody's moved work and nobody's adapted lines.
Fires: once for each file; to be confirmed where git had left no conflict in the file, for information where it had.
Why: a repair that rides in a merge is nobody's commit: no review saw it, no blame names it. Outside conflicts there was no need for it.
Silent: on lines that stand in a side's version, on moved, re-spaced and blended ones; on by-products, which are made anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.classes import by_product
from syncline.account.fates import trivial
from syncline.account.ledger import FileAccount
from syncline.audit.reader import Reader
from syncline.audit.scope import scope_of
from syncline.audit.sorting import sorting_of
from syncline.audit.subject import Subject
from syncline.core.finding import Finding, Place, Severity
from syncline.core.resolution import Status
from syncline.core.tree import Version

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding a file."""
    reader = sorting_of(subject).reader
    for account in subject.books.files:
        merged = account.state.merged
        if isinstance(merged, Version) and not by_product(merged.path):
            found = [at for at in account.invented if not trivial(account.merged[at])]
            if found:
                yield _finding(reader, account, merged, found)


def _finding(reader: Reader, account: FileAccount, merged: Version, found: list[int]) -> Finding:
    silent = reader.silent(merged) or frozenset()
    telling = [at for at in found if at not in silent]
    quiet = account.state.conflicted or not telling
    places: dict[str, Place] = {}
    for at in found:
        symbol = reader.around(merged, at)
        places.setdefault(symbol, Place(merged.path, at + 1, symbol, account.merged[at].strip()[:100]))
    count = len(found)
    where = "where git had left a conflict" if account.state.conflicted else "where git had left no conflict"
    return Finding(
        check="invented-lines",
        severity=Severity.INFO if quiet else Severity.CONFIRM,
        message=f"{count} line{'s' if count != 1 else ''} of the merge stand{'s' if count == 1 else ''} in neither side, {where}",
        scope=scope_of(merged.path),
        path=merged.path,
        line=found[0] + 1,
        symbol=next((symbol for symbol in places if symbol), None),
        places=tuple(places.values()),
        evidence={"lines": count, "conflicted": account.state.conflicted},
        proposal="take the lines out of the merge and into a commit of their own, or confirm them",
        identity=("invented-lines", merged.path, *sorted({account.merged[at].strip() for at in found})),
    )
