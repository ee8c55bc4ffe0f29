"""From the address of a git remote to the forge behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Address:
    """Host and project (``owner/name``, with groups at GitLab). ``scheme`` is http only where the remote says so."""

    scheme: str
    host: str
    project: str


def parse_address(url: str) -> Address | None:
    """Read ``https://host/owner/name.git``, ``ssh://git@host:22/owner/name`` or ``git@host:owner/name``; ``None`` for a path on this disk."""
    if "://" in url:
        parts = urlsplit(url)
        if parts.scheme not in ("https", "http", "ssh", "git") or not parts.hostname:
            return None
        port = f":{parts.port}" if parts.port and parts.scheme in ("https", "http") else ""
        scheme = "http" if parts.scheme == "http" else "https"
        return Address(scheme, parts.hostname + port, _project(parts.path))
    # The short form of ssh has no slash before its colon; a path on a disk has.
    found = re.fullmatch(r"(?:[^/@:]+@)?([^/:]+):(?!/?/)(.+)", url)
    return Address("https", found[1], _project(found[2])) if found else None


def _project(path: str) -> str:
    return path.strip("/").removesuffix(".git").strip("/")


def github_api(address: Address) -> str:
    """The address of the REST API: its own host for github.com, a path of the server elsewhere."""
    if address.host in ("github.com", "www.github.com"):
        return "https://api.github.com"
    return f"{address.scheme}://{address.host}/api/v3"


def github_graphql(api: str) -> str:
    """The address of GraphQL beside a REST API."""
    base = api.rstrip("/")
    return base.removesuffix("/v3") + "/graphql"


def gitlab_api(address: Address) -> str:
    """The address of the REST API."""
    return f"{address.scheme}://{address.host}/api/v4"
