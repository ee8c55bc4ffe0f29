"""A class of this tree no longer has an attribute that is still used.

Sees: attributes of `self`, of classes and of objects whose class is plain to see.
Fires: when a parent has the attribute and the use, and the merge has the use alone. Once for each class and attribute, with all places, readers of
unknown class by the name of the field included.
Why: one side renames a method or drops a field, the other adds a reader.
Silent: where a base outside of the tree or `__getattr__` may bring it and no parent had it in sight, where a derived class defines it, under `hasattr`.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.breaks import Lost, Site, lost
from syncline.account.seam.definitions import Definition, defined, owner_in, remover, went_to
from syncline.account.seam.options import readers_without_option
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import place_of, removed_ask, severity_of, use_asks, user, widest, written_ask
from syncline.core.finding import Ask, Finding
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each lost attribute of a class."""
    groups: dict[tuple[str, str, str], list[Lost]] = {}
    for one in subject.seam.every(lost):
        if one.holder.cls is not None:
            path, owner = _home(subject.seam, one)
            groups.setdefault((path, owner, one.name), []).append(one)
    for (path, owner, _), group in sorted(groups.items()):
        # Names that only tests replace are told by test-of-removed-code.
        if not all(one.patched for one in group):
            yield _finding(subject.seam, path, owner, group)


def _home(seam: Seam, one: Lost) -> tuple[str, str]:
    """The class that had the attribute, seen from the side where the use worked."""
    for side in one.site.worked:
        path = seam.before(RepoPath(one.holder.path), side)
        if path is not None:
            return owner_in(seam.side(side), one.holder._replace(path=path), one.name)
    return one.holder.path, one.holder.qualified


def _finding(seam: Seam, path: str, owner: str, group: list[Lost]) -> Finding:
    first = group[0]
    sites = [one.site for one in group]
    sites += _readers(seam, path, first.name, sites)
    side = user(sites)
    went = went_to(seam, path, owner, first.name)
    whose = f" of the {side.value}" if side is not None else ""
    return Finding(
        check="removed-attribute-still-used",
        severity=severity_of(sites),
        message=(
            f"`{owner}` no longer has `{first.name}`, but {counted(len(sites), 'place')}{whose} still use{'s' if len(sites) == 1 else ''} it"
            f"{'; ' + went if went else ''}"
        ),
        side=side,
        scope=widest(site.path for site in sites),
        path=sites[0].path,
        line=sites[0].line,
        symbol=f"{owner}.{first.name}",
        places=tuple(place_of(seam, site) for site in sites),
        proposal=f"use {went.rpartition(' ')[2]} instead, or restore it" if went else "restore the definition, or take its uses out",
        evidence={"name": first.name, "class": owner, "file": path},
        identity=("removed-attribute-still-used", path, owner, first.name),
        asks=(*use_asks(seam, sites), *_definition_asks(seam, path, owner, first)),
    )


def _readers(seam: Seam, path: str, name: str, known: list[Site]) -> list[Site]:
    """Readers of the same field whose class is not plain to see: they break for the same cause."""
    seen = {(site.path, site.line) for site in known}
    found = []
    for one in seam.every(readers_without_option):
        if one.name == name and any(at.path == path for _, at in one.had):
            for r in one.readings:
                if (r.path, r.spot.line) not in seen:
                    sides = tuple(side for side, _ in one.had)
                    found.append(Site(r.path, r.spot.line, r.spot.scope, f"{r.spot.root}.{name}", r.spot.guard, sides, sides))
    return found


def _definition_asks(seam: Seam, path: str, owner: str, one: Lost) -> tuple[Ask, ...]:
    gone = remover(seam, path, owner, one.name)
    at = RepoPath(path)
    base = defined(seam.codes.base, seam.in_base(at) or at, owner, one.name)
    if gone is not None and base is not None:
        return removed_ask(seam, base, gone)
    for side in Side:
        there: Definition | None = defined(seam.side(side), seam.before(at, side) or at, owner, one.name)
        if there is not None:
            return written_ask(seam, there, side)
    return ()
