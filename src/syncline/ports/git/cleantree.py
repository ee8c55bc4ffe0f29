"""A clean work tree of some tree, in a temporary folder of the workshop, for commands that somebody configured."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from syncline.core.errors import WorldError
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId, repo_path
from syncline.core.tree import MODE_EXEC, MODE_FILE, Entry
from syncline.ports.git.command import demand, environment, git
from syncline.ports.git.workshop import Workshop
from syncline.ports.process import Output, run_whole

_INDEX = "clean-index"


@contextmanager
def clean_tree(workshop: Workshop, tree: TreeId | CommitId) -> Iterator[Path]:
    """Check ``tree`` out into a fresh folder: no filters, no hooks, no configuration of the user's. Removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="tree-", dir=workshop.git_dir))
    try:
        _git(workshop, folder, ["read-tree", tree])
        _git(workshop, folder, ["-c", "core.symlinks=true", "checkout-index", "--all", "--force", "--index", "--quiet"])
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_inside(folder: Path, command: Sequence[str], timeout: float) -> Output:
    """Run a configured command there. It sees no repository: variables that point at one are gone."""
    env = {name: value for name, value in environment().items() if not name.startswith("GIT_")}
    return run_whole(command, cwd=folder, env={**env, "GIT_CEILING_DIRECTORIES": str(folder.parent)}, timeout=timeout)


def touched_paths(workshop: Workshop, folder: Path) -> tuple[RepoPath, ...]:
    """What differs from the tree that was checked out: changed, removed and new files, those that its .gitignore names left out."""
    changed = _git(workshop, folder, ["diff-files", "-z", "--name-only"])
    # A file that was written with what it had differs by its times alone.
    changed = b"\0".join(raw for raw in changed.split(b"\0") if raw and _differs(workshop, folder, repo_path(raw)))
    new = _git(workshop, folder, ["ls-files", "-z", "--others", "--exclude-standard"])
    return tuple(sorted({repo_path(raw) for raw in (changed + b"\0" + new).split(b"\0") if raw}))


def _differs(workshop: Workshop, folder: Path, path: RepoPath) -> bool:
    row = _git(workshop, folder, ["--literal-pathspecs", "ls-files", "-z", "--stage", "--", path]).partition(b"\t")[0].split(b" ")
    place = folder / path
    if place.is_symlink() or not place.is_file():
        return True
    mode = MODE_EXEC if os.access(place, os.X_OK) else MODE_FILE
    return row[0].decode() != mode or workshop.read(BlobId(row[1].decode())) != place.read_bytes()


def entry_at(workshop: Workshop, folder: Path, path: RepoPath) -> Entry | None:
    """The file there as an entry of a tree, its content stored; ``None`` where it is gone. Links and folders are refused."""
    place = folder / path
    if not os.path.lexists(place):
        return None
    if place.is_symlink() or not place.is_file():
        raise WorldError(f"the command left no regular file at {path}")
    mode = MODE_EXEC if os.access(place, os.X_OK) else MODE_FILE
    return Entry(mode, workshop.write_blob(place.read_bytes()))


def _git(workshop: Workshop, folder: Path, arguments: Sequence[str]) -> bytes:
    env = {
        "GIT_WORK_TREE": str(folder),
        "GIT_INDEX_FILE": str(workshop.git_dir / _INDEX),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    return demand(git(["-c", "core.bare=false", *arguments], git_dir=workshop.git_dir, env=env), f"running {arguments[0]}")
