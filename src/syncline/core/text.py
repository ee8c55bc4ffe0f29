"""Text of files: decoded without loss, cut at line feeds only."""

from __future__ import annotations

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


def split_lines(text: str) -> tuple[str, ...]:
    """Cut after each line feed, which stays on its line. The last line may lack one.

    ``str.splitlines`` is not used: it also cuts at form feeds and Unicode separators, where git does not.
    """
    if not text:
        return ()
    lines = text.split("\n")
    last = lines.pop()
    whole = [line + "\n" for line in lines]
    if last:
        whole.append(last)
    return tuple(whole)


def squeezed(line: str) -> str:
    """The line without any white space: two lines that differ in spacing alone become equal."""
    return "".join(line.split())


def counted(number: int, one: str, more: str = "") -> str:
    """A number with its noun: ``1 commit``, ``2 commits``."""
    return f"{number} {one}" if number == 1 else f"{number} {more or one + 's'}"
