"""Text of files: decoded without loss, cut at line feeds only."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SNIFF = 8000


def is_binary(data: bytes) -> bool:
    """git's own test: a NUL byte in the first 8,000 bytes."""
    return b"\0" in data[:_SNIFF]


def decode(data: bytes) -> str:
    """Decode as UTF-8; bytes that are not UTF-8 survive as surrogates. ``encode`` gives the same bytes back."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The inverse of ``decode``."""
    return text.encode("utf-8", "surrogateescape")


# Where ``str.splitlines`` cuts beside line feeds.
_ENDS = "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def split_lines(text: str) -> tuple[str, ...]:
    """Cut after each line feed, which stays on its line. The last line may lack one.

    ``str.splitlines`` also cuts at form feeds and Unicode separators, where git does not: it is used for texts without any.
    """
    if not text:
        return ()
    if not any(end in text for end in _ENDS):
        return tuple(text.splitlines(keepends=True))
    lines = text.split("\n")
    last = lines.pop()
    whole = [line + "\n" for line in lines]
    if last:
        whole.append(last)
    return tuple(whole)


# All white space of ASCII, and from how many characters on it is taken out at once.
_BLANK = bytes((9, 10, 11, 12, 13, 28, 29, 30, 31, 32))
_LONG = 200
_OTHER_BLANK = re.compile(r"\s")


def squeezed(line: str) -> str:
    """The line without any white space: two lines that differ in spacing alone become equal."""
    if len(line) < _LONG:
        return "".join(line.split())
    # A whole text is done with ten times as fast as bytes; other white space than that of ASCII is rare.
    text = line.encode("utf-8", "surrogatepass").translate(None, _BLANK).decode("utf-8", "surrogatepass")
    return text if text.isascii() or not _OTHER_BLANK.search(text) else "".join(text.split())


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its noun: ``1 commit``, ``2 commits``."""
    return f"{number} {one}" if number == 1 else f"{number} {more or one + 's'}"


# White space of ASCII other than the line feed, and all white space that is not ASCII.
_SPACES = bytes((9, 11, 12, 13, 28, 29, 30, 31, 32))
_FAR_BLANK = re.compile(r"[^\S\x00-\x7f]")


def all_squeezed(lines: Sequence[str]) -> list[str]:
    """Each of many lines squeezed; at once, as bytes, where they end with a line feed (the last one need not): many times quicker."""
    text = "".join(lines)
    if (not text.isascii() and _FAR_BLANK.search(text)) or text.count("\n") + (not text.endswith("\n")) != len(lines):
        return [squeezed(line) for line in lines]
    # No byte of a letter beyond ASCII is that of a space.
    found = text.encode("utf-8", "surrogatepass").translate(None, _SPACES).decode("utf-8", "surrogatepass")
    return found.split("\n")[: len(lines)]
