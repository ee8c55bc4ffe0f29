"""A file names another file of the tree that is gone.

Sees: relative imports of JavaScript and TypeScript, includes of C and C++, `require_relative`, `__DIR__` requires, Rust's `mod`; paths in YAML, TOML,
JSON, makefiles, Dockerfiles and shell scripts (workflow files, package scripts); entry points of `pyproject.toml`, `setup.cfg` and `setup.py`.
Fires: when the reference leads to a file (or an entry point to a function) on a side that has it, and to nothing in the merge; once for each.
Why: one side moves or removes the file, the other adds a reference.
Silent: where a parent has the reference in vain already, and on Python, which `removed-name-still-imported` reads. Mere mentions ask for confirmation.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.entries import EntryPoint, entry_points
from syncline.account.seam.references import Reference, references
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, widest
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each missing file."""
    groups: dict[str, list[Reference]] = {}
    for one in subject.seam.every(references):
        groups.setdefault(one.missing, []).append(one)
    for _, group in sorted(groups.items()):
        yield _finding(subject.seam, group)
    for point in subject.seam.every(entry_points):
        yield _entry_point(subject.seam, point)


def _finding(seam: Seam, group: list[Reference]) -> Finding:
    first = group[0]
    sides = {one.side for one in group}
    return Finding(
        check="reference-to-missing-file",
        severity=Severity.BLOCKER if any(one.sure for one in group) else Severity.CONFIRM,
        message=f"{first.missing} is gone, but {counted(len(group), 'place')} still name{'s' if len(group) == 1 else ''} it",
        side=sides.pop() if len(sides) == 1 else None,
        scope=widest(one.path for one in group),
        path=first.path,
        line=first.line,
        symbol=first.missing.rpartition("/")[2],
        places=tuple(Place(one.path, one.line, "", seam.line(seam.merged, one.path, one.line).strip()[:100]) for one in group),
        proposal="restore the file, or name the one that took its place",
        evidence={"file": first.missing},
        identity=("reference-to-missing-file", first.missing),
        asks=tuple(ask for one in group[:6] for ask in line_asks(seam, Role.USE, one.path, one.line, Side)),
    )


def _entry_point(seam: Seam, one: EntryPoint) -> Finding:
    return Finding(
        check="reference-to-missing-file",
        severity=Severity.BLOCKER,
        message=f"the entry point `{one.text}` leads nowhere; the {one.side.value} has it in {one.home}",
        side=one.side,
        scope=widest([one.path]),
        path=one.path,
        line=one.line,
        symbol=one.text,
        places=(Place(one.path, one.line, "", seam.line(seam.merged, one.path, one.line).strip()[:100]),),
        proposal="restore the function, or name the one that took its place",
        evidence={"file": one.home, "entry point": one.text},
        identity=("reference-to-missing-file", "entry point", one.text),
        asks=line_asks(seam, Role.USE, one.path, one.line, Side),
    )
