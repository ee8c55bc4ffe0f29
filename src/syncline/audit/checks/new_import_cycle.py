"""Modules import each other in a circle that neither parent has.

Sees: imports at the top of Python files that differ between the trees; packages' own files are left out.
Fires: once for each circle, with the importing lines.
Why: each side added one half; the first import of either module fails, or sees a half-made module.
Silent: on imports inside of functions, under `TYPE_CHECKING` or in a `try`, and on circles that a parent has.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.imports import Circle, circles
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, widest
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each circle."""
    for one in subject.seam.every(circles):
        yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Circle) -> Finding:
    paths = list(dict.fromkeys(path for path, _ in one.edges))
    path, line = one.edges[0]
    shown = ", ".join(paths[:4]) + (f" and {len(paths) - 4} more" if len(paths) > 4 else "")
    return Finding(
        check="new-import-cycle",
        severity=Severity.CONFIRM,
        message=f"{shown} import each other in a circle that neither parent has",
        scope=widest(paths),
        path=path,
        line=line,
        symbol=path.rpartition("/")[2].removesuffix(".py"),
        places=tuple(Place(p, n, "", seam.line(seam.merged, p, n).strip()[:100]) for p, n in one.edges),
        proposal="import inside of the function that needs it, or take one of the imports out",
        evidence={"modules": tuple(paths)},
        identity=("new-import-cycle", *paths),
        asks=tuple(ask for p, n in one.edges[:6] for ask in line_asks(seam, Role.USE, p, n, Side)),
    )
