"""A story told in edits becomes commits with whole files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from syncline.core.errors import Bug
from syncline.ports.git.founding import Draft

# The first commit's date; each step comes three hours and some minutes later.
_START = 1_704_182_400
_PACE = 11_111


@dataclass(frozen=True, slots=True)
class Write:
    """A whole file, new or replaced."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One place of a file: ``old`` must stand there exactly once."""

    path: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Move:
    """A file gets another path."""

    path: str
    to: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A file goes."""

    path: str


Edit: TypeAlias = Write | Change | Move | Remove


@dataclass(frozen=True, slots=True)
class Step:
    """One commit of the story. A branch that is new starts where ``main`` stands."""

    branch: str
    author: str
    subject: str
    edits: tuple[Edit, ...]


def drafts(story: Iterable[Step]) -> tuple[Draft, ...]:
    """Play the story. Raises ``Bug`` where an edit does not fit the text it speaks of."""
    made: list[Draft] = []
    texts: dict[str, dict[str, str]] = {}
    tips: dict[str, int] = {}
    for step in story:
        if step.branch not in texts and "main" in texts:
            texts[step.branch], tips[step.branch] = dict(texts["main"]), tips["main"]
        now = texts.setdefault(step.branch, {})
        files: dict[str, str | None] = {}
        for edit in step.edits:
            files.update(_played(edit, now))
        email = f"{step.author.split()[0].lower()}@example.org"
        date = _START + len(made) * _PACE
        made.append(Draft(step.branch, tips.get(step.branch), step.author, email, date, step.subject + "\n", files))
        tips[step.branch] = len(made) - 1
    return tuple(made)


def _played(edit: Edit, now: dict[str, str]) -> dict[str, str | None]:
    match edit:
        case Write(path, text):
            now[path] = text
            return {path: text}
        case Change(path, old, new):
            if now[path].count(old) != 1:
                raise Bug(f"the story changes {path} at a place that stands there {now[path].count(old)} times")
            now[path] = now[path].replace(old, new)
            return {path: now[path]}
        case Move(path, to):
            now[to] = now.pop(path)
            return {path: None, to: now[to]}
        case Remove(path):
            del now[path]
            return {path: None}
