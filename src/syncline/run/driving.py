"""The rules as a merge driver of git: three files in, one out."""

from __future__ import annotations

from pathlib import Path

from syncline.core.errors import UserError
from syncline.core.merge import Absent, Merge
from syncline.core.names import BlobId, RepoPath
from syncline.core.resolution import Preference
from syncline.core.tree import MODE_FILE, Conflict, ConflictKind, Entry, Version
from syncline.ports.files import read_file, write_in_place
from syncline.ports.git.drivers import install_driver, merge_file, remove_driver
from syncline.ports.git.repository import open_repository
from syncline.ports.limit import time_limit
from syncline.resolve.cascade import resolve_conflict
from syncline.resolve.filewise import Options

# Seconds; beyond them git's own merge has the word.
_LIMIT = 20.0


def drive(base: Path, current: Path, other: Path, name: str, *, safe_only: bool) -> int:
    """Merge ``other`` into ``current`` in place; 0 when nothing is left open, 1 when there are markers.

    What is no text, or takes too long, is merged as git itself would.
    """
    contents: Merge[bytes | Absent] = Merge(_read(base), _read(other), _read(current))
    path = RepoPath(name)
    version = Version(path, Entry(MODE_FILE, BlobId("0" * 40)))
    conflict = Conflict(path, ConflictKind.CONTENT, Merge(version, version, version))
    options = Options(Preference.STOP, safe_only, markers=True, labels=Merge("base", "theirs", "ours"), name_rules=True)
    try:
        with time_limit(_LIMIT):
            answer = resolve_conflict(conflict, contents, options)
    except (TimeoutError, RecursionError):
        return _as_git(base, current, other)
    content = next((edit.content for edit in answer.edits if edit.content is not None), None)
    if content is None:
        return _as_git(base, current, other)
    write_in_place(current, content)
    return 0 if answer.complete else 1


def _read(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error


def _as_git(base: Path, current: Path, other: Path) -> int:
    """git's own merge of the three files, with its markers."""
    return 1 if merge_file(base, current, other) else 0


NAME = "syncline"


def install(repo: Path, command: str, pattern: str, *, safe_only: bool) -> Path:
    """Make git use the rules in every merge, rebase and cherry-pick of this repository. Gives the attributes file that says so."""
    if any(char in pattern for char in "\n\r") or not pattern.strip() or " " in pattern:
        raise UserError("a pattern is one word, as in .gitattributes")
    # Behind the dashes a file may be called like an option; git would take the help that it prints for a merge.
    call = f"{command} merge-driver{' --safe-only' if safe_only else ''} -- %O %A %B %P"
    return install_driver(open_repository(repo), NAME, "syncline: rules first, then diff3 markers", call, pattern)


def remove(repo: Path) -> None:
    """Undo ``install``."""
    remove_driver(open_repository(repo), NAME)
