"""The same block twice in one function or class, where each side has it once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from syncline.account.seam.code import Code
from syncline.account.seam.duplicates import Key, Twice
from syncline.account.seam.spans import scopes_of
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# A shorter run of lines is repeated by chance, and so are lines of brackets.
_LEAST = 3
_TELLING = 12
_MANY = 2
_Line = tuple[int, str]


def repeats(seam: Seam) -> Iterator[Twice]:
    """Runs of lines that stand in one definition of the merge more often than in either parent's version of it."""
    for path in seam.novel:
        if not seam.merged.is_read(path):
            continue
        now = _by_scope(seam, seam.merged, path)
        before = {side: _before(seam, side, path) for side in Side}
        then = {side: Counter((scope, text) for scope, lines in found.items() for _, text in lines) for side, found in before.items()}
        for scope, lines in now.items():
            count = Counter(text for _, text in lines)
            extra = {text for text, many in count.items() if many > 1 and many > max(then[side][scope, text] for side in Side)}
            if any(len(text) >= _TELLING for text in extra):
                known = [_plain(text for _, text in found.get(scope, ())) for found in before.values()]
                yield from (
                    one
                    for one in _runs(path, scope, lines, extra, then)
                    if all(text.count(_plain(one.texts[:1])) < _MANY for text in known)
                )


def _by_scope(seam: Seam, code: Code, path: RepoPath) -> dict[str, list[_Line]]:
    """The lines of each definition that say something, with their numbers. What is outside of all of them is left out: imports repeat freely."""
    lines = seam.lines(code, path)
    found: dict[str, list[_Line]] = {}
    for n, (line, scope) in enumerate(zip(lines, scopes_of(code, path, len(lines)), strict=True), 1):
        text = line.strip()
        if scope and text and not text.startswith("#"):
            found.setdefault(scope, []).append((n, text))
    return found


def _before(seam: Seam, side: Side, path: RepoPath) -> dict[str, list[_Line]]:
    before = seam.before(path, side)
    return _by_scope(seam, seam.side(side), before) if before is not None and seam.side(side).is_read(before) else {}


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
            if length >= _LEAST and sum(len(line) >= _TELLING for line in block) > 1:
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
