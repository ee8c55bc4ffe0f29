"""Fetch a branch of a remote, into the workshop: the user's remote-tracking branches are left where they are."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.core.errors import WorldError
from syncline.core.names import CommitId
from syncline.ports.git.command import NOTHING_BESIDE, git, last_line
from syncline.ports.git.landing import borrowing
from syncline.ports.git.repository import RemoteBranch, tip_of_remote
from syncline.ports.git.workshop import Workshop

_OPTIONS = ("--dry-run", "--no-tags", "--refmap=", "--no-write-fetch-head", "--no-recurse-submodules", "--quiet")


def fetch_heads(workshop: Workshop, remote: str, refs: Sequence[str], timeout: float = 300) -> None:
    """Bring what some refs of a remote name into the workshop; no ref is moved. Raises ``WorldError``."""
    output = git(
        [*NOTHING_BESIDE, "fetch", *_OPTIONS, "--", remote, *refs],
        git_dir=workshop.repository.git_dir,
        env=borrowing(workshop),
        timeout=timeout,
    )
    if output.status != 0:
        raise WorldError(f"cannot fetch from '{remote}': {last_line(output.stderr) or 'no answer'}")


def fetch_remote(workshop: Workshop, remote: RemoteBranch, timeout: float = 1800) -> CommitId:
    """Where the remote's branch is now, with its objects at hand in the workshop.

    ``--dry-run`` keeps git from moving any ref; the objects it brings go to the workshop's object directory. Raises ``WorldError``.
    """
    tip = tip_of_remote(workshop.repository, remote)
    if workshop.has(tip):
        return tip
    arguments = [*NOTHING_BESIDE, "fetch", *_OPTIONS, "--", remote.remote, f"refs/heads/{remote.branch}"]
    output = git(arguments, git_dir=workshop.repository.git_dir, env=borrowing(workshop), timeout=timeout)
    if output.status != 0 or not workshop.has(tip):
        raise WorldError(f"cannot fetch '{remote.branch}' from '{remote.remote}': {last_line(output.stderr) or 'the tip did not arrive'}")
    return tip
