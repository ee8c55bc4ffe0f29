"""What a takeover remembers between its commands: one page behind a ref of ours, and the mark in its work tree."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from syncline.core.errors import UserError, WorldError
from syncline.core.names import CommitId, RepoPath, TreeId, shown
from syncline.core.plan import Revision
from syncline.core.takeover import Takeover
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.workshop import Workshop
from syncline.ports.shared import Change, Refused, Swap

SCHEMA = "syncline.takeover/1"
TAKEOVERS = "refs/syncline/takeover/"


@dataclass(frozen=True, slots=True)
class Held:
    """An open takeover and the ref that keeps it."""

    takeover: Takeover
    ref: str
    at: CommitId


def takeover_ref(source: str, target: str) -> str:
    """One takeover at a time for each pair of names."""
    return TAKEOVERS + hashlib.sha256(f"{source}\0{target}".encode("utf-8", "surrogateescape")).hexdigest()[:12]


def hold(workshop: Workshop, takeover: Takeover) -> Held:
    """Note what is about to be opened, before anything of it exists. Raises ``UserError`` when somebody else was quicker."""
    shared, ref = OwnRefs(workshop), takeover_ref(takeover.source.name, takeover.target.name)
    page = shared.new_page(_text(takeover), None, "takeover", (takeover.target.commit, takeover.source.commit))
    answer = shared.swap([Change(ref, None, page)])
    if isinstance(answer, Refused):
        raise WorldError(f"the takeover cannot be noted: {answer.reason}")
    if answer is Swap.RACED:
        raise UserError("somebody opened the same takeover just now; see 'syncline takeover --continue' and '--abort'")
    return Held(takeover, ref, page)


def let_go(workshop: Workshop, held: Held) -> None:
    """Forget a takeover. Raises ``WorldError`` where its ref cannot be deleted."""
    answer = OwnRefs(workshop).swap([Change(held.ref, held.at, None)])
    if isinstance(answer, Refused):
        raise WorldError(f"the takeover cannot be forgotten: {answer.reason}")


def held_all(workshop: Workshop) -> tuple[Held, ...]:
    """Every open takeover of the repository."""
    shared = OwnRefs(workshop)
    found = []
    for ref, at in sorted(shared.below(TAKEOVERS).items()):
        takeover = _read(shared.page(at))
        if takeover is None:
            raise WorldError(f"{ref} cannot be read; delete it with 'git update-ref -d {ref}'")
        found.append(Held(takeover, ref, at))
    return tuple(found)


def the_one(workshop: Workshop, source: str, target: str) -> Held:
    """The open takeover that is meant. Raises ``UserError`` when there is none, or several and no names to tell them apart."""
    found = [one for one in held_all(workshop) if source in ("", one.takeover.source.name) and target in ("", one.takeover.target.name)]
    if not found:
        raise UserError("no takeover is open; 'syncline takeover' opens one")
    if len(found) > 1:
        known = "; ".join(f"{shown(h.takeover.source.name)} into {shown(h.takeover.target.name)}" for h in found)
        raise UserError(f"several takeovers are open ({known}); name one with --source and --target")
    return found[0]


def place_of(workshop: Workshop, named: Path | None) -> Path:
    """Where the work tree goes: the named folder, or one beside the repository. Raises ``UserError`` when something is there."""
    common = workshop.repository.common_dir
    home = common.parent if common.name == ".git" else common
    path = (named if named is not None else home.with_name(f"{home.name.removesuffix('.git')}-takeover")).absolute()
    path = path.parent.resolve() / path.name
    try:
        if path.is_symlink() or (path.exists() and (not path.is_dir() or any(path.iterdir()))):
            raise UserError(f"{path} is there already; name another folder with --path")
    except OSError as error:
        raise UserError(f"cannot look into {path}: {error.strerror}; name another folder with --path") from error
    if not path.parent.is_dir():
        raise UserError(f"no such folder: {path.parent}")
    return path


def _text(takeover: Takeover) -> bytes:
    row = {
        "schema": SCHEMA,
        "source": [takeover.source.name, takeover.source.commit],
        "target": [takeover.target.name, takeover.target.commit],
        "tree": takeover.tree,
        "path": takeover.path,
        "branch": takeover.branch,
        "config": takeover.config,
        "open": list(takeover.open_paths),
    }
    return (json.dumps(row, indent=1, sort_keys=True) + "\n").encode("ascii")


def _read(text: bytes) -> Takeover | None:
    try:
        row = json.loads(text)
        source, target = (Revision(str(row[key][0]), CommitId(str(row[key][1]))) for key in ("source", "target"))
        paths = tuple(RepoPath(str(path)) for path in row["open"])
        return Takeover(source, target, TreeId(str(row["tree"])), str(row["path"]), str(row["branch"]), str(row["config"]), paths)
    except (ValueError, KeyError, TypeError, IndexError):
        return None
