"""The workshop: a temporary bare repository of our own with the user's objects as alternates.

Everything is computed here. No configuration, hook, merge driver or attribute of the user's checkout applies, and not a byte is
written into the user's repository, so a read-only mirror serves. See ``docs/adr`` for the reasons.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from syncline.core.errors import WorldError
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId, path_bytes, repo_path
from syncline.core.tree import Entry
from syncline.ports.git.command import demand, git, sealed
from syncline.ports.git.promised import borrowed, fetch_promised, listed, promises
from syncline.ports.git.repository import Repository
from syncline.ports.process import Conversation, run

# Read that many objects ahead: the requests fit into a pipe, so neither side waits for the other.
_AHEAD = 400
_PREFIX = "syncline-workshop-"
_LOCK = "in-use"


@dataclass(frozen=True, slots=True)
class Workshop:
    """The temporary repository at ``git_dir`` and the conversation with its ``cat-file``."""

    git_dir: Path
    repository: Repository
    reader: Conversation

    def git(self, arguments: Sequence[str | bytes], *, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> bytes:
        """Run a git command here that has to succeed; what it is doing is named by its first word."""
        output = git(arguments, git_dir=self.git_dir, stdin=stdin, env=env, ours=True)
        return demand(output, f"running {os.fsdecode(arguments[0])}")

    def status(self, arguments: Sequence[str | bytes], *, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
        """Run a git command here whose exit status is an answer."""
        output = git(arguments, git_dir=self.git_dir, stdin=stdin, ours=True)
        return output.status, output.stdout, output.stderr

    def read(self, oid: BlobId) -> bytes:
        """The content of one object. Raises ``WorldError`` when it is missing (a partial clone or a damaged repository)."""
        return self.read_all((oid,))[oid]

    def read_all(self, oids: Iterable[BlobId]) -> dict[BlobId, bytes]:
        """The contents of many objects, each read once."""
        wanted = tuple(dict.fromkeys(oids))
        contents: dict[BlobId, bytes] = {}
        missing: list[BlobId] = []
        for start in range(0, len(wanted), _AHEAD):
            chunk = wanted[start : start + _AHEAD]
            with self.reader.turn():
                self.reader.say(b"".join(b"contents %s\n" % oid.encode() for oid in chunk))
                answers = [self._answer() for _ in chunk]
            for oid, data in zip(chunk, answers, strict=True):
                if data is None:
                    missing.append(oid)
                else:
                    contents[oid] = data
        if missing:
            self.bring(missing)
            contents.update(self.read_all(missing))
        return contents

    def bring(self, oids: Sequence[BlobId]) -> None:
        """Fetch objects that a partial clone lacks, into the workshop. Raises ``WorldError`` where they cannot be had."""
        if not promises(self.repository):
            raise WorldError(_missing(oids[0], self.repository))
        fetch_promised(self.repository, borrowed(self.git_dir / "objects", self.repository), oids)
        for oid in self.absent(oids):
            raise WorldError(_missing(oid, self.repository))

    def has(self, oid: str) -> bool:
        """True when the object is at hand, here or in the user's repository."""
        return self._sizes((oid,))[0] is not None

    def absent(self, oids: Iterable[BlobId]) -> list[BlobId]:
        """Those of the objects that are not at hand, each once."""
        asked = tuple(dict.fromkeys(oids))
        return [oid for oid, size in zip(asked, self._sizes(asked), strict=True) if size is None]

    def size(self, oid: BlobId) -> int:
        """The size of an object in bytes, without reading it."""
        size = self._sizes((oid,))[0]
        if size is None:
            raise WorldError(_missing(oid, self.repository))
        return size

    def _sizes(self, oids: Sequence[str]) -> list[int | None]:
        """The size of each object; ``None`` for one that is not at hand."""
        found: list[int | None] = []
        for start in range(0, len(oids), _AHEAD):
            chunk = oids[start : start + _AHEAD]
            with self.reader.turn():
                self.reader.say(b"".join(b"info %s\n" % oid.encode() for oid in chunk))
                answers = [self.reader.line().split() for _ in chunk]
            found.extend(int(words[2]) if len(words) == 3 else None for words in answers)
        return found

    def _answer(self) -> bytes | None:
        words = self.reader.line().split()
        if len(words) != 3:
            return None
        data = self.reader.exactly(int(words[2]))
        self.reader.exactly(1)
        return data

    def write_blob(self, data: bytes) -> BlobId:
        """Store content; nothing reaches the user's repository."""
        return BlobId(self.git(["hash-object", "-w", "--stdin", "--no-filters"], stdin=data).decode().strip())

    def write_blobs(self, contents: Sequence[bytes]) -> list[BlobId]:
        """Store many contents by one command."""
        if len(contents) < 2:
            return [self.write_blob(data) for data in contents]
        with tempfile.TemporaryDirectory(prefix="blobs-", dir=self.git_dir.parent) as folder:
            for number, data in enumerate(contents):
                _write(Path(folder, str(number)), data)
            # By numbers from inside of the folder: the name of a temporary folder may hold anything.
            command = ["-C", folder, "hash-object", "-w", "--stdin-paths", "--no-filters"]
            output = git(command, git_dir=self.git_dir, stdin="".join(f"{n}\n" for n in range(len(contents))).encode(), ours=True)
        return [BlobId(oid) for oid in demand(output, "running hash-object").decode().split()]

    def write_tree(self, tree: TreeId, edits: Mapping[RepoPath, Entry | None]) -> TreeId:
        """``tree`` with some paths replaced, or removed where the entry is ``None``."""
        if not edits:
            return tree
        env = {"GIT_INDEX_FILE": str(self.git_dir / "syncline-index")}
        self.git(["read-tree", tree], env=env)
        null = self.repository.null_id
        # Removals first: a file may take the place of a folder, and the other way round.
        gone = b"".join(b"0 %s\t%s\0" % (null.encode(), path_bytes(path)) for path, entry in edits.items() if entry is None)
        put = b"".join(
            b"%s %s\t%s\0" % (entry.mode.encode(), entry.oid.encode(), path_bytes(path))
            for path, entry in edits.items()
            if entry is not None
        )
        self.git(["update-index", "-z", "--index-info"], stdin=gone + put, env=env)
        # What a partial clone lacks is not missing: the remote has it.
        lenient = ["--missing-ok"] if promises(self.repository) else []
        return TreeId(self.git(["write-tree", *lenient], env=env).decode().strip())

    def entries(self, tree: TreeId | CommitId, paths: Iterable[RepoPath] = ()) -> dict[RepoPath, Entry]:
        """The leaves of a tree: all of them, or those at ``paths``."""
        pathspec = [path_bytes(path) for path in paths]
        return _leaves(self, tree, pathspec) if pathspec else dict(_all_leaves(self, tree))

    def tree_of(self, commit: CommitId) -> TreeId:
        """The tree of a commit."""
        return TreeId(self.git(["rev-parse", "--verify", f"{commit}^{{tree}}"]).decode().strip())

    def empty_tree(self) -> TreeId:
        """The tree that holds nothing; written first, since some versions only know it by heart."""
        return TreeId(self.git(["mktree"]).decode().strip())


def _leaves(workshop: Workshop, tree: TreeId | CommitId, pathspec: Sequence[bytes] = ()) -> dict[RepoPath, Entry]:
    where = [b"--", *pathspec] if pathspec else []
    raw = workshop.git(["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", tree, *where])
    found = {}
    for row in raw.split(b"\0")[:-1]:
        head, _, path = row.partition(b"\t")
        mode, _, oid = head.split(b" ")
        found[repo_path(path)] = Entry(mode.decode(), BlobId(oid.decode()))
    return found


@lru_cache(maxsize=4)
def _all_leaves(workshop: Workshop, tree: TreeId | CommitId) -> dict[RepoPath, Entry]:
    """The last few whole trees are kept: several rooms ask for the same ones, and the name of a tree says all that is in it."""
    return _leaves(workshop, tree)


@contextmanager
def open_workshop(repository: Repository) -> Iterator[Workshop]:
    """Build a workshop beside ``repository`` and remove it at the end, whatever happens. Clears what killed runs left behind."""
    _sweep()
    try:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    except OSError as error:
        raise WorldError(f"cannot make a temporary folder: {error.strerror}") from error
    reader: Conversation | None = None
    lock = -1
    try:
        lock = _hold(folder)
        git_dir = folder / "git"
        command = ["git", "init", "--quiet", "--bare", "--template=", f"--object-format={repository.object_format}", str(git_dir)]
        demand(run(command, env=sealed()), "making a workshop")
        _write(git_dir / "objects" / "info" / "alternates", os.fsencode(listed(repository.objects)) + b"\n")
        if (repository.common_dir / "shallow").exists():
            shutil.copyfile(repository.common_dir / "shallow", git_dir / "shallow")
        reader = Conversation(["git", f"--git-dir={git_dir}", "cat-file", "--batch-command"], sealed())
        yield Workshop(git_dir, repository, reader)
    finally:
        if reader is not None:
            reader.close()
        shutil.rmtree(folder, ignore_errors=True)
        if lock >= 0:
            os.close(lock)


def set_attributes(workshop: Workshop, lines: Sequence[str]) -> None:
    """Put attributes in force for merges in the workshop (``info/attributes``)."""
    _write(workshop.git_dir / "info" / "attributes", "".join(line + "\n" for line in lines).encode("utf-8", "surrogateescape"))


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise WorldError(f"cannot write to the temporary folder: {error.strerror}") from error


def _hold(folder: Path) -> int:
    """Lock a workshop for as long as this process lives, however it ends; gives the descriptor."""
    descriptor = -1
    try:
        descriptor = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if descriptor >= 0:
            os.close(descriptor)
        raise WorldError(f"cannot write to the temporary folder: {error.strerror}") from error
    return descriptor


# Seconds after which a workshop without a lock belongs to nobody: making and removing one takes far less.
_FORGOTTEN = 600


def _sweep() -> None:
    """Remove workshops whose process is gone: a killed run cannot tidy up after itself.

    A lock tells, not a process number: temporary folders are shared across containers, whose numbers mean nothing to one another.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            # Somebody else's, or one that is being made or removed this very moment; killed in that moment, it is nobody's after a while.
            with contextlib.suppress(OSError):
                if time.time() - folder.stat().st_mtime > _FORGOTTEN and not (folder / _LOCK).exists():
                    shutil.rmtree(folder, ignore_errors=True)
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue
        finally:
            os.close(descriptor)


def _missing(oid: BlobId, repository: Repository) -> str:
    where = "this clone is shallow; run 'git fetch --unshallow'" if repository.shallow else "run 'git fsck' or fetch again"
    return f"object {oid[:12]} is missing; {where}"
