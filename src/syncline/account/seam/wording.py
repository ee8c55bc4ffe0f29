"""The words of a file, from its bytes alone: what it cannot name, nothing in it can use."""

from __future__ import annotations

import re
from collections.abc import Callable

_WORD = re.compile(rb"[A-Za-z_]\w+")
_FLAG = re.compile(rb"--([A-Za-z][\w-]+)")
# Words up to which it is quicker to search a list for each than to take it apart.
_FEW = 6


def words_in(data: bytes) -> frozenset[bytes]:
    """All words of two letters or more; a command-line flag as the name that it lands in, too."""
    flags = (flag.replace(b"-", b"_") for flag in _FLAG.findall(data))
    return frozenset((*_WORD.findall(data), *flags))


def as_bytes(words: frozenset[bytes]) -> bytes:
    """Words as bytes that ``from_bytes`` reads again."""
    return b"\n".join(sorted(words)) + b"\n"


def from_bytes(data: bytes) -> frozenset[bytes]:
    """Words that ``as_bytes`` wrote. Raises ``ValueError`` for what was cut off."""
    if not are_words(data):
        raise ValueError("these are no words")
    return frozenset(listed(data))


def are_words(data: bytes) -> bool:
    """False for what was cut off on its way to the disk."""
    return data.endswith(b"\n")


def listed(data: bytes) -> list[bytes]:
    """The words that ``as_bytes`` wrote, one by one."""
    return data[:-1].split(b"\n")


def looking_for(asked: frozenset[bytes]) -> Callable[[bytes], frozenset[bytes]]:
    """Tells of words that ``as_bytes`` wrote which of ``asked`` are among them."""
    if len(asked) > _FEW:
        return lambda data: asked.intersection(listed(data))
    lines = [(word, b"\n%b\n" % word) for word in asked]

    def found(data: bytes) -> frozenset[bytes]:
        text = b"\n" + data
        return frozenset([word for word, line in lines if line in text])

    return found
