"""What a repository says about itself when ``init`` looks at it."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.provenance import Commit


@dataclass(frozen=True, slots=True)
class Flow:
    """Which branch flows into which, how far they are apart, and the merges that did it before, newest first.

    ``ahead`` counts commits that only the source has, ``behind`` those that only the target has.
    """

    source: str
    target: str
    ahead: int
    behind: int
    syncs: tuple[Commit, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """True when there is only one branch: nothing flows."""
        return self.source == self.target


@dataclass(frozen=True, slots=True)
class Tool:
    """A command that the repository itself names, and the file that names it."""

    command: str
    where: str


@dataclass(frozen=True, slots=True)
class LockFile:
    """A lock file, the manifest beside it, and the command that writes it anew."""

    path: str
    manifest: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Premises:
    """Everything found. ``providers`` are the CI systems in use: ``github``, ``gitlab``. ``taken`` are files of ours that exist already."""

    flow: Flow
    codeowners: str
    locks: tuple[LockFile, ...]
    tools: tuple[Tool, ...]
    golden: tuple[str, ...]
    providers: tuple[str, ...]
    upstream_url: str = ""
    taken: tuple[str, ...] = ()
