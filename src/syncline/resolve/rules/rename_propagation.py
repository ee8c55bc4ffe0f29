"""One side gave a name another spelling all through the file; the other side's lines still have the old one.

Sees: a region in which one side did nothing to the base's text but spell names anew, each everywhere in its file.
Answers: the other side's lines, with the new names.
Why right: in the whole file the renaming side has the new name wherever the base has the old one, and the old one nowhere, as a name of code; the base
has the new name nowhere. So the side's whole change of the region is in the answer, and so is the other side's.
Declines when: a name is only renamed here and there; the side did more than rename; the other side has the new name already, with a meaning of its own,
or has no longer the old one there, or names it in a text; no line of the other side has the old name anew, and the words of both are apart.
Safety: unsafe: a name can mean two things in one file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from syncline.core.merge import Merge, Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.core.text import split_lines
from syncline.resolve.view import Region
from syncline.resolve.weave import token_changes, weave
from syncline.resolve.words import telling, words
from syncline.syntax.token import Token, TokenKind
from syncline.syntax.tokens import tokens

STATUS = Status.PREVIEW
SAFETY = Safety.UNSAFE

# Changes of both sides that are few and have unchanged words between them can be woven word by word; nothing need be known of names for that.
_APART = 3
_MANY = 7


def run(region: Region) -> Resolution | Declined:
    """Look for a side that only renamed, and give its names to the other's lines."""
    if not region.lines.base or region.language is None:
        return Declined("the base has no lines there")
    reasons = []
    size = len(telling(region.lines.base))
    for side in Side:
        # A text of more or fewer words says something new.
        if len(telling(region.lines.side(side))) != size:
            continue
        renamed = _renamed(_code(region, region.lines.base), _code(region, region.lines.side(side)))
        if renamed is None:
            continue
        problem = _not_everywhere(region, side, renamed)
        if problem:
            reasons.append(problem)
            continue
        if _woven(region, renamed, side.other):
            return Declined("nothing new has the old name: the words can be woven")
        lines = _with(region.language, region.lines.side(side.other), renamed)
        names = ", ".join(f"{old} to {new}" for old, new in sorted(renamed.items()))
        return Resolution(lines, Safety.UNSAFE, f"the {side.value} renamed {names} all through the file")
    return Declined(reasons[0] if reasons else "no side did nothing but rename")


def _code(region: Region, lines: tuple[str, ...]) -> list[tuple[TokenKind, str]]:
    return [(token.kind, token.text) for token in tokens(region.language, "".join(lines))]


def _renamed(base: Sequence[tuple[TokenKind, str]], side: Sequence[tuple[TokenKind, str]]) -> Mapping[str, str] | None:
    """Old names and new ones, where the two texts differ in nothing else; ``None`` where they do, or do not differ."""
    if len(base) != len(side):
        return None
    found: dict[str, str] = {}
    for (kind, old), (other, new) in zip(base, side, strict=True):
        if kind is not other or (old != new and kind is not TokenKind.NAME):
            return None
        if kind is TokenKind.NAME and found.setdefault(old, new) != new:
            return None
    return {old: new for old, new in found.items() if old != new} or None


def _not_everywhere(region: Region, side: Side, renamed: Mapping[str, str]) -> str:
    base, own, other = (_Named(region.language, text) for text in _texts(region, side))
    there = _names(region.language, "".join(region.lines.side(side.other)))
    strings = " ".join(t.text for t in tokens(region.language, "".join(region.lines.side(side.other))) if t.kind is TokenKind.STRING)
    for old, new in renamed.items():
        if re.search(rf"\b{re.escape(old)}\b", strings):
            return f"a text of the {side.other.value} names {old}"
        if not there.get(old):
            return f"the {side.other.value} has no {old} there any more"
        if own.has(old):
            return f"the {side.value} still has {old} elsewhere"
        if base.has(new):
            return f"the base has {new} already"
        if other.has(new):
            return f"the {side.other.value} has a {new} of its own"
    return ""


@dataclass(frozen=True)
class _Named:
    """A whole text that is asked for names: it is cut into tokens only where the letters stand in it at all."""

    language: str | None
    text: str

    def has(self, name: str) -> bool:
        return name in self.text and name in self._names

    @cached_property
    def _names(self) -> dict[str, int]:
        return _names(self.language, self.text)


def _woven(region: Region, renamed: Mapping[str, str], other: Side) -> bool:
    """True where the other side has no use of an old name that the base has not, and the changes of both are few and apart."""
    before, now = _names(region.language, "".join(region.lines.base)), _names(region.language, "".join(region.lines.side(other)))
    if any(now.get(old, 0) > before.get(old, 0) for old in renamed):
        return False
    cut = region.lines.map(words)
    source, target = token_changes(cut.base, cut.source), token_changes(cut.base, cut.target)
    if source is None or target is None or len(source) + len(target) > _MANY:
        return False
    if weave(cut.base, Merge((), source, target), touching=False) is None:
        return False
    return all(len(telling(cut.base[min(a.stop, b.stop) : max(a.start, b.start)])) >= _APART for a in source for b in target)


def _texts(region: Region, side: Side) -> tuple[str, str, str]:
    texts: Merge[str] = region.view.texts
    return texts.base, texts.side(side), texts.side(side.other)


def _names(language: str | None, text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for token in tokens(language, text):
        if token.kind is TokenKind.NAME:
            found[token.text] = found.get(token.text, 0) + 1
    return found


def _with(language: str | None, lines: tuple[str, ...], renamed: Mapping[str, str]) -> tuple[str, ...]:
    """The lines with new names, in code alone."""
    text = "".join(lines)
    out, at = "", 0
    token: Token
    for token in tokens(language, text):
        if token.kind is TokenKind.NAME and token.text in renamed:
            out += text[at : token.start] + renamed[token.text]
            at = token.end
    return split_lines(out + text[at:])
