"""Partial clones: objects that the remote promised to send when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from syncline.core.errors import WorldError
from syncline.ports.git.command import NOTHING_BESIDE, git, last_line
from syncline.ports.git.repository import Repository, setting

# Asking for more at once would meet the limits of some servers.
_AT_ONCE = 5000


def promises(repository: Repository) -> bool:
    """True for a partial clone: some of its objects may be with the remote alone."""
    return any((repository.objects / "pack").glob("*.promisor"))


def fetch_promised(repository: Repository, variables: dict[str, str], oids: Iterable[str]) -> None:
    """Fetch objects as git itself would when it misses them, but to where ``variables`` say, all at once. Raises ``WorldError``."""
    remote = _promisor(repository)
    wanted = tuple(dict.fromkeys(oids))
    options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--refmap=", "--filter=blob:none", "--stdin"]
    quiet = ["-c", "fetch.negotiationAlgorithm=noop", *NOTHING_BESIDE]
    for start in range(0, len(wanted), _AT_ONCE):
        lines = "".join(f"{oid}\n" for oid in wanted[start : start + _AT_ONCE]).encode()
        output = git([*quiet, "fetch", *options, "--", remote], git_dir=repository.git_dir, env=variables, stdin=lines, timeout=1800)
        if output.status != 0:
            raise WorldError(f"this clone is partial, and '{remote}' did not send what is missing: {last_line(output.stderr)}")


def _promisor(repository: Repository) -> str:
    named = setting(repository, "extensions.partialClone")
    if named:
        return named
    listed = git(
        ["config", "-z", "--name-only", "--type=bool", "--get-regexp", r"^remote\..*\.promisor$", "true"], git_dir=repository.git_dir
    )
    first = listed.stdout.decode("utf-8", "surrogateescape").split("\0")[0]
    if not first:
        raise WorldError("this clone is partial, but no remote is configured to send what is missing")
    return first[len("remote.") : -len(".promisor")]


def borrowed(objects: Path, repository: Repository) -> dict[str, str]:
    """Variables that let git work in the user's repository, by the user's configuration, while every new object goes to ``objects``."""
    return {"GIT_OBJECT_DIRECTORY": str(objects), "GIT_ALTERNATE_OBJECT_DIRECTORIES": listed(repository.objects)}


def listed(objects: Path) -> str:
    """A folder of objects as git's lists of alternates want it: quoted like a C string where it holds what would end an entry."""
    path = str(objects)
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"' if any(c in path for c in ':"\\\n') else path
