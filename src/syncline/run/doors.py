"""Open the doors that a publication needs: the refs that runners share, and the forge."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from syncline.config import Config
from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.ports.forge import Forge
from syncline.ports.forge.address import Address, github_api, github_graphql, gitlab_api, parse_address
from syncline.ports.forge.local import LocalForge
from syncline.ports.forge.tokens import GITHUB, GITLAB, find_token
from syncline.ports.git.credentials import stored_password
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.pushing import RemoteRefs, push_address
from syncline.ports.git.repository import remote_branch
from syncline.ports.git.workshop import Workshop
from syncline.ports.shared import SharedRefs
from syncline.publish.settings import ForgeKind, Settings
from syncline.run.clock import clock, today

if TYPE_CHECKING:
    from syncline.ports.forge.http import Api


@dataclass(frozen=True, slots=True)
class Doors:
    """The repository that runners share (``remote`` is empty where it is the user's own), and the forge."""

    shared: SharedRefs
    forge: Forge
    remote: str


@contextmanager
def open_doors(workshop: Workshop, config: Config, target: str) -> Iterator[Doors]:
    """The doors that the configuration asks for. Raises ``UserError`` where an address or a token is missing."""
    settings = config.publish
    if settings.forge is ForgeKind.LOCAL:
        yield _local(workshop, config)
        return
    found = remote_branch(workshop.repository, target) if target else None
    remote = settings.remote or (found.remote if found else "origin")
    url = push_address(workshop.repository, remote)
    address = parse_address(url)
    if address is None and not (settings.api and settings.project):
        raise UserError(f"the address of remote '{remote}' names no forge; set 'api' and 'project' in [publish]")
    # The client is loaded when it is needed: everything else works without it, and quicker.
    from syncline.ports.forge.http import Api

    github = settings.forge is ForgeKind.GITHUB
    base = settings.api or ("" if address is None else github_api(address) if github else gitlab_api(address))
    token = find_token(GITHUB if github else GITLAB, lambda: _helped(workshop, address, base))
    project = settings.project or (address.project if address else "")
    words = {"accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28"} if github else {}
    api = Api("GitHub" if github else "GitLab", base, {**words, "authorization": f"Bearer {token}"}, time.sleep)
    try:
        yield Doors(RemoteRefs(workshop, remote), _forge(api, base, project, address, settings), remote)
    finally:
        api.close()


def _forge(api: Api, base: str, project: str, address: Address | None, settings: Settings) -> Forge:
    from syncline.ports.forge.github import GitHub
    from syncline.ports.forge.gitlab import GitLab

    if settings.forge is ForgeKind.GITLAB:
        return GitLab(api, project)
    # A branch that is pushed to a fork belongs to the fork's owner.
    pusher = (address.project if address and address.project.count("/") == 1 else project).partition("/")[0]
    return GitHub(api, github_graphql(base), project, pusher)


def _helped(workshop: Workshop, address: Address | None, base: str) -> str:
    if address is not None:
        return stored_password(workshop.repository, address.scheme, address.host, f"{address.project}.git")
    parts = urlsplit(base)
    return stored_password(workshop.repository, parts.scheme, parts.netloc, parts.path.strip("/"))


def _local(workshop: Workshop, config: Config) -> Doors:
    """With a remote named, the branch is pushed there; without one it stays here. The pull request is a folder either way."""
    remote = config.publish.remote
    shared: SharedRefs = RemoteRefs(workshop, remote) if remote else OwnRefs(workshop)

    def head_of(branch: str) -> CommitId | None:
        return shared.refs([f"refs/heads/{branch}"]).get(f"refs/heads/{branch}")

    folder = workshop.repository.common_dir / "syncline" / "pulls"
    return Doors(shared, LocalForge(folder, head_of, lambda: today(config, clock())), remote)
