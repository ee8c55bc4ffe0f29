"""Packages from outside that the merged code imports, and what its manifests say of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.manifests import Entry, entries_of, is_manifest
from syncline.account.seam.code import Code
from syncline.account.seam.facts import Guard
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

_MANIFEST = re.compile(
    r"(^|/)(pyproject\.toml|setup\.(py|cfg)|[^/]*requirements[^/]*\.(txt|in)|requirements/[^/]+\.(txt|in)|Pipfile|environment\.ya?ml)$"
)
_STANDARD = frozenset(sys.stdlib_module_names)
# In a lock of uv or poetry: a package and the repository that it is taken from.
_LOCK = re.compile(r"(^|/)(uv|poetry|pdm)\.lock$")
_WORD = re.compile(r"[A-Za-z][\w.-]*")
_JOINTS = re.compile(r"[-_.]+")
_NAME = re.compile(r'^name = "([^"\n]+)"', re.MULTILINE)
_FROM = re.compile(r'^(?:source = \{ (?:git|url|path) = "([^"\n]+)"|(?:url|resolved_reference|revision) = "([^"\n]+)")', re.MULTILINE)


class Unprovided(NamedTuple):
    """A package that the merge imports and its manifests do not name, though ``side``'s do, on ``line`` of ``manifest``."""

    package: str
    uses: tuple[tuple[RepoPath, int], ...]
    side: Side
    manifest: RepoPath
    line: int


class Repinned(NamedTuple):
    """A package that ``side`` imports and takes from ``theirs``; the merge takes it from ``ours``, on ``line`` of ``manifest``."""

    package: str
    uses: tuple[tuple[RepoPath, int], ...]
    side: Side
    manifest: RepoPath
    line: int
    theirs: str
    ours: str


def unprovided(seam: Seam) -> Iterator[Unprovided]:
    """Packages from outside that one side imports and names in a manifest, where the merge kept the import alone."""
    provided = _named(seam, seam.merged)
    uses: dict[str, list[tuple[RepoPath, int]]] = {}
    for path in seam.changed:
        for one in seam.merged.module(path).imports:
            package = one.module.split(".")[0]
            outside = not one.level and package not in _STANDARD and not one.guard & (Guard.IMPORT | Guard.TYPING)
            if outside and _plain(package) not in provided and not seam.merged.places.known(one.module, 0, path):
                uses.setdefault(package, []).append((path, one.line))
    if not uses:
        return
    named = {side: _named(seam, seam.side(side)) for side in Side}
    for package, places in sorted(uses.items()):
        fresh = tuple(use for use in places if not any(_in_vain(seam, use[0], side, package, named[side]) for side in Side))
        for side in Side:
            at = named[side].get(_plain(package))
            if at is not None and fresh:
                yield Unprovided(package, fresh, side, *at)
                break


def _in_vain(seam: Seam, path: RepoPath, side: Side, package: str, named: dict[str, tuple[RepoPath, int]]) -> bool:
    """True when a side imports the package in that file, and no manifest of that side names it: it comes under another name."""
    before = seam.before(path, side)
    if before is None or _plain(package) in named:
        return False
    return any(one.module.split(".")[0] == package for one in seam.side(side).module(before).imports)


def _plain(name: str) -> str:
    return _JOINTS.sub("-", name).lower() if _JOINTS.search(name) else name.lower()


def _named(seam: Seam, code: Code) -> dict[str, tuple[RepoPath, int]]:
    """Every word of the manifests that can be the name of a package, with its place."""
    found: dict[str, tuple[RepoPath, int]] = {}
    seen: set[str] = set()
    for path in sorted(code.files):
        if _MANIFEST.search(path):
            # Remarks count: they often tell which package a distribution brings.
            for n, line in enumerate(seam.lines(code, path), 1):
                for word in _WORD.findall(line):
                    if word not in seen:
                        seen.add(word)
                        found.setdefault(_plain(word), (path, n))
    return found


def repinned(seam: Seam) -> Iterator[Repinned]:
    """Packages that a side took from another place and uses anew, where the merge has the use and kept the place of before."""
    for path in seam.changed_of(lambda p: is_manifest(RepoPath(p)) or _LOCK.search(p)):
        ours, base = _sources(seam, seam.merged, path), seam.in_base(path)
        old = _sources(seam, seam.codes.base, base) if base is not None else {}
        for side in Side:
            before = seam.before(path, side)
            if before is None or seam.same(path, side):
                continue
            for package, theirs in _sources(seam, seam.side(side), before).items():
                kept = ours.get(package)
                if kept is None or kept.spec == theirs.spec or theirs.spec == (old[package].spec if package in old else None):
                    continue
                uses = tuple(_fresh_uses(seam, side, package)) if kept.is_source or theirs.is_source else ()
                if uses:
                    yield Repinned(package, uses, side, path, kept.line, theirs.spec, kept.spec)


def _sources(seam: Seam, code: Code, path: RepoPath) -> dict[str, Entry]:
    """What one manifest or lock says of each package. A lock tells of places alone: its versions follow from the manifest."""
    text = "\n".join(seam.lines(code, path))
    if _LOCK.search(path):
        return dict(_locked(text))
    entries = sorted((entries_of(path, text) or {}).values(), key=lambda entry: entry.is_source)
    return {_plain(entry.name): entry for entry in entries}


def _locked(text: str) -> Iterator[tuple[str, Entry]]:
    """The packages of a lock that come from a place of their own."""
    line = 1
    for block in text.split("[[package]]\n"):
        name, places = _NAME.search(block), [one[1] or one[2] for one in _FROM.finditer(block)]
        if name is not None and places:
            yield _plain(name[1]), Entry("package", name[1], f"url = {' at '.join(places)}", line)
        line += block.count("\n") + 1


def _fresh_uses(seam: Seam, side: Side, package: str) -> Iterator[tuple[RepoPath, int]]:
    """Imports of a package in the merge that the side has, and the other side has not in that file."""
    for path in seam.changed:
        lines = [one.line for one in seam.merged.module(path).imports if not one.level and _plain(one.module.split(".")[0]) == package]
        if lines and _imports(seam, path, side, package) and not _imports(seam, path, side.other, package):
            yield path, lines[0]


def _imports(seam: Seam, path: RepoPath, side: Side, package: str) -> bool:
    before = seam.before(path, side)
    found = seam.side(side).module(before).imports if before is not None else ()
    return any(not one.level and _plain(one.module.split(".")[0]) == package for one in found)
