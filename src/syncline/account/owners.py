"""Who owns a path, by CODEOWNERS: the last pattern that matches decides, as on GitHub; GitLab's sections each give their own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import pathspec

from syncline.core.names import RepoPath

# Where forges look, in their order.
PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")

# A section of GitLab: "[Name]", "^[Optional]", "[Name][2] @default".
_SECTION = re.compile(r"\^?\[([^\]]+)\](?:\[\d+\])?(.*)$")


@dataclass(frozen=True, slots=True)
class Ownership:
    """One line: a pattern and its owners; none of them says that nobody owns it. ``section`` is empty outside of sections."""

    section: str
    matches: pathspec.GitIgnoreSpec
    owners: tuple[str, ...]


def read_codeowners(text: str) -> tuple[Ownership, ...]:
    """The lines of a CODEOWNERS file. Lines that cannot be read own nothing: the forge ignores them too."""
    found: list[Ownership] = []
    section = ""
    default: tuple[str, ...] = ()
    for raw in text.splitlines():
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        head = _SECTION.fullmatch(line)
        if head:
            section, default = head[1], _owners(head[2].split())
            continue
        pattern, *rest = re.split(r"(?<!\\)\s+", line)
        owners = _owners(rest)
        if pattern.startswith("!"):
            continue
        try:
            spec = pathspec.GitIgnoreSpec.from_lines([pattern.replace("\\ ", " ")])
        except ValueError:
            continue
        found.append(Ownership(section, spec, owners or default))
    return tuple(found)


def _owners(words: Iterable[str]) -> tuple[str, ...]:
    found = []
    for word in words:
        if word.startswith("#"):
            break
        if "@" in word:
            found.append(word)
    return tuple(found)


def owners_of(path: RepoPath, lines: Iterable[Ownership]) -> tuple[str, ...]:
    """The owners of one path, each once; none where nobody is named."""
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        if line.matches.match_file(path):
            found[line.section] = line.owners
    return tuple(dict.fromkeys(owner for owners in found.values() for owner in owners))
