"""A run of lines that an answer would make stand twice, where no side has it more than once: one side moved it, and the answer kept it too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from syncline.core.text import all_squeezed, squeezed
from syncline.resolve.view import View

# So many lines in a row that say something are a run; fewer may well stand twice, in two calls or two definitions that are alike.
_RUN = 8
# Lines with fewer letters and digits say nothing of what they belong to.
_TELLS = 5


def doubled(view: View, answer: Sequence[str], text: Sequence[str]) -> str:
    """The first line of such a run in ``answer``, which stands in the finished ``text``; empty where there is none."""
    wanted: dict[tuple[str, ...], str] = {}
    for run, line in _runs(answer):
        wanted.setdefault(run, line)
    # Where a line stands once, no run with it stands twice; that is so in most texts, and told at once.
    often = Counter(all_squeezed(text)) if wanted else Counter[str]()
    wanted = {run: line for run, line in wanted.items() if all(often[bare] > 1 for bare in run)}
    if not wanted:
        return ""
    now = _count(text, wanted)
    many = {run for run, count in now.items() if count > 1}
    if not many:
        return ""
    known = [_count(lines, many) for lines in (view.lines.base, view.lines.source, view.lines.target)]
    return next((wanted[run] for run in wanted if run in many and now[run] > max(1, *(count[run] for count in known))), "")


def _count(lines: Sequence[str], wanted: Iterable[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    chosen = set(wanted)
    return Counter(run for run, _ in _runs(lines) if run in chosen)


def _runs(lines: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each run of lines, without white space, and its first line."""
    told = [(bare, line) for line in lines if (bare := squeezed(line)) and sum(map(str.isalnum, bare)) >= _TELLS]
    for at in range(len(told) - _RUN + 1):
        yield tuple(bare for bare, _ in islice(told, at, at + _RUN)), told[at][1].strip()
