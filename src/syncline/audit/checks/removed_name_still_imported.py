"""A module of this tree no longer has a name that is still imported from it.

Sees: imports, and attributes of modules, in all files that the merge can have broken; modules of this tree only.
Fires: once for each lost name, with all places that still ask for it, and says where the name went.
Why: one side renames or moves a function while the other adds a caller; both merge cleanly.
Silent: where a parent has the same broken import, on packages that are not in the tree, star imports, modules with `__getattr__`; an import that a
`try` protects asks for confirmation only.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.breaks import Lost, lost
from syncline.account.seam.definitions import defined, remover, went_to
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
    """One finding for each lost name; one for a whole module that is gone."""
    groups: dict[tuple[str, str], list[Lost]] = {}
    for one in subject.seam.every(lost):
        if one.holder.cls is None:
            groups.setdefault((one.holder.path, "" if one.module else one.name), []).append(one)
    for _, group in sorted(groups.items()):
        # Names that only tests replace are told by test-of-removed-code.
        if not all(one.patched for one in group):
            yield _finding(subject.seam, group)


def _finding(seam: Seam, group: list[Lost]) -> Finding:
    first = group[0]
    sites = [one.site for one in group]
    side = user(sites)
    what = "module" if first.module else "name"
    where = first.holder.path
    went = "" if first.module else went_to(seam, where, "", first.name)
    message = f"module `{where}` is gone" if first.module else f"`{first.name}` is no longer in {where}"
    whose = f" of the {side.value}" if side is not None else ""
    return Finding(
        check="removed-name-still-imported",
        severity=severity_of(sites),
        message=f"{message}, but {counted(len(sites), 'place')}{whose} still use{'s' if len(sites) == 1 else ''} it{'; ' + went if went else ''}",
        side=side,
        scope=widest(site.path for site in sites),
        path=sites[0].path,
        line=sites[0].line,
        symbol=first.name or where,
        places=tuple(place_of(seam, site) for site in sites),
        proposal=_proposal(what, went, first),
        evidence={"name": first.name, "module": where},
        identity=("removed-name-still-imported", where, first.name),
        asks=(*use_asks(seam, sites), *_definition_asks(seam, first)),
    )


def _proposal(what: str, went: str, one: Lost) -> str:
    if "renamed to" in went:
        return f"use {went.rpartition(' ')[2]} instead of `{one.name}`, or restore it"
    if went:
        return f"import it from where {went}, or restore it"
    return f"restore the {what}, or take its uses out"


def _definition_asks(seam: Seam, one: Lost) -> tuple[Ask, ...]:
    if one.module or one.holder.path.endswith("/"):
        return ()
    path = RepoPath(one.holder.path)
    gone = remover(seam, path, "", one.name)
    if gone is not None:
        base = defined(seam.codes.base, seam.in_base(path) or path, "", one.name)
        return removed_ask(seam, base, gone) if base is not None else ()
    for side in Side:
        there = defined(seam.side(side), seam.before(path, side) or path, "", one.name)
        if there is not None:
            return written_ask(seam, there, side)
    return ()
