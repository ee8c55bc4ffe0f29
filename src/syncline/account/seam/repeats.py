"""The same block twice in one function or class, where each side has it once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from syncline.account.seam.duplicates import Key, Twice
from syncline.account.seam.layout import TELLING, Layout, Lines
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# A shorter run of lines is repeated by chance, and so are lines of brackets.
_LEAST = 3
_MANY = 2
_Line = tuple[int, str]


def repeats_in(file: Layout) -> Iterator[Twice]:
    """Runs of lines that stand in one definition of the merge more often than in either parent's version of it."""
    if not _is_suspect(file):
        return
    now = _by_scope(file.merged)
    before = {side: _by_scope(file.sides[side]) if side in file.sides and file.sides[side].is_read else {} for side in Side}
    then = {side: Counter((scope, text) for scope, lines in found.items() for _, text in lines) for side, found in before.items()}
    for scope, lines in now.items():
        count = Counter(text for _, text in lines)
        extra = {text for text, many in count.items() if many > 1 and many > max(then[side][scope, text] for side in Side)}
        if any(len(text) >= TELLING for text in extra):
            known = [_plain(text for _, text in found.get(scope, ())) for found in before.values()]
            yield from (
                one
                for one in _runs(file.path, scope, lines, extra, then)
                if all(text.count(_plain(one.texts[:1])) < _MANY for text in known)
            )


def _is_suspect(file: Layout) -> bool:
    """Whether a line that tells something stands in any definition more often than in either parent's: asked first, for it rarely does."""
    merged = file.merged
    twice = {text for text, many in merged.count.items() if many > 1 and len(text) >= TELLING and not text.startswith("#")}
    if not twice:
        return False
    now = Counter(place for place in zip(merged.scopes, merged.texts, strict=True) if place[1] in twice and place[0])
    extra = {place: many for place, many in now.items() if many > 1}
    for lines in file.sides.values():
        if extra and lines.is_read:
            then = Counter(place for place in zip(lines.scopes, lines.texts, strict=True) if place[1] in twice and place in extra)
            extra = {place: many for place, many in extra.items() if many > then[place]}
    return bool(extra)


def _by_scope(file: Lines) -> dict[str, list[_Line]]:
    """The lines of each definition that say something, with their numbers. What is outside of all of them is left out: imports repeat freely."""
    found: dict[str, list[_Line]] = {}
    for n, (text, scope) in enumerate(zip(file.texts, file.scopes, strict=True), 1):
        if scope and text and not text.startswith("#"):
            found.setdefault(scope, []).append((n, text))
    return found


def _plain(lines: Iterable[str]) -> str:
    """A text whatever its layout: a merge may have laid out anew what stood there twice before."""
    return "".join("".join(lines).split()).replace(",", "")


def _runs(path: RepoPath, scope: str, lines: list[_Line], extra: set[str], then: dict[Side, Counter[tuple[str, str]]]) -> Iterator[Twice]:
    """Each repeated run at its first and its second place."""
    places: dict[str, list[int]] = {}
    for at, (_, text) in enumerate(lines):
        places.setdefault(text, []).append(at)
    done = 0
    whole = _statements(lines)
    for first, (_, text) in enumerate(lines):
        if first < done or text not in extra or first not in whole:
            continue
        for second in [at for at in places[text] if at > first]:
            length = 0
            while (
                first + length < second
                and second + length < len(lines)
                and lines[first + length][1] == lines[second + length][1]
                and lines[first + length][1] in extra
            ):
                length += 1
            while length and first + length < len(lines) and first + length not in whole:
                length -= 1  # half a statement is no block
            block = [line for _, line in lines[first : first + length]]
            if length >= _LEAST and sum(len(line) >= TELLING for line in block) > 1:
                done = first + length
                content = "".join("".join(block).split())
                sides = tuple(side for side in Side if all(then[side][scope, line] for line in block))
                yield Twice(path, Key("block", scope, block[0]), (lines[first][0], lines[second][0]), (content, content), sides)
                break


def _statements(lines: list[_Line]) -> set[int]:
    """Which lines begin a statement, as far as brackets tell."""
    depth, found = 0, set()
    for at, (_, text) in enumerate(lines):
        if depth == 0:
            found.add(at)
        depth = max(0, depth + sum(text.count(one) for one in "([{") - sum(text.count(one) for one in ")]}"))
    return found
