"""The one place that writes into the user's repository: our objects, our branch, ``refs/syncline/*``. All refs at once or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from syncline.core.errors import WorldError
from syncline.core.names import BlobId, CommitId, TreeId
from syncline.ports.git.command import demand, git, last_line
from syncline.ports.git.promised import borrowed
from syncline.ports.git.repository import identity_variables, setting
from syncline.ports.git.workshop import Workshop


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
