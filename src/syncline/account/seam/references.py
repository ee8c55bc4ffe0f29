"""References to files of the tree that are gone: imports of scripts, includes, and paths in configuration."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.terms import Files
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.syntax import language_of

_SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
_ENDINGS = (
    *("", ".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".d.ts", ".json", ".vue", ".css", ".scss"),
    *("/index.js", "/index.ts", "/index.tsx", "/index.jsx"),
)
_IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"](\.{1,2}/[^'"\n]+)['"]""")
_INCLUDE = re.compile(r"""^\s*#\s*include\s*["]([^"\n]+)["]""", re.MULTILINE)
_RUBY = re.compile(r"""^\s*require_relative\s*\(?\s*['"]([^'"\n]+)['"]""", re.MULTILINE)
_PHP = re.compile(r"""\b(?:require|include)(?:_once)?\s*\(?\s*__DIR__\s*\.\s*['"]/?([^'"\n]+\.php)['"]""")
_RUST = re.compile(r"""^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;""", re.MULTILINE)
_PATH = re.compile(r"""(?<![\w./:@-])(?:\./)?((?:[\w.@+-]+/)+[\w.@+-]+\.[A-Za-z]\w{0,5})(?![\w/])""")
_DATA = frozenset({"yaml", "toml", "json", "ini"})
_NAMES = re.compile(r"(^|/)(Makefile|Dockerfile[^/]*|[^/]+\.(mk|sh|cfg|cmake)|CMakeLists\.txt|tox\.ini)$")


class Reference(NamedTuple):
    """A file that names ``missing``, which ``side`` has and the merge has not. ``sure``: it is loaded, not merely mentioned."""

    path: RepoPath
    line: int
    missing: RepoPath
    side: Side
    sure: bool


def references(seam: Seam) -> Iterator[Reference]:
    """References that lead to a file on a side that has them, and to nothing in the merge."""
    lost = {side: {p for p in seam.side(side).files if p not in seam.merged.files} for side in Side}
    if not any(lost.values()):
        return
    for path in seam.changed_of(_reads):
        for word, line, sure in _named(path, seam.lines(seam.merged, path)):
            if _leads(path, word, seam.merged.files):
                continue
            answers = {
                side: _leads(before, word, seam.side(side).files) for side in Side if (before := _has(seam, path, side, word)) is not None
            }
            # A side that has the reference in vain already shows that it is not ours.
            for side, target in answers.items():
                if target is not None and target in lost[side] and all(answers.values()):
                    yield Reference(path, line, target, side, sure)
                    break


def loads(path: RepoPath, text: str, known: Files) -> Iterator[RepoPath]:
    """Those files of ``known`` that the text at ``path`` loads: imports of scripts, includes. A path that is merely mentioned loads nothing."""
    for word, _, sure in _named(path, text.split("\n")):
        found = _leads(path, word, known) if sure else None
        if found is not None:
            yield found


def _reads(path: str) -> str | None:
    language = language_of(path)
    known = language in _SCRIPTS | _DATA | {"c", "cpp", "ruby", "php", "rust"} or _NAMES.search(path) is not None
    return (language or "text") if known else None


def _named(path: RepoPath, lines: list[str]) -> Iterator[tuple[str, int, bool]]:
    """Words that may mean a file, each with its line, and whether the file is loaded."""
    language = language_of(path)
    patterns = {"c": _INCLUDE, "cpp": _INCLUDE, "ruby": _RUBY, "php": _PHP, "rust": _RUST}
    pattern = _IMPORT if language in _SCRIPTS else patterns.get(language or "")
    if pattern is None:
        slashed = ((n, line) for n, line in enumerate(lines, 1) if "/" in line)
        yield from ((m[1], n, False) for n, line in slashed for m in _PATH.finditer(line))
    else:
        text = "\n".join(lines)
        yield from ((m[1], text.count("\n", 0, m.start(1)) + 1, True) for m in pattern.finditer(text))


def _has(seam: Seam, path: RepoPath, side: Side, word: str) -> RepoPath | None:
    """Where the side has the file, if its version names the word too."""
    before = seam.before(path, side)
    return before if before is not None and any(word in line for line in seam.lines(seam.side(side), before)) else None


def _leads(path: RepoPath, word: str, known: Files) -> RepoPath | None:
    """The file that a word means for the file at ``path``."""
    language = language_of(path)
    folder = posixpath.dirname(path)
    near = posixpath.normpath(posixpath.join(folder, word))
    endings: tuple[str, ...] = ("",)
    places = [near]
    if language in _SCRIPTS:
        endings = _ENDINGS
        stem, _, ending = near.rpartition(".")
        places += [stem] if ending in ("js", "mjs", "cjs", "jsx") else []
    elif language == "ruby":
        endings = ("", ".rb")
    elif language == "rust":
        own = path.rpartition("/")[2].removesuffix(".rs")
        places.append(posixpath.join(folder, own, word))
        endings = (".rs", "/mod.rs")
    elif language in ("c", "cpp"):
        return next((p for p in (RepoPath(near), RepoPath(word)) if p in known), None) or _by_end(word, known)
    else:
        places.append(posixpath.normpath(word))
    return next((RepoPath(p + e) for p in places for e in endings if RepoPath(p + e) in known), None)


def _by_end(word: str, known: Files) -> RepoPath | None:
    """Includes are looked for in folders that only the build knows: any header that ends so will do."""
    return next((p for p in known if p.endswith(word) and p.endswith("/" + word)), None)
