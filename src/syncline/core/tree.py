"""What git's merge leaves: a tree, and its conflicts as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.merge import Absent, Merge
from syncline.core.names import BlobId, RepoPath, TreeId

MODE_TREE = "040000"
MODE_FILE = "100644"
MODE_EXEC = "100755"
MODE_LINK = "120000"
MODE_SUBMODULE = "160000"


@dataclass(frozen=True, slots=True)
class Entry:
    """One leaf of a tree: its mode as git prints it (six octal digits) and the object."""

    mode: str
    oid: BlobId

    @property
    def is_file(self) -> bool:
        """True for regular files, executable or not; false for links and submodules."""
        return self.mode in (MODE_FILE, MODE_EXEC)


@dataclass(frozen=True, slots=True)
class Version:
    """A file of one term: where it stands there and what it is."""

    path: RepoPath
    entry: Entry


class ConflictKind(StrEnum):
    """Every kind of conflict that git's merge-ort reports, as a closed list."""

    CONTENT = "content"
    ADD_ADD = "add/add"
    MODIFY_DELETE = "modify/delete"
    RENAME_RENAME = "rename/rename"
    RENAME_DELETE = "rename/delete"
    RENAME_ADD = "rename/add"
    FILE_LOCATION = "file location"
    DIRECTORY_FILE = "directory/file"
    MODE = "mode"
    SUBMODULE = "submodule"
    BINARY = "binary"
    DISTINCT_TYPES = "distinct types"
    # insert new kinds above this line


@dataclass(frozen=True, slots=True)
class Conflict:
    """One conflict: its kind, the path it is known by, and the three versions (paths differ where a side renamed).

    ``aside`` is where git's tree has a version that could not stay at its path, because a folder or a thing of another type is there.
    ``also`` are further paths that git names: where a renamed file, or a file in a renamed folder, stood before.
    """

    path: RepoPath
    kind: ConflictKind
    versions: Merge[Version | Absent]
    aside: RepoPath | None = None
    also: tuple[RepoPath, ...] = ()


@dataclass(frozen=True, slots=True)
class MergedTree:
    """git's own answer. ``tree`` holds conflict markers at the paths of ``conflicts``."""

    tree: TreeId
    conflicts: tuple[Conflict, ...]

    @property
    def clean(self) -> bool:
        """True when git left nothing to decide."""
        return not self.conflicts
