"""How findings of the seam are told: places, questions to history, lists of names. No decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from syncline.account.seam.breaks import Site
from syncline.account.seam.definitions import Definition
from syncline.account.seam.facts import Guard
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.core.finding import Ask, Place, Role, Scope, Severity
from syncline.core.merge import Side
from syncline.core.names import RepoPath

_MOST = 6
_EXCERPT = 100


def ticked(names: Iterable[str]) -> str:
    """Names in a sentence: ``a``, ``a and b``, ``a, b and c``, ``a, b and 7 more``."""
    listed = [f"`{name}`" for name in dict.fromkeys(names)]
    if len(listed) > _MOST:
        return f"{', '.join(listed[:_MOST])} and {len(listed) - _MOST} more"
    return " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1]))) if listed else ""


def place_of(seam: Seam, site: Site, symbol: str = "") -> Place:
    """A use as a place, with its line."""
    return Place(site.path, site.line, symbol or site.scope, seam.line(seam.merged, site.path, site.line).strip()[:_EXCERPT])


def widest(paths: Iterable[RepoPath]) -> Scope:
    """PRODUCTION if any of the paths is; TEST if all are tests."""
    scopes = {scope_of(path) for path in paths}
    return next((scope for scope in Scope if scope in scopes), Scope.OTHER)


def severity_of(sites: Sequence[Site]) -> Severity:
    """A blocker, unless every use expects to fail, or is never evaluated."""
    open_sites = [site for site in sites if not site.guard]
    if open_sites:
        return Severity.BLOCKER
    return Severity.CONFIRM if any(not site.guard & Guard.TYPING for site in sites) else Severity.INFO


def user(sites: Iterable[Site]) -> Side | None:
    """The side whose uses these are; ``None`` when both have them or neither."""
    sides = {side for site in sites for side in site.worked or site.sides}
    return sides.pop() if len(sides) == 1 else None


def use_asks(seam: Seam, sites: Sequence[Site]) -> tuple[Ask, ...]:
    """Who wrote the uses: one question for each of the first few."""
    return tuple(ask for site in sites[:_MOST] for ask in line_asks(seam, Role.USE, site.path, site.line, site.worked or site.sides))


def line_asks(seam: Seam, role: Role, path: RepoPath, line: int, sides: Iterable[Side]) -> tuple[Ask, ...]:
    """Who wrote a line of the merged tree, on the sides that have it."""
    text = seam.line(seam.merged, path, line)
    return tuple(Ask(role, side, before, text) for side in sides if text.strip() and (before := seam.before(path, side)) is not None)


def removed_ask(seam: Seam, definition: Definition, side: Side) -> tuple[Ask, ...]:
    """Which commit of ``side`` took a definition of the base away."""
    text = seam.line(seam.codes.base, definition.path, definition.line)
    return (Ask(Role.REMOVED_BY, side, definition.path, text, removed=True),) if text.strip() else ()


def written_ask(seam: Seam, definition: Definition, side: Side) -> tuple[Ask, ...]:
    """Which commit of ``side`` wrote a definition."""
    text = seam.line(seam.side(side), definition.path, definition.line)
    return (Ask(Role.DEFINITION, side, definition.path, text),) if text.strip() else ()
