"""Both sides have a new version of a file that a tool writes.

Sees: lock files, and files whose head says that they are generated.
Answers: the target's file; of files that are a set of lines (``go.sum``), the lines of both.
Why right: lines of such a file mean nothing by themselves, and merged ones fit no state of the project. The policy's own command writes it anew
where one is configured; else the target's is a whole, working one, and its owner is asked to write it again.
Declines when: neither name nor head says that a tool wrote the file.
Safety: unsafe.
"""

from __future__ import annotations

import re

from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE
WHOLE_FILE = True

_LOCKS = frozenset(
    {
        "bun.lock",
        "cargo.lock",
        "composer.lock",
        "flake.lock",
        "gemfile.lock",
        "go.sum",
        "gradle.lockfile",
        "mix.lock",
        "npm-shrinkwrap.json",
        "package-lock.json",
        "packages.lock.json",
        "pdm.lock",
        "pipfile.lock",
        "pnpm-lock.yaml",
        "podfile.lock",
        "poetry.lock",
        "pubspec.lock",
        "uv.lock",
        "yarn.lock",
    }
)
_SETS = frozenset({"go.sum"})
# How many lines make the head of a file.
_HEAD = 12
_SAYS = re.compile(
    r"@generated\b|\bcode generated\b.*\bdo not edit\b|\b(?:auto-?generated|automatically generated)\b.*\b(?:by|from|do not)\b",
    re.IGNORECASE,
)


def run(region: Region) -> Resolution | Declined:
    """Tell by the name, then by the head of each side's file."""
    name = region.path.rpartition("/")[2].lower()
    lines = region.lines
    if name in _SETS:
        gone = (set(lines.base) - set(lines.source)) | (set(lines.base) - set(lines.target))
        return Resolution(tuple(sorted({*lines.source, *lines.target} - gone)), Safety.UNSAFE, "a set of lines: the lines of both sides")
    if name in _LOCKS:
        return Resolution(
            lines.target, Safety.UNSAFE, "a lock file is not merged by lines: the target's stands; write it again with its tool"
        )
    heads = (lines.source[:_HEAD], lines.target[:_HEAD])
    if all(any(_SAYS.search(line) for line in head) for head in heads):
        return Resolution(
            lines.target, Safety.UNSAFE, "a generated file is not merged by lines: the target's stands; write it again with its tool"
        )
    return Declined("nothing says that a tool writes this file")
