"""Names of git objects and paths, kept apart by type.

Paths are ``str`` decoded with ``surrogateescape``: a path of any bytes survives the round trip. ``shown`` makes one fit for people.
"""

from __future__ import annotations

from typing import NewType

CommitId = NewType("CommitId", str)
TreeId = NewType("TreeId", str)
BlobId = NewType("BlobId", str)
RepoPath = NewType("RepoPath", str)


def repo_path(raw: bytes) -> RepoPath:
    """Turn the bytes git printed into a path; never fails."""
    return RepoPath(raw.decode("utf-8", "surrogateescape"))


def path_bytes(path: RepoPath) -> bytes:
    """Give back exactly the bytes that ``repo_path`` was made from."""
    return path.encode("utf-8", "surrogateescape")


def shown(text: str) -> str:
    r"""Make text of a repository printable: undecodable bytes and control characters as ``\xNN`` escapes.

    Repository text is data. Escaping here keeps terminal sequences in a file name or a subject from reaching a terminal.
    """
    out: list[str] = []
    for char in text:
        code = ord(char)
        if 0xDC80 <= code <= 0xDCFF:
            out.append(f"\\x{code - 0xDC00:02x}")
        elif 0xD800 <= code <= 0xDFFF or code in _BIDI:
            out.append(f"\\u{code:04x}")
        elif code < 0x20 or 0x7F <= code < 0xA0:
            out.append("\\t" if char == "\t" else "\\n" if char == "\n" else f"\\x{code:02x}")
        else:
            out.append(char)
    return "".join(out)


# Directional overrides can make a reader see another text than the machine does ("Trojan Source").
_BIDI = frozenset({0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069})
