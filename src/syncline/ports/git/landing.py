"""Write into the user's repository: our objects, our branch, ``refs/syncline/*``. All refs at once or none. See also ``own_refs``."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence

from syncline.core.errors import WorldError
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.tree import MODE_FILE, Entry
from syncline.ports.git.command import demand, git, last_line
from syncline.ports.git.promised import borrowed
from syncline.ports.git.repository import identity_variables, setting
from syncline.ports.git.workshop import Workshop

# Writers of the same ref: each try takes some milliseconds, so even dozens of them get through.
_ATTEMPTS = 60
_PAUSE = 0.01


def borrowing(workshop: Workshop) -> dict[str, str]:
    """Variables that let git work in the user's repository, by the user's configuration, while every new object goes to the workshop."""
    return borrowed(workshop.git_dir / "objects", workshop.repository)


def write_commit(
    workshop: Workshop, tree: TreeId, parents: Sequence[CommitId], message: str, *, name: str, email: str, date: str = ""
) -> CommitId:
    """Make a commit object in the workshop, by the user's own rules: identity and signature from the repository's configuration.

    Signs when ``commit.gpgSign`` is on. Raises ``WorldError`` when signing fails.
    """
    repository = workshop.repository
    sign = ["-S"] if setting(repository, "commit.gpgSign", kind="bool") == "true" else []
    env = {
        **borrowing(workshop),
        **identity_variables(name, email),
        **({"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else {}),
    }
    # Our message is UTF-8, whatever encoding the user declares for his own.
    arguments = [
        "-c",
        "i18n.commitEncoding=UTF-8",
        "commit-tree",
        *sign,
        *(word for parent in parents for word in ("-p", parent)),
        "-F",
        "-",
        tree,
    ]
    output = git(arguments, git_dir=repository.git_dir, env=env, stdin=message.encode("utf-8", "surrogateescape"))
    return CommitId(demand(output, "writing the commit").decode().strip())


def land(workshop: Workshop, new: Mapping[str, CommitId | BlobId], parents: Sequence[CommitId]) -> None:
    """Copy the objects behind ``new`` (full ref name → object) into the repository, then create the refs in one transaction.

    ``parents`` that the repository has need not be copied again. Refuses (``WorldError``) when a ref exists already: our refs are created,
    never moved, here. Killed in between, loose objects are all that stays.
    """
    repository = workshop.repository
    known = [oid for oid in parents if git(["cat-file", "-e", oid], git_dir=repository.git_dir).status == 0]
    wanted = "".join(f"{oid}\n" for oid in new.values()) + "".join(f"^{oid}\n" for oid in known)
    pack = workshop.git(["pack-objects", "--quiet", "--revs", "--stdout", "--delta-base-offset"], stdin=wanted.encode())
    # What was fetched on the way can be a whole history: that stays a pack.
    store = ["unpack-objects", "-q"] if len(known) == len(parents) else ["index-pack", "--stdin"]
    demand(git(store, git_dir=repository.git_dir, stdin=pack), "storing the merge")
    # "create" says "must not exist": two runners cannot both win, and nothing of anybody's is overwritten.
    # What we keep beside it is named after the commit, so writing it again is harmless.
    lines = "".join(f"create {ref}\0{oid}\0" if ref.startswith("refs/heads/") else f"update {ref}\0{oid}\0\0" for ref, oid in new.items())
    output = git(
        ["update-ref", "--stdin", "-z", "-m", "syncline: sync"],
        git_dir=repository.git_dir,
        stdin=lines.encode("utf-8", "surrogateescape"),
        shielded=True,
    )
    if output.status != 0:
        raise WorldError(f"cannot create the branch: {last_line(output.stderr)}")


def amend(workshop: Workshop, ref: str, files: Mapping[RepoPath, bytes | None], message: str) -> CommitId:
    """Write files (``None`` takes one away) on top of what ``ref`` of the user's repository holds, as a commit of the user; gives its id.

    The ref only moves on from what it was when we looked; whoever comes second does it again on top of the first, so that concurrent
    writers lose nothing. Killed in between, loose objects are all that stays. Nothing is written where nothing changes. Raises ``WorldError``
    when the ref stays locked.
    """
    repository = workshop.repository
    edits = {path: Entry(MODE_FILE, workshop.write_blob(data)) if data is not None else None for path, data in files.items()}
    complaint = ""
    for attempt in range(_ATTEMPTS):
        old = ref_tip(workshop, ref)
        before = workshop.tree_of(old) if old is not None else workshop.empty_tree()
        tree = workshop.write_tree(before, edits)
        if old is not None and tree == before:
            return old
        new = write_commit(workshop, tree, (old,) if old is not None else (), message, name="", email="")
        pack = workshop.git(
            ["pack-objects", "--quiet", "--revs", "--stdout"], stdin=f"{new}\n{f'^{old}' if old is not None else ''}\n".encode()
        )
        demand(git(["unpack-objects", "-q"], git_dir=repository.git_dir, stdin=pack), "storing the decision")
        line = f"update {ref}\0{new}\0{old if old is not None else repository.null_id}\0"
        output = git(
            ["update-ref", "--stdin", "-z", "-m", f"syncline: {message.splitlines()[0]}"],
            git_dir=repository.git_dir,
            stdin=line.encode("utf-8", "surrogateescape"),
            shielded=True,
        )
        if output.status == 0:
            return new
        complaint = last_line(output.stderr)
        # Two that wait equally long would meet again.
        time.sleep(random.uniform(0, _PAUSE * (attempt + 1)))  # noqa: S311 - not a secret
    raise WorldError(f"cannot move {ref}: {complaint}")


def ref_tip(workshop: Workshop, ref: str) -> CommitId | None:
    """The commit that a full ref name of the user's repository points at, or ``None`` where there is no such ref."""
    output = git(["rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"], git_dir=workshop.repository.git_dir)
    return CommitId(output.stdout.decode().strip()) if output.status == 0 else None


def workshop_tip(workshop: Workshop, ref: str) -> CommitId | None:
    """The same for a ref of the workshop itself."""
    status, out, _ = workshop.status(["rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"])
    return CommitId(out.decode().strip()) if status == 0 else None
