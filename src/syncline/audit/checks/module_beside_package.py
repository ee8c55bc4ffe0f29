"""A module and a package of one name stand side by side, which neither side has.

Sees: the files that differ between the trees: `x.py` and `x/__init__.py`, or `x.rs` and `x/mod.rs`, of one folder.
Fires: once for each such pair. A blocker where a side changed the module since the base, else to be confirmed.
Why: one side split the module into a package and the other went on in the module. Python imports the package and never reads the module, so
that what was changed there does not run; Rust takes neither.
Silent: where a side has both itself; where a side has them as the merge does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from syncline.account.states import PathState
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.tree import Version
from syncline.syntax import language_of, units

STATUS = Status.PREVIEW

# What makes a folder the module of that name, by the ending of a module's file.
_HEADS = {".py": "__init__.py", ".rs": "mod.rs"}
# So many names are told; the rest is counted.
_NAMES = 8


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each pair."""
    merged = {s.merged.path: s for s in subject.states if isinstance(s.merged, Version)}
    had = {side: {v.path for s in subject.states if isinstance(v := s.versions.side(side), Version)} for side in Side}
    for path, state in merged.items():
        package = _package(path)
        if package in merged and not any(path in had[side] and package in had[side] for side in Side):
            for side in Side:
                if package in had[side] and path not in had[side]:
                    yield _finding(subject, state, path, package, side)
                    break


def _package(path: RepoPath) -> RepoPath | None:
    """The file that makes a package of the module's name."""
    place = PurePosixPath(path)
    head = _HEADS.get(place.suffix)
    return RepoPath(str(place.with_suffix("") / head)) if head is not None and place.name != head else None


def _finding(subject: Subject, state: PathState, path: RepoPath, package: RepoPath, side: Side) -> Finding:
    versions = state.versions
    changed = isinstance(versions.side(side.other), Version) and versions.side(side.other) != versions.base
    folder = package.rpartition("/")[0]
    missing = _only_in_module(subject, state, folder)
    told = ", ".join(missing[:_NAMES]) + (f" and {len(missing) - _NAMES} more" if len(missing) > _NAMES else "")
    message = f"{path} stands beside {folder}/, which the {side.value} has in its place"
    message += f"; the {side.other.value} changed the module, and that change does not run" if changed else "; nothing reads the module"
    # The longest line is the least likely to have left the file in an earlier commit.
    telling = max(subject.lines(versions.base), key=len, default="")
    return Finding(
        check="module-beside-package",
        severity=Severity.BLOCKER if changed else Severity.CONFIRM,
        message=message + (f" (in the module alone: {told})" if missing else ""),
        side=side.other if changed else side,
        scope=scope_of(path),
        path=path,
        places=(Place(path), Place(package)),
        proposal=f"put what the {side.other.value} changed into {folder}/ and delete {path}" if changed else f"delete {path}",
        evidence={"module": path, "package": package, "split_by": side.value, "changed": changed, "in_the_module_alone": missing},
        identity=("module-beside-package", path, package),
        asks=(Ask(Role.REMOVED_BY, side, path, telling, removed=True),) if telling.strip() else (),
    )


def _only_in_module(subject: Subject, state: PathState, folder: str) -> tuple[str, ...]:
    """The functions and classes at the top of the module that no changed file of the package defines."""
    known = {
        name
        for s in subject.states
        if isinstance(s.merged, Version) and s.merged.path.startswith(folder + "/")
        for name in _names(subject, s)
    }
    return tuple(name for name in _names(subject, state) if name not in known)


def _names(subject: Subject, state: PathState) -> tuple[str, ...]:
    text = subject.text(state.merged)
    if text is None or not isinstance(state.merged, Version):
        return ()
    found = units(language_of(state.merged.path), text)
    return tuple(dict.fromkeys(u.name for u in found if u.qualified == u.name and u.kind.value in ("function", "class")))
