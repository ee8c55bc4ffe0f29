"""The words of a file, from its bytes alone: what it cannot name, nothing in it can use."""

from __future__ import annotations

import re

_WORD = re.compile(rb"[A-Za-z_]\w+")
_FLAG = re.compile(rb"--([A-Za-z][\w-]+)")


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
