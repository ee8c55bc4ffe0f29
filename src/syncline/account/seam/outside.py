"""Calls of packages from outside, held against the sources and stubs of an installed environment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

from syncline.account.manifests import entries_of, is_manifest
from syncline.account.seam.calling import Accepts, Misfit, accepts, misfits
from syncline.account.seam.code import Code
from syncline.account.seam.facts import Call, Guard, Ref
from syncline.account.seam.library import Library
from syncline.account.seam.things import Found
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import BlobId, RepoPath

# A caller that is in no package.
_NOWHERE = RepoPath("caller.py")


class Installed(Protocol):
    """The files of an installed package as a tree, and their content."""

    def files(self, package: str) -> Mapping[RepoPath, BlobId]: ...

    def read(self, oid: BlobId) -> bytes: ...


class Stranger(NamedTuple):
    """A call of the merge that its installed callee does not take. ``side`` alone has the call, for another version; ``None``: no side has it."""

    path: RepoPath
    call: Call
    package: str
    callee: Accepts
    reasons: tuple[Misfit, ...]
    side: Side | None


def strangers(seam: Seam, installed: Installed) -> Iterator[Stranger]:
    """Calls that do not fit what is installed, where the merge can be the reason: no parent has the call so, or the one that has it names
    another version of the package in its manifests than the merge does.
    """
    codes: dict[str, Code] = {}
    library = Library(installed.read)
    moved = {side: _moved(seam, side) for side in Side}
    for path in seam.changed:
        places = seam.merged.places
        imported = {one.module.split(".")[0] for one in seam.merged.module(path).imports if not one.level}
        packages = {package for package in imported if package and not places.known(package, 0, path)}
        if not packages or not (path in seam.novel or any(_plain(package) in moved[side] for side in Side for package in packages)):
            continue
        for call in seam.merged.module(path).calls:
            ref = _from_outside(seam.merged, path, call.ref)
            package = ref.name.split(":")[1].split(".")[0] if ref is not None else ""
            if ref is None or package not in packages or call.guard & Guard.CALL:
                continue
            sides = [side for side in Side if _has(seam, path, side, call)]
            if len(sides) > 1 or (sides and _plain(package) not in moved[sides[0]]):
                continue
            if package not in codes:
                codes[package] = Code(installed.files(package), library.facts)
            judged = _judged(codes[package], ref, call)
            if judged is not None:
                yield Stranger(path, call, package, *judged, sides[0] if sides else None)


def _judged(code: Code, ref: Ref, call: Call) -> tuple[Accepts, tuple[Misfit, ...]] | None:
    answer = code.find(ref, _NOWHERE)
    if not isinstance(answer, Found) or len(answer.things) != 1:
        return None
    accepted = accepts(code, answer.things[0])
    reasons = misfits(accepted, call) if accepted is not None and accepted.certain else ()
    return (accepted, reasons) if accepted is not None and reasons else None


def _from_outside(code: Code, path: RepoPath, ref: Ref) -> Ref | None:
    """The same reference as an import, where it begins with one."""
    if ref.root == "import":
        return ref if ref.name.startswith("0:") else None
    if ref.root != "global":
        return None
    bound = code.module(path).bound(ref.name)
    where = bound[0].kind.removeprefix("import ") if len(bound) == 1 and bound[0].kind.startswith("import ") else ""
    return Ref("import", where, None, ref.chain) if where.startswith("0:") else None


def _has(seam: Seam, path: RepoPath, side: Side, call: Call) -> bool:
    before = seam.before(path, side)
    if before is None:
        return False
    return any(
        (other.positional, other.keywords, other.stars, other.spread) == (call.positional, call.keywords, call.stars, call.spread)
        for other in seam.side(side).module(before).calls_said(call.text)
    )


def _moved(seam: Seam, side: Side) -> frozenset[str]:
    """Packages of which the manifests of a side say something else than those of the merge."""
    found: set[str] = set()
    for path in seam.changed_of(lambda p: is_manifest(RepoPath(p))):
        before = seam.before(path, side)
        if before is None or seam.same(path, side):
            continue
        ours, theirs = _said(seam, seam.merged, path), _said(seam, seam.side(side), before)
        found |= {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}
    return frozenset(found)


def _said(seam: Seam, code: Code, path: RepoPath) -> dict[str, frozenset[tuple[str, str]]]:
    found: dict[str, frozenset[tuple[str, str]]] = {}
    for entry in (entries_of(path, "\n".join(seam.lines(code, path))) or {}).values():
        found[_plain(entry.name)] = found.get(_plain(entry.name), frozenset()) | {(entry.section, entry.spec)}
    return found


def _plain(name: str) -> str:
    return name.replace("_", "-").replace(".", "-").lower()
