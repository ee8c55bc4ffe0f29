"""Fixtures of pytest that tests ask for and the merge lost. A test asks by the name of a parameter, and finds in its file and in conftest.py above."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Function
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath


class Ungiven(NamedTuple):
    """A fixture that ``side`` has in ``home`` and the merge nowhere, and the tests and fixtures of the merge that ask for it."""

    name: str
    side: Side
    home: RepoPath
    line: int
    uses: tuple[tuple[RepoPath, Function], ...]


def ungiven(seam: Seam) -> Iterator[Ungiven]:
    """Fixtures that are gone though something asks for them, and did so on a side that had them."""
    for side in Side:
        for home, fixture in _lost(seam, side):
            uses = tuple(_uses(seam, side, home, fixture.name))
            if uses and not _anywhere(seam, fixture.name):
                yield Ungiven(fixture.name, side, home, fixture.line, uses)


def _lost(seam: Seam, side: Side) -> Iterator[tuple[RepoPath, Function]]:
    """Fixtures at the top of a side's files that the merged version of the file, if there is one, does not have."""
    code, files = seam.side(side), seam.merged.files
    for path in sorted(p for p in code.places.paths if files.get(p) != code.files[p]):
        names = {name for name, _ in _fixtures(code, path)}
        kept = {f.name for f in seam.merged.module(path).functions} if names and path in files and seam.merged.is_read(path) else set()
        if names and (path not in files or seam.merged.is_read(path)):
            yield from ((path, fixture) for name, fixture in _fixtures(code, path) if name not in kept)


def _fixtures(code: Code, path: RepoPath) -> list[tuple[str, Function]]:
    module = code.module(path)
    if "fixture" not in module.read and "fixture" not in module.words:
        return []
    return [(f.name, f) for f in module.functions if not f.owner and f.outer == "module" and _is_fixture(f)]


def _is_fixture(f: Function) -> bool:
    return any(d.rpartition(".")[2] in ("fixture", "yield_fixture") for d in f.decorators)


def _uses(seam: Seam, side: Side, home: RepoPath, name: str) -> Iterator[tuple[RepoPath, Function]]:
    """What asks for a fixture in the merge, and does so on the side that has it."""
    folder = home.rpartition("/")[0] if home.rpartition("/")[2] == "conftest.py" else None
    for path in (*seam.changed, *seam.naming(frozenset({name}))):
        before = seam.before(path, side)
        seen = path == home or before == home or (folder is not None and (not folder or path.startswith(folder + "/")))
        if before is None or not seen or name not in seam.merged.module(path).words:
            continue
        asked = {f.qualified for f in seam.side(side).module(before).functions if _asks(f, name)}
        yield from ((path, f) for f in seam.merged.module(path).functions if f.qualified in asked and _asks(f, name))


def _asks(f: Function, name: str) -> bool:
    """True for a test or a fixture that takes a parameter of that name, without a default, and is not given it by parametrize."""
    test = f.name.startswith("test") or _is_fixture(f)
    return test and name not in f.parametrized and any(p.name == name and p.default is None and p.kind in ("p", "k") for p in f.parameters)


def _anywhere(seam: Seam, name: str) -> bool:
    """True when some file of the merge defines or imports a thing of that name: it may be the fixture, moved or brought by a plugin."""
    named = re.compile(rf"""name\s*=\s*['"]{re.escape(name)}['"]""")
    for path in (*seam.changed, *seam.naming(frozenset({name}))):
        module = seam.merged.module(path)
        if name not in module.words:
            continue
        if module.bound(name) or module.stars or any(f.name == name for f in module.functions):
            return True
        if any(named.search(line) for line in seam.lines(seam.merged, path)):
            return True
    return False
