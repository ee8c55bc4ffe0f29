"""Which attributes hold during the merge: ``merge=union`` and ``merge=binary`` of the target's own ``.gitattributes``, nothing else.

Named drivers run commands of a checkout's configuration and are never honoured; neither is anything the source brings.
"""

from __future__ import annotations

from collections.abc import Mapping

from syncline.core.names import RepoPath

_HONOURED = frozenset({"merge=union", "merge=binary", "-merge", "merge=text", "merge", "binary"})


def merge_attributes(files: Mapping[RepoPath, str]) -> tuple[str, ...]:
    """Lines for one ``info/attributes`` from all ``.gitattributes`` of a tree: patterns of a folder get its path, deeper folders come later.

    Only the merge attributes above are taken over; ``binary`` is git's macro for ``-diff -merge -text``.
    """
    lines: list[str] = []
    for path in sorted(files, key=lambda p: (p.count("/"), p)):
        folder = path.rpartition("/")[0]
        for line in files[path].splitlines():
            pattern, *words = line.split()[:1] + line.split()[1:] if line.strip() else [""]
            kept = [word for word in words if word in _HONOURED]
            if not kept or pattern.startswith(("#", "[", '"', "!")):
                continue
            lines.append(" ".join([_placed(folder, pattern), *kept]))
    return tuple(lines)


def _placed(folder: str, pattern: str) -> str:
    if not folder:
        return pattern
    if "/" in pattern.strip("/") or pattern.startswith("/"):
        return f"/{folder}/{pattern.lstrip('/')}"
    return f"/{folder}/**/{pattern}"
