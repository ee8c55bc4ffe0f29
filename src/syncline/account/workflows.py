"""What a CI definition may do: secrets, permissions, triggers that run foreign code with rights, actions that are not pinned. Pure.

Read as keys and lines, not as a full document: a definition that hides its rights behind anchors or templates is told by its secrets alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from syncline.core.names import RepoPath
from syncline.core.text import split_lines
from syncline.syntax import units

_PLACES = re.compile(r"^\.github/(workflows/[^/]+\.ya?ml|actions/.+\.ya?ml)$|(^|/)action\.ya?ml$|^\.gitlab-ci\.ya?ml$|^\.gitlab/.+\.ya?ml$")
_SECRET = re.compile(r"\bsecrets\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*['\"]([A-Za-z_]\w*)['\"]\s*\])")
_INHERIT = re.compile(r"^\s*secrets:\s*inherit\b")
_USES = re.compile(r"^\s*(?:-\s*)?uses:\s*['\"]?([^\s'\"#]+)")
_PERMISSION = re.compile(r"(^|\.)permissions(?:\.([\w-]+))?$")
# Triggers under which a workflow runs with the repository's rights on what a stranger sent.
_TRIGGERS = ("pull_request_target", "workflow_run", "issue_comment", "repository_dispatch")
# Only where one of these words stands do the keys have to be read: that takes a hundred times as long as looking for them.
_STRUCTURED = re.compile(rf"permissions|{'|'.join(_TRIGGERS)}")
_LEVELS = ("none", "read", "write")
# Every workflow has this one; what it may do is said by the permissions.
_OWN = "GITHUB_TOKEN"


@dataclass(frozen=True, slots=True, order=True)
class Privilege:
    """One thing that a definition may do. ``kind`` is secret, permission, trigger or action; ``line`` counts from 1 and is not part of what it is."""

    kind: str
    name: str


def is_workflow(path: RepoPath) -> bool:
    """True for definitions of continuous integration that this module reads."""
    return bool(_PLACES.search(path))


# The policy and the checks ask for the same versions.
@lru_cache(maxsize=256)
def privileges(text: str) -> Mapping[Privilege, int]:
    """Everything the definition may do, with the line (from 1) that first says so."""
    found: dict[Privilege, int] = {}
    lines = split_lines(text)
    for number, line in enumerate(lines, 1):
        bare = line.split(" #", maxsplit=1)[0]
        for one, other in _SECRET.findall(bare):
            if (one or other) != _OWN:
                found.setdefault(Privilege("secret", one or other), number)
        if _INHERIT.match(bare):
            found.setdefault(Privilege("secret", "all of them (inherit)"), number)
        uses = _USES.match(bare)
        if uses is not None and not uses[1].startswith(("./", "docker://")):
            found.setdefault(Privilege("action", uses[1]), number)
    for unit in units("yaml", text) if _STRUCTURED.search(text) else ():
        row = unit.body.start - 1
        value = lines[row].partition(":")[2].split(" #")[0].strip().strip("'\"") if 0 <= row < len(lines) else ""
        scope = _PERMISSION.search(unit.qualified)
        if scope is not None and value in ("write-all", "read-all", *_LEVELS):
            found.setdefault(Privilege("permission", f"{scope[2] or 'everything'}: {value.removesuffix('-all')}"), row + 1)
        if unit.qualified == "on" or unit.qualified.startswith("on."):
            for trigger in _TRIGGERS:
                if re.search(rf"\b{trigger}\b", lines[row]):
                    found.setdefault(Privilege("trigger", trigger), row + 1)
    return found


def gains(before: str, after: str) -> dict[Privilege, int]:
    """What ``after`` may do and ``before`` may not, with lines of ``after``.

    Reading and a narrower permission are no gain; an action is one only where it is new and not pinned to a commit, or where its pin moved.
    """
    had, has = privileges(before), privileges(after)
    return {p: line for p, line in has.items() if p not in had and _gained(p, had)}


def _gained(privilege: Privilege, had: Mapping[Privilege, int]) -> bool:
    if privilege.kind != "permission":
        return True
    scope, _, level = privilege.name.partition(": ")
    before = [p.name.partition(": ") for p in had if p.kind == "permission"]
    return level == "write" and not any(name in (scope, "everything") and was == "write" for name, _, was in before)


def pinned(action: str) -> bool:
    """True for an action named by a full commit id."""
    return bool(re.fullmatch(r".+@[0-9a-f]{40}([0-9a-f]{24})?", action))


def told(privilege: Privilege) -> str:
    """For a reader."""
    if privilege.kind == "action":
        return f"action {privilege.name}{'' if pinned(privilege.name) else ' (not pinned to a commit)'}"
    return f"{privilege.kind} {privilege.name}"
