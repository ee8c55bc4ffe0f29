"""A linked work tree of the user's repository, for people to finish a merge in.

What is written there: the folder itself, its own folder below ``worktrees`` of the git directory, and objects. The user's own work tree, index,
``HEAD``, branches and configuration stay as they are; of the other linked work trees nothing is looked at but the mark.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from syncline.core.errors import WorldError
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId, path_bytes, repo_path
from syncline.core.tree import Entry
from syncline.ports.files import write_whole
from syncline.ports.git.command import demand, git
from syncline.ports.git.landing import borrowing
from syncline.ports.git.repository import Repository
from syncline.ports.git.workshop import Workshop

# No hook of the checkout runs, nothing of the configuration is rewritten, and the whole tree is there whatever a sparse checkout leaves out.
_PLAIN = ("-c", f"core.hooksPath={os.devnull}", "-c", "worktree.useRelativePaths=false", "-c", "core.sparseCheckout=false")
# The file in the work tree's own folder that says whose it is. Written last: a work tree without it was never finished.
_MARK = "syncline-takeover"


@dataclass(frozen=True, slots=True)
class Linked:
    """A linked work tree: where it stands, and its own folder below the git directory."""

    path: Path
    own: Path

    @property
    def there(self) -> bool:
        """False where somebody took the folder away."""
        return (self.path / ".git").is_file()


# The stages of a path as git's index has them during a merge: 1 base, 2 target, 3 source.
Stages = Mapping[RepoPath, Mapping[int, Entry]]


def find(repository: Repository, name: str) -> Linked | None:
    """The finished work tree with this mark, wherever git knows that it was moved to."""
    for linked in _all(repository):
        try:
            if (linked.own / _MARK).read_text("utf-8") == name:
                return linked
        except OSError:
            continue
    return None


def unfinished(repository: Repository, path: Path) -> Linked | None:
    """A work tree at ``path`` that nobody finished, and that holds no file yet; it may lack its own folder."""
    found = next((one for one in _all(repository) if one.path == path and not (one.own / _MARK).exists()), None)
    return found or (Linked(path, repository.common_dir / "worktrees" / path.name) if _begun(repository, path) else None)


def _all(repository: Repository) -> Iterator[Linked]:
    for told in sorted((repository.common_dir / "worktrees").glob("*/gitdir")):
        try:
            path = Path(os.fsdecode(told.read_bytes().rstrip(b"\n"))).parent
        except OSError:
            continue
        yield Linked(path if path.is_absolute() else (told.parent / path).resolve(), told.parent)


def _begun(repository: Repository, path: Path) -> bool:
    """A folder with nothing in it but the file that ties it to this repository."""
    try:
        return [p.name for p in path.iterdir()] == [".git"] and _tie(path).parent == repository.common_dir / "worktrees"
    except OSError:
        return False


def _tie(path: Path) -> Path:
    """The folder below the git directory that a work tree names as its own. Raises ``OSError``."""
    return Path(os.fsdecode((path / ".git").read_bytes().rstrip(b"\n")).removeprefix("gitdir: "))


def open_linked(
    workshop: Workshop, path: Path, name: str, parents: tuple[CommitId, CommitId], tree: TreeId, stages: Stages, message: str
) -> Linked:
    """Make a work tree at ``path`` that stands in the middle of a merge of ``parents`` (target, source), with ``tree`` in it.

    ``HEAD`` is detached at the target. ``stages`` are the conflicts in its index. Raises ``WorldError``; what was begun then is still there
    (see ``unfinished``).
    """
    repository = workshop.repository
    _bring(workshop, tree, parents, (entry.oid for rows in stages.values() for entry in rows.values()))
    output = git(
        [*_PLAIN, "worktree", "add", "--quiet", "--detach", "--no-checkout", "--", str(path), parents[0]], git_dir=repository.common_dir
    )
    demand(output, "adding a work tree")
    try:
        linked = Linked(path, _tie(path))
        _inside(linked, ["read-tree", tree], "reading the merge")
        _inside(linked, ["checkout-index", "--all", "--force", "--index", "--quiet"], "writing the work tree")
        _inside(linked, ["update-index", "-z", "--index-info"], "writing the conflicts", stdin=_index_lines(stages, repository.null_id))
        write_whole(linked.own / "MERGE_HEAD", f"{parents[1]}\n".encode())
        write_whole(linked.own / "MERGE_MODE", b"")
        write_whole(linked.own / "MERGE_MSG", message.encode("utf-8", "surrogateescape"))
        write_whole(linked.own / _MARK, name.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise WorldError(f"cannot write the work tree: {error.strerror}") from error
    return linked


def _bring(workshop: Workshop, tree: TreeId, parents: tuple[CommitId, CommitId], blobs: Iterable[BlobId]) -> None:
    """Store the objects in the repository that it lacks. They are loose: what nothing refers to any more, git itself clears away."""
    git_dir = workshop.repository.git_dir
    for oid in dict.fromkeys(blobs):
        if git(["cat-file", "-e", oid], git_dir=git_dir).status != 0:
            stored = git(["hash-object", "-w", "--stdin", "--no-filters"], git_dir=git_dir, stdin=workshop.read(oid))
            demand(stored, "storing a version")
    known = [oid for oid in parents if git(["cat-file", "-e", oid], git_dir=git_dir).status == 0]
    wanted = "".join(f"{oid}\n" for oid in (tree, *parents)) + "".join(f"^{oid}\n" for oid in known)
    pack = workshop.git(["pack-objects", "--quiet", "--revs", "--stdout", "--delta-base-offset"], stdin=wanted.encode())
    demand(git(["unpack-objects", "-q"], git_dir=git_dir, stdin=pack), "storing the merge")


def _index_lines(stages: Stages, null: str) -> bytes:
    rows = [b"0 %s\t%s\0" % (null.encode(), path_bytes(path)) for path in stages]
    for path, found in stages.items():
        for stage, entry in sorted(found.items()):
            rows.append(b"%s %s %d\t%s\0" % (entry.mode.encode(), entry.oid.encode(), stage, path_bytes(path)))
    return b"".join(rows)


@dataclass(frozen=True, slots=True)
class Content:
    """What stands in a work tree now. ``unmerged`` are the paths its index still holds as conflicts, ``untracked`` those git does not know."""

    tree: TreeId
    unmerged: frozenset[RepoPath]
    untracked: tuple[RepoPath, ...]


def content_of(workshop: Workshop, linked: Linked) -> Content:
    """The tree that the work tree's tracked files make. Its index is left as it is, and new objects go to the workshop alone."""
    index = workshop.git_dir / "syncline-takeover-index"
    try:
        shutil.copyfile(linked.own / "index", index)
    except OSError as error:
        raise WorldError(f"the index of the work tree cannot be read: {error.strerror}") from error
    env = {**borrowing(workshop), "GIT_INDEX_FILE": str(index)}
    unmerged = frozenset(
        repo_path(row.partition(b"\t")[2]) for row in _rows(_inside(linked, ["ls-files", "--unmerged", "-z"], "reading it", env))
    )
    untracked = tuple(map(repo_path, _rows(_inside(linked, ["ls-files", "--others", "--exclude-standard", "-z"], "reading it", env))))
    _inside(linked, ["add", "--update", "--", ":/"], "reading the work tree", env)
    tree = TreeId(_inside(linked, ["write-tree"], "writing the tree", env).decode().strip())
    return Content(tree, unmerged, untracked)


def still_merging(linked: Linked, parents: tuple[CommitId, CommitId]) -> bool:
    """True while the work tree stands where we put it, or at a commit that holds both parents; false when something else was checked out."""
    head = git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], git_dir=linked.own).stdout.decode().strip()
    if head == parents[0]:
        return (linked.own / "MERGE_HEAD").exists()
    return bool(head) and all(git(["merge-base", "--is-ancestor", one, head], git_dir=linked.own).status == 0 for one in parents)


def remove_linked(linked: Linked) -> None:
    """Take away a work tree of ours and its own folder, changed or not, finished or not; nothing where nothing is left.

    A folder that is no longer tied to the repository stays: it may be anybody's. No other work tree is looked at. Raises ``WorldError``.
    """
    try:
        if Path.cwd().is_relative_to(linked.path):
            # Whoever works in it calls us from there, and git starts in no folder that is gone.
            os.chdir(linked.own.parent.parent)
        if linked.there and _tie(linked.path) == linked.own:
            # What ties it goes last: killed before, the same can be done again.
            for entry in linked.path.iterdir():
                if entry.name != ".git":
                    shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
            (linked.path / ".git").unlink()
            linked.path.rmdir()
        if linked.own.is_dir():
            # The mark goes last for the same reason.
            for entry in linked.own.iterdir():
                if entry.name not in (_MARK, "gitdir"):
                    shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
            shutil.rmtree(linked.own)
        with contextlib.suppress(OSError):
            linked.own.parent.rmdir()
    except OSError as error:
        raise WorldError(f"cannot remove the work tree {linked.path}: {error.strerror}") from error


def _inside(linked: Linked, arguments: Sequence[str], doing: str, env: Mapping[str, str] | None = None, stdin: bytes = b"") -> bytes:
    output = git([*_PLAIN, f"--work-tree={linked.path}", *arguments], git_dir=linked.own, env=env, stdin=stdin)
    return demand(output, doing)


def _rows(output: bytes) -> list[bytes]:
    return output.split(b"\0")[:-1]
