"""Text cut into words for comparing and weaving, whatever the language. Joined again, the words give the text exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"\n[ \t]*|[ \t]+|\w+|[^\w\s]|\s")
_TELLING = re.compile(r"\w+|[^\w\s]")


def words(lines: Iterable[str]) -> tuple[str, ...]:
    """Words, single signs, and white space: a line end together with the indentation that follows it."""
    return tuple(_WORD.findall("".join(lines)))


def telling(lines: Iterable[str]) -> tuple[str, ...]:
    """The words without white space."""
    return tuple(_TELLING.findall("".join(lines)))


def is_within(small: Sequence[str], large: Sequence[str]) -> bool:
    """True when ``small`` can be read in ``large`` from left to right, with gaps."""
    rest = iter(large)
    return all(word in rest for word in small)


def blank(lines: Iterable[str]) -> bool:
    """True when the lines hold white space alone."""
    return not any(line.strip() for line in lines)
