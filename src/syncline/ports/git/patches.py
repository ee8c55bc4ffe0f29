"""The patch of a commit ↔ the patches of its files, and the bytes by which they are kept: bytes all the way, nothing is decoded.

A change is named by git's raw row, ``:modes ids status<tab>name``: it says everything that a patch is made of, whatever the commit's parents are
taken for (a shallow clone has other ones), so a kept patch is right wherever git says the same row again.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping

# What opens the patch of a file. Every line of its text begins with a sign, so no text is mistaken for it.
_OPENS = b"diff --git "
# Bytes of the sum over the rest: it tells what was cut off or spoilt.
_SUM = 4
_MODES = slice(1, 14)


def commits_of(log: bytes) -> list[tuple[bytes, bytes]]:
    """The commits of a log with a format that begins with a NUL: the line of each, and what it did. A name has no line feed in git's output."""
    heads = (one.partition(b"\n") for one in log.removeprefix(b"\0").split(b"\n\0") if one)
    return [(head, rest.removeprefix(b"\n")) for head, _, rest in heads]


def rows_of(raw: bytes) -> tuple[bytes, ...]:
    """The raw rows of what a commit did, in git's order."""
    return tuple(raw.removesuffix(b"\n").split(b"\n")) if raw else ()


def path_of(row: bytes) -> bytes:
    """The path in a raw row as it is in the tree, without git's quotes."""
    name = _name(row)
    return name[1:-1].decode("unicode_escape").encode("latin-1") if name.startswith(b'"') else name


def _name(row: bytes) -> bytes:
    return row.partition(b"\t")[2]


def by_row(patch: bytes, rows: Iterable[bytes]) -> dict[bytes, bytes] | None:
    """A commit's patch cut into those of its files, by the rows of all that it may hold; ``None`` where it is not what these rows announce.

    A file that becomes a link is a removal and an addition to git, both under one name.
    """
    opened: dict[bytes, list[bytes]] = {}
    if patch:
        for one in patch.removeprefix(_OPENS).removesuffix(b"\n").split(b"\n" + _OPENS):
            opened.setdefault(one.partition(b"\n")[0], []).append(one)
    found = {}
    for row in rows:
        parts = opened.pop(_both(_name(row)), ())
        if len(parts) == (2 if _another_kind(row) else 1):
            found[row] = b"".join(b"%s%s\n" % (_OPENS, part) for part in parts)
        elif parts:
            return None
    return None if opened else found


def _both(name: bytes) -> bytes:
    """How a name stands behind ``diff --git``, on both sides."""
    return b'"a/%s "b/%s' % (name[1:], name[1:]) if name.startswith(b'"') else b"a/%s b/%s" % (name, name)


def _another_kind(row: bytes) -> bool:
    """True for a file that became a link, or a submodule, or the other way round."""
    old, new = row[_MODES].split(b" ")
    return old[:2] != new[:2] and b"000000" not in (old, new)


def packed(patches: Mapping[bytes, bytes]) -> bytes:
    """Patches by row as bytes, with a sum over them."""
    body = b"".join(b"%d %s\n%s" % (len(patch), row, patch) for row, patch in patches.items())
    return zlib.crc32(body).to_bytes(_SUM, "little") + body


def unpacked(data: bytes | None) -> dict[bytes, bytes]:
    """What was packed; nothing where ``packed`` did not make it."""
    if not data or zlib.crc32(memoryview(data)[_SUM:]).to_bytes(_SUM, "little") != data[:_SUM]:
        return {}
    found = {}
    at = _SUM
    while at < len(data):
        start = data.find(b"\n", at) + 1
        size, _, row = data[at : start - 1].partition(b" ")
        if not start or not size.isdigit():
            return {}
        at = start + int(size)
        found[row] = data[start:at]
    return found if at == len(data) else {}
