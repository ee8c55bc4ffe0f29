"""A configured pair by its name, for every verb: its two ends, its last sync that landed, its whole line."""

from __future__ import annotations

from pathlib import Path

from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.plan.pairs import chosen
from syncline.ports.git.evidence import last_sync
from syncline.ports.git.repository import open_repository, resolve
from syncline.ports.git.workshop import open_workshop
from syncline.run.configure import config_in_force


def pair_ends(path: Path, name: str, config_file: Path | None) -> tuple[str, str]:
    """Source and target of a named pair. Raises ``UserError`` where the configuration has no such pair, or its pairs go in a circle."""
    pair = chosen(config_in_force(path, "", config_file).pair, name)
    return pair.source, pair.target


def landed_sync(path: Path, name: str, config_file: Path | None) -> CommitId:
    """The last sync of a pair that landed on its target. Raises ``UserError`` where there is none."""
    source, target = pair_ends(path, name, config_file)
    repository = open_repository(path)
    with open_workshop(repository) as workshop:
        found = last_sync(workshop, resolve(repository, target), resolve(repository, source))
    if found is None:
        raise UserError(f"no sync of '{name}' has landed on '{target}'; name a merge")
    return found


def whole_line(path: Path, name: str, config_file: Path | None) -> str:
    """The range of all of a pair's target, along first parents."""
    _, target = pair_ends(path, name, config_file)
    repository = open_repository(path)
    with open_workshop(repository) as workshop:
        line = workshop.git(["rev-list", "--first-parent", resolve(repository, target)]).decode().split()
    return f"{line[-1]}..{line[0]}"
