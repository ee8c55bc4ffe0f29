"""Whom a finding asks: the authors of the commits concerned, then the owners of its paths. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from syncline.core.finding import Finding
from syncline.core.names import RepoPath

Owning = Callable[[RepoPath], tuple[str, ...]]


def addressed(finding: Finding, owning: Owning) -> Finding:
    """The finding with its owners: authors as git knows them, in the order of the origins, then who ``owning`` names, each once.

    What checks have named themselves stays, at the end.
    """
    authors = (origin.commit.author for origin in finding.origin)
    paths = dict.fromkeys(([finding.path] if finding.path is not None else []) + [place.path for place in finding.places])
    named = (owner for path in paths for owner in owning(path))
    return replace(finding, owners=tuple(dict.fromkeys((*authors, *named, *finding.owners))))
