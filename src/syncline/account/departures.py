"""Definitions that left with a commit of one side: explained disappearances, each with its class.

Read from the hunks alone, without parsing: a side may have touched hundreds of files that nobody else touched.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from syncline.account.changed import Texts
from syncline.account.classes import by_product
from syncline.account.states import PathState
from syncline.core.hunk import Hunk
from syncline.core.merge import Absent, Side
from syncline.core.names import RepoPath
from syncline.core.tree import Version


class Class(StrEnum):
    """Why a definition is gone, the most telling reason first."""

    MOVED = "moved"
    OTHER_KIND = "another kind of definition"
    RENAMED = "renamed"
    INLINED = "inlined"
    HOMONYM = "homonym"
    UNTOUCHED_FILE = "the other side equals the base"
    UNTOUCHED = "in the base and never touched by the other side"
    CHANGED = "changed by the other side as well"


@dataclass(frozen=True, slots=True)
class Departure:
    """A definition of the base that ``side`` removed, the other side still has, and the merge has not.

    ``line`` is the base line (from 0) of its head, ``text`` that line; ``became`` is the new name or place, where there is one.
    """

    side: Side
    path: RepoPath
    name: str
    qualified: str
    keyword: str
    line: int
    text: str
    reason: Class
    became: str


@dataclass(frozen=True, slots=True)
class _Head:
    name: str
    keyword: str
    line: int
    indent: int


_KEYWORDS = ("def", "class", "interface", "struct", "enum", "trait", "func", "fn", "function", "type")
_SPACED = tuple(f"{keyword} " for keyword in _KEYWORDS)
_HEAD = re.compile(
    r"^(?P<indent>\s*)(?:(?:export|public|private|protected|internal|static|final|abstract|async|pub|default|override|inline|virtual)\s+)*"
    rf"(?P<keyword>{'|'.join(_KEYWORDS)})[ \t]+(?P<name>[^\W\d]\w*)"
)
_ASSIGNED = re.compile(r"^\s*(?:\w+\.)*([^\W\d]\w*)\s*(?::[^=]+)?=(?!=)")
_WORD = re.compile(r"[^\W\d]\w*")
_CALL = re.compile(r"[\w.]+\.\w+(?=\()")
_IMPORT = re.compile(r"^\s*(?:from\s+(\S+)\s+import|import|use|using|require)\b")
# How alike two bodies must be to count as one that was renamed.
_ALIKE = 0.6


def departures(states: Iterable[PathState], texts: Texts) -> tuple[Departure, ...]:
    """All explained disappearances of definitions, both sides'."""
    changed = [_Changed.of(state, side, texts) for state in states for side in Side if _removes(state, side)]
    found: list[Departure] = []
    for side in Side:
        mine = [one for one in changed if one.side is side]
        gone = [(one, heads) for one in mine if (heads := _gone(one))]
        new = _new_heads(mine) if gone else {}
        for one, heads in gone:
            found.extend(_departed(one, heads, new))
    return tuple(found)


def _removes(state: PathState, side: Side) -> bool:
    base, own, across = state.versions.base, state.versions.side(side), state.versions.side(side.other)
    if not isinstance(base, Version) or by_product(base.path) or not base.entry.is_file or not isinstance(across, Version):
        return False
    return isinstance(own, Absent) or (own.entry != base.entry and own.entry.is_file)


@dataclass(frozen=True, slots=True)
class _Changed:
    """A file that one side changed: its base, its hunks, and what the other side and the merge have of it."""

    state: PathState
    side: Side
    base: tuple[str, ...]
    own: tuple[str, ...]
    hunks: tuple[Hunk, ...]
    texts: Texts

    @staticmethod
    def of(state: PathState, side: Side, texts: Texts) -> _Changed:
        base, own = texts.lines(state.versions.base), texts.lines(state.versions.side(side))
        return _Changed(state, side, base, own, texts.hunks(state, side), texts)

    @property
    def across(self) -> tuple[str, ...]:
        """The other side's lines."""
        return self.texts.lines(self.state.versions.side(self.side.other))


def _heads(lines: Sequence[str], first: int = 0) -> list[_Head]:
    # Most runs of lines have no head: that is told at once.
    text = "".join(lines)
    if not any(keyword in text for keyword in _SPACED) and "\t" not in text:
        return []
    found = []
    for at, line in enumerate(lines):
        head = _HEAD.match(line)
        if head is not None:
            found.append(_Head(head["name"], head["keyword"], first + at, len(head["indent"].expandtabs(8))))
    return found


# Names that are looked for one by one; for more, every line is read.
_FEW = 32


def defined(lines: Sequence[str], names: Collection[str]) -> frozenset[str]:
    """Which of the names a text defines by a head. To search a text for a few names takes far less than to read its lines."""
    if len(names) > _FEW:
        return frozenset(head.name for head in _heads(lines)).intersection(names)
    text = "".join(lines)
    return frozenset(name for name in names if _is_defined(text, name))


def _is_defined(text: str, name: str) -> bool:
    at = text.find(name)
    while at >= 0:
        stop = text.find("\n", at) + 1 or len(text)
        head = _HEAD.match(text[text.rfind("\n", 0, at) + 1 : stop])
        if head is not None and head["name"] == name:
            return True
        at = text.find(name, stop)
    return False


def _new_heads(changed: Iterable[_Changed]) -> dict[str, list[RepoPath]]:
    """Where a side's added lines define a name at the top of a file. Methods share their names too freely to be followed by them."""
    found: dict[str, list[RepoPath]] = {}
    for one in changed:
        for hunk in one.hunks:
            for head in _heads([line for line in hunk.added if not line[0].isspace()]):
                found.setdefault(head.name, []).append(one.state.path)
    return found


@dataclass(frozen=True, slots=True)
class _Arrivals:
    """What the added lines of one file bring, by name: imports with their module, assignments with their line, calls by their last two names."""

    imported: dict[str, str]
    assigned: dict[str, str]
    calls: dict[str, str]

    @staticmethod
    def of(added: Iterable[str]) -> _Arrivals:
        found = _Arrivals({}, {}, {})
        for line in added:
            if (imported := _IMPORT.match(line)) is not None:
                for word in _WORD.findall(line):
                    found.imported.setdefault(word, imported[1] or line.strip())
            elif (assigned := _ASSIGNED.match(line)) is not None:
                found.assigned.setdefault(assigned[1], line.strip()[:100])
            for call in _CALL.findall(line):
                found.calls.setdefault(_tail(call), call)
        return found


def _tail(call: str) -> str:
    return ".".join(call.rsplit(".", 2)[-2:])


def _gone(one: _Changed) -> list[tuple[Hunk, _Head]]:
    """The heads that the side removed, the merge has not, and the other side has."""
    heads = [(hunk, head) for hunk in one.hunks for head in _heads(hunk.removed, hunk.base.start)]
    names = {head.name for _, head in heads}
    if names:
        names -= defined(one.texts.lines(one.state.merged), names)
        names &= defined(one.across, names)
    return [(hunk, head) for hunk, head in heads if head.name in names]


def _departed(one: _Changed, heads: Iterable[tuple[Hunk, _Head]], new: dict[str, list[RepoPath]]) -> Iterable[Departure]:
    base = one.state.versions.base
    if not isinstance(base, Version):
        return
    arrivals = _Arrivals.of(line for hunk in one.hunks for line in hunk.added)
    reasons: dict[str, tuple[Class, str]] = {}
    for hunk, head in heads:
        qualified = _qualified(one.base, head)
        # What stood inside of a definition went where that went.
        around = reasons.get(qualified.rpartition(".")[0])
        reason, became = around if around is not None and around[1] else _reason(one, hunk, head, arrivals, new)
        if reason is Class.CHANGED:
            reason = _untouched(one, head)
        reasons[qualified] = reason, became
        yield Departure(one.side, base.path, head.name, qualified, head.keyword, head.line, one.base[head.line], reason, became)


def _reason(one: _Changed, hunk: Hunk, head: _Head, arrivals: _Arrivals, new: dict[str, list[RepoPath]]) -> tuple[Class, str]:
    if head.name in arrivals.imported:
        return Class.MOVED, arrivals.imported[head.name]
    if head.name in arrivals.assigned:
        return Class.OTHER_KIND, arrivals.assigned[head.name]
    elsewhere = [path for path in new.get(head.name, ()) if path != one.state.path] if head.indent == 0 else []
    if elsewhere:
        return Class.MOVED, elsewhere[0]
    body = _body(one.base, head)
    for other in _heads(hunk.added, hunk.lines.start):
        if other.keyword == head.keyword and other.name != head.name and _alike(body, _body(one.own, other)):
            return Class.RENAMED, other.name
    if len(body) <= _SHORT:
        for call in (call for line in body[1:] for call in _CALL.findall(line)):
            if _tail(call) in arrivals.calls:
                return Class.INLINED, arrivals.calls[_tail(call)]
    return Class.CHANGED, ""


# A body of more lines is a function of its own right; that a call of it appears elsewhere shows nothing.
_SHORT = 12


def _untouched(one: _Changed, head: _Head) -> Class:
    base, other = one.state.versions.base, one.state.versions.side(one.side.other)
    if isinstance(base, Version) and isinstance(other, Version) and base.entry.oid == other.entry.oid:
        return Class.UNTOUCHED_FILE
    body = _body(one.base, head)
    same = any(_body(one.across, twin) == body for twin in _heads(one.across) if twin.name == head.name)
    return Class.UNTOUCHED if same else Class.CHANGED


def _body(lines: Sequence[str], head: _Head) -> tuple[str, ...]:
    """The lines of a definition by indentation: up to the next line that is indented no deeper than its head."""
    end = head.line + 1
    while end < len(lines):
        text = lines[end]
        if text.strip() and len(text) - len(text.lstrip()) <= head.indent and not text.lstrip().startswith((")", "}", "]")):
            break
        end += 1
    return tuple(line for line in lines[head.line : end] if line.strip())


def _alike(one: Sequence[str], two: Sequence[str]) -> bool:
    return len(one) > 1 and len(two) > 1 and SequenceMatcher(None, one[1:], two[1:], autojunk=False).ratio() >= _ALIKE


def _qualified(lines: Sequence[str], head: _Head) -> str:
    """The name with those of the definitions around it, by indentation."""
    names, indent = [head.name], head.indent
    for at in range(head.line - 1, -1, -1):
        if indent == 0:
            break
        found = _HEAD.match(lines[at])
        if found is not None and len(found["indent"].expandtabs(8)) < indent:
            names.append(found["name"])
            indent = len(found["indent"].expandtabs(8))
    return ".".join(reversed(names))
