"""Which attributes hold during the merge: ``merge=union`` and ``merge=binary`` of the target's own ``.gitattributes``, nothing else.

Named drivers run commands of a checkout's configuration and are never honoured; neither is anything the source brings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from syncline.core.names import RepoPath

_BUILT_IN = frozenset({"merge=union", "merge=binary", "merge=text", "merge", "-merge", "!merge", "binary"})
_SPACE = " \t\r"
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\", '"': '"'}


def merge_attributes(files: Mapping[RepoPath, str]) -> tuple[str, ...]:
    """Lines for one ``info/attributes`` from all ``.gitattributes`` of a tree: patterns of a folder get its path, deeper folders come later.

    Only the merge attributes above are taken over; ``binary`` is git's macro for ``-diff -merge -text``. A named driver becomes
    ``merge=text``, so that it still takes precedence over what stands before it, as in git where nobody configured the driver.
    """
    lines: list[str] = []
    for path in sorted(files, key=lambda p: (p.count("/"), p)):
        folder = path.rpartition("/")[0]
        for line in files[path].split("\n"):
            pattern, rest = _cut(line.strip(_SPACE))
            words = [_built_in(word) for word in rest.split()]
            kept = [word for word in words if word]
            if pattern and kept:
                lines.append(" ".join([_quoted(_placed(folder, pattern)), *kept]))
    return tuple(lines)


def _cut(line: str) -> tuple[str, str]:
    """Pattern and attributes of a line; no pattern where the line is none of ours: empty, a comment, a macro, a negation."""
    if not line or line.startswith(("#", "[", "!")):
        return "", ""
    if not line.startswith('"'):
        found = re.match(rf"([^{_SPACE}]+)(.*)", line)
        return (found[1], found[2]) if found else ("", "")
    quoted = re.match(r'"((?:[^"\\]|\\.)*)"(.*)', line)
    if quoted is None:
        return "", ""
    return re.sub(r"\\([0-7]{3}|.)", lambda m: _ESCAPES.get(m[1]) or (_byte(m[1]) if m[1].isdigit() else m[0]), quoted[1]), quoted[2]


def _byte(digits: str) -> str:
    value = int(digits, 8) & 0xFF
    return chr(value) if value < 0x80 else chr(0xDC00 + value)


def _built_in(word: str) -> str:
    if word in _BUILT_IN:
        return word
    return "merge=text" if word.startswith("merge=") else ""


def _placed(folder: str, pattern: str) -> str:
    if not folder:
        return pattern
    folder = re.sub(r"([*?\[\]\\])", r"\\\1", folder)
    if "/" in pattern.strip("/") or pattern.startswith("/"):
        return f"/{folder}/{pattern.lstrip('/')}"
    return f"/{folder}/**/{pattern}"


def _quoted(pattern: str) -> str:
    """A pattern as git reads it back: like a C string where it holds white space or quotes."""
    if not re.search(r'[\s"]', pattern) and not pattern.startswith(("#", "!", "[")):
        return pattern
    text = pattern.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\{ord(char):03o}" if ord(char) < 0x20 else char for char in text) + '"'
