"""A module that one side added is there, and nothing imports it.

Sees: Python files that only one side has, and the imports of all files that differ between the trees.
Fires: when files of that side import the module, and no file of the merge does.
Why: the feature came along, its only callers were lost.
Silent: on scripts, tests, packages' own files, and modules whose name stands as a string somewhere: they are loaded by name.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.imports import Orphan, orphans
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each module."""
    for one in subject.seam.every(orphans):
        yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Orphan) -> Finding:
    text = seam.line(seam.side(one.side), one.importer, one.line)
    return Finding(
        check="nothing-imports-it",
        severity=Severity.CONFIRM,
        message=f"nothing imports {one.path}, which the {one.side.value} added; there {one.importer} did",
        side=one.side,
        scope=scope_of(one.path),
        path=one.path,
        line=1,
        symbol=one.path.rpartition("/")[2].removesuffix(".py"),
        places=(Place(one.path, 1, "", ""), Place(one.importer, 0, "", text.strip()[:100])),
        proposal=f"restore in {one.importer}: {text.strip()[:160]}",
        evidence={"importer": one.importer},
        identity=("nothing-imports-it", one.path),
        asks=(Ask(Role.USE, one.side, one.importer, text),),
    )
