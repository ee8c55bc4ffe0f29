"""Modules that nobody imports any more, and circles of imports."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Import
from syncline.account.seam.places import Places
from syncline.account.seam.touching import stem
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath


class Orphan(NamedTuple):
    """A module that one side added with importers, and that nothing in the merge imports."""

    path: RepoPath
    side: Side
    importer: RepoPath
    line: int


class Circle(NamedTuple):
    """Modules that import each other when they are loaded; ``edges`` are the importing lines."""

    edges: tuple[tuple[RepoPath, int], ...]


def loaded(places: Places, path: RepoPath, one: Import) -> str | None:
    """The file that an import of the file at ``path`` loads by name; ``None`` where it is none of this tree's."""
    place = places.module(one.module, one.level, path)
    if place is None:
        return None
    inner = places.inside(place, one.name) if one.name not in (None, "*") and one.name is not None else None
    return inner or place


def _targets(code: Code, path: RepoPath, one: Import) -> Iterator[str]:
    found = loaded(code.places, path, one)
    if found is not None:
        yield found


def importing(code: Code, paths: Collection[str], among: Iterable[RepoPath]) -> Iterator[tuple[str, RepoPath, Import]]:
    """The imports of files ``among`` that load one of ``paths``: the path loaded, the file, the import."""
    stems = {stem(path) for path in paths}
    for path in among:
        for one in code.module(path).imports:
            # A path is loaded by its name alone, or by a package of its own that a relative import need not name.
            if one.name not in stems and one.module.rpartition(".")[2] not in stems and one.module:
                continue
            for target in _targets(code, path, one):
                if target in paths and target != path:
                    yield target, path, one


def orphans(seam: Seam) -> Iterator[Orphan]:
    """New modules of a side whose importers were lost."""
    candidates = [path for path in seam.changed if _may_be_orphan(path) and seam.in_base(path) is None]
    added = [(path, side, before) for path in candidates for side in Side if (before := _added(seam, path, side)) is not None]
    names = {path: path.rpartition("/")[2].removesuffix(".py") for path, _, _ in added}
    named = {word for path in seam.changed for word in seam.merged.module(path).words} if added else set()
    for path, side, before in added:
        if seam.merged.module(path).script or names[path] in named or next(_importers(seam, seam.merged, path), None) is not None:
            continue
        importer = next(_importers(seam, seam.side(side), before), None)
        if importer is not None:
            yield Orphan(path, side, *importer)


def _may_be_orphan(path: RepoPath) -> bool:
    name = path.rpartition("/")[2].removesuffix(".py")
    return name not in ("__init__", "__main__", "conftest", "setup") and not name.startswith("test")


def _added(seam: Seam, path: RepoPath, side: Side) -> RepoPath | None:
    """Where the side that alone has the file has it."""
    return seam.before(path, side) if seam.before(path, side.other) is None else None


def _importers(seam: Seam, code: Code, path: RepoPath) -> Iterator[tuple[RepoPath, int]]:
    """Which of the files that differ load a file, and on which line."""
    word = stem(path)
    for other in seam.changed:
        if other in code.files and word in code.module(other).reached:
            for one in code.module(other).imports:
                if path in _targets(code, other, one):
                    yield other, one.line


def circles(seam: Seam) -> Iterator[Circle]:
    """Circles of imports between files that differ, made of lines that no parent has together."""
    now = _graph(seam.merged, seam.changed)
    for circle in _circles({path: set(edges) for path, edges in now.items()}):
        if any(_connected(seam, side, circle) for side in Side):
            continue
        edges = sorted((RepoPath(path), line) for path in circle for target, line in now[path].items() if target in circle)
        yield Circle(tuple(edges))


def _graph(code: Code, paths: tuple[RepoPath, ...]) -> dict[str, dict[str, int]]:
    """Which file loads which other file when it is loaded, with the line; packages' own files are left out, everything goes through them."""
    inside = {p for p in paths if not p.endswith("__init__.py")}
    graph: dict[str, dict[str, int]] = {}
    for path in inside:
        edges = graph.setdefault(path, {})
        for one in code.module(path).imports:
            if not one.scope and not one.guard:
                for target in _targets(code, path, one):
                    if target in inside and target != path:
                        edges.setdefault(target, one.line)
    return graph


def _connected(seam: Seam, side: Side, circle: frozenset[str]) -> bool:
    """True when the files stand in one circle on a side already."""
    code = seam.side(side)
    paths = tuple(p for path in circle if (p := seam.before(RepoPath(path), side)) is not None)
    if len(paths) < len(circle):
        return False
    graph = _graph(code, paths)
    return any(len(found) == len(paths) for found in _circles({path: set(edges) for path, edges in graph.items()}))


def _circles(graph: dict[str, set[str]]) -> list[frozenset[str]]:
    """Strongly connected components of more than one file (Tarjan's algorithm, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[frozenset[str]] = []
    for root in sorted(graph):
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, rest = work[-1]
            step = next(rest, None)
            if step is not None:
                if step not in index:
                    index[step] = low[step] = len(index)
                    stack.append(step)
                    work.append((step, iter(sorted(graph.get(step, ())))))
                elif step in stack:
                    low[node] = min(low[node], index[step])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == index[node]:
                at = stack.index(node)
                if len(stack) - at > 1:
                    found.append(frozenset(stack[at:]))
                del stack[at:]
    return found
