"""The merged code imports a package that its manifests do not provide, or take from another place than the code was written for.

Sees: imports from outside of the tree in files that differ from a parent; `pyproject.toml`, `setup.py`, `setup.cfg`, requirements files, `Pipfile`,
`environment.yml`, and locks of uv, poetry and pdm.
Fires: when the manifests of a side name the package, and those of the merge do not; once for each package, with all imports. Where a side took a
package from another repository, revision or archive, uses it anew, and the merge kept another place, it asks for confirmation.
Why: the code of one side came with the manifest of the other; it works where the package happens to be installed.
Silent: on packages that no manifest ever named, or that a parent imports in that file without naming it (it comes under another name), on the
standard library, on imports that a `try` protects.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.provided import Repinned, Unprovided, repinned, unprovided
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, widest
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each package."""
    for one in subject.seam.every(unprovided):
        yield _finding(subject.seam, one)
    pins: dict[tuple[str, Side], list[Repinned]] = {}
    for pin in subject.seam.every(repinned):
        pins.setdefault((pin.package, pin.side), []).append(pin)
    for group in pins.values():
        yield _elsewhere(subject.seam, group)


def _finding(seam: Seam, one: Unprovided) -> Finding:
    path, line = one.uses[0]
    text = seam.line(seam.side(one.side), one.manifest, one.line)
    return Finding(
        check="import-without-dependency",
        severity=Severity.BLOCKER,
        message=f"`{one.package}` is imported in {counted(len(one.uses), 'place')}, and no manifest names it; the {one.side.value}'s {one.manifest} does",
        side=one.side,
        scope=widest(p for p, _ in one.uses),
        path=path,
        line=line,
        symbol=one.package,
        places=tuple(Place(p, n, one.package, seam.line(seam.merged, p, n).strip()[:100]) for p, n in one.uses),
        proposal=f"restore in {one.manifest}: {text.strip()[:160]}",
        evidence={"package": one.package, "manifest": one.manifest},
        identity=("import-without-dependency", one.package),
        asks=(Ask(Role.DEFINITION, one.side, one.manifest, text), *line_asks(seam, Role.USE, path, line, Side)),
    )


def _elsewhere(seam: Seam, group: list[Repinned]) -> Finding:
    """Manifest and lock say the same of a package: one finding."""
    one = group[0]
    path, line = one.uses[0]
    where = ", ".join(pin.manifest for pin in group)
    text = seam.line(seam.merged, one.manifest, one.line)
    return Finding(
        check="import-without-dependency",
        severity=Severity.CONFIRM,
        message=(
            f"the {one.side.value} imports `{one.package}` in {counted(len(one.uses), 'new place')} and takes it from {one.theirs}; "
            f"{where} of the merge keep{'s' if len(group) == 1 else ''} {one.ours}"
        ),
        side=one.side,
        scope=widest(p for p, _ in one.uses),
        path=path,
        line=line,
        symbol=one.package,
        places=(
            *(Place(p, n, one.package, seam.line(seam.merged, p, n).strip()[:100]) for p, n in one.uses),
            Place(one.manifest, one.line, one.package, text.strip()[:100]),
        ),
        proposal=f"take it from {one.theirs}, or bring the new code to what {one.ours} has",
        evidence={"package": one.package, "manifest": one.manifest, one.side.value: one.theirs, "merged": one.ours},
        identity=("import-without-dependency", "elsewhere", one.package, one.side.value),
        asks=line_asks(seam, Role.USE, path, line, (one.side,)),
    )
