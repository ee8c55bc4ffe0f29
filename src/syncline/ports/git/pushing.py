"""Pushing: exact leases, all refs or none; and asking a remote where its refs stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from syncline.core.errors import WorldError
from syncline.core.names import CommitId
from syncline.ports.git.command import NOTHING_BESIDE, git, last_line
from syncline.ports.git.landing import borrowing
from syncline.ports.git.repository import Repository
from syncline.ports.git.workshop import Workshop
from syncline.ports.shared import Change, Refused, Swap

# Seconds. A push of a night is small; what takes longer hangs.
_ASK, _MOVE = 120.0, 1800.0


def push_address(repository: Repository, remote: str) -> str:
    """Where pushes to ``remote`` go, as an address.

    Everything here speaks to the address, not the name: with the name git would move the user's remote-tracking branches, to objects that
    only the workshop has.
    """
    output = git(["remote", "get-url", "--push", "--", remote], git_dir=repository.git_dir)
    if output.status == 0:
        return output.stdout.decode("utf-8", "surrogateescape").strip("\n").split("\n")[0]
    return remote


def remote_refs(workshop: Workshop, remote: str, names: Collection[str]) -> dict[str, CommitId]:
    """Where these refs of ``remote`` (a name or an address) stand. Raises ``WorldError`` when it does not answer."""
    address = push_address(workshop.repository, remote)
    output = git(["ls-remote", "--quiet", "--", address, *names], git_dir=workshop.repository.git_dir, timeout=_ASK)
    if output.status != 0:
        raise WorldError(f"git failed while asking remote '{without_secret(remote)}': {without_secret(last_line(output.stderr))}")
    found = {}
    for line in output.stdout.decode("utf-8", "surrogateescape").split("\n"):
        oid, _, ref = line.partition("\t")
        # A pattern matches the end of a ref's name as well: only the very names count.
        if ref in names:
            found[ref] = CommitId(oid)
    return found


def push(workshop: Workshop, remote: str, changes: Sequence[Change]) -> Swap | Refused:
    """Push objects of the workshop and move refs of ``remote``, each from its expected value, all or none.

    What happened is read from the refs afterwards, not from what git or the server say: an answer that got lost is no failure, and a
    refusal is told from a race by whether the refs still stand where we expected them. Runs the repository's own ``pre-push`` hook, as any
    push does (large files are uploaded by one). Raises ``WorldError`` when the remote cannot be asked.
    """
    moved = [c for c in changes if c.old != c.new]
    if not moved:
        return Swap.DONE
    leases = [f"--force-with-lease={c.ref}:{c.old or ''}" for c in moved]
    specs = [f"{c.new or ''}:{c.ref}" for c in moved]
    options = ["--porcelain", "--atomic", "--no-follow-tags", "--recurse-submodules=no", *leases]
    command = ["push", *options, "--", push_address(workshop.repository, remote), *specs]
    output = git(command, git_dir=workshop.repository.git_dir, env=borrowing(workshop), timeout=_MOVE)
    if output.status == 0:
        return Swap.DONE
    now = remote_refs(workshop, remote, [c.ref for c in moved])
    if all(now.get(c.ref) == c.new for c in moved):
        return Swap.DONE
    if any(now.get(c.ref) != c.old for c in moved):
        return Swap.RACED
    return Refused(without_secret(_complaint(output.stdout, output.stderr)))


def _complaint(stdout: bytes, stderr: bytes) -> str:
    """The server's words for people: what it said about a ref, or what git said in the end."""
    for line in stdout.decode("utf-8", "replace").splitlines():
        fields = line.split("\t")
        if len(fields) == 3 and fields[0] == "!" and "atomic" not in fields[2]:
            said = [w.removeprefix("remote: ").strip() for w in stderr.decode("utf-8", "replace").splitlines() if w.startswith("remote: ")]
            return " · ".join([fields[2], *[w for w in said if w][:5]])
    return last_line(stderr) or "the push failed"


def without_secret(text: str) -> str:
    """Text without the user name and password that an address in it may carry."""
    return re.sub(r"(?<=://)[^/@\s]+@", "", text)


def fetch_objects(workshop: Workshop, remote: str, refs: Collection[str]) -> None:
    """Bring what these refs of ``remote`` point at into the workshop. The user's repository gets nothing. Raises ``WorldError``."""
    if not refs:
        return
    options = ["--dry-run", "--no-tags", "--refmap=", "--no-write-fetch-head", "--no-recurse-submodules", "--quiet"]
    output = git(
        [*NOTHING_BESIDE, "fetch", *options, "--", push_address(workshop.repository, remote), *refs],
        git_dir=workshop.repository.git_dir,
        env=borrowing(workshop),
        timeout=_MOVE,
    )
    if output.status != 0:
        raise WorldError(f"cannot fetch from '{without_secret(remote)}': {without_secret(last_line(output.stderr))}")


@dataclass(frozen=True, slots=True)
class RemoteRefs:
    """``SharedRefs`` at a remote."""

    workshop: Workshop
    remote: str

    def refs(self, names: Collection[str]) -> dict[str, CommitId]:
        """Ask, and bring what our own small refs point at: their pages are read next."""
        found = remote_refs(self.workshop, self.remote, names)
        missing = [ref for ref, oid in found.items() if not self.workshop.has(oid)]
        if missing:
            fetch_objects(self.workshop, self.remote, missing)
        return found

    def swap(self, changes: Sequence[Change]) -> Swap | Refused:
        """Push."""
        return push(self.workshop, self.remote, changes)

    def page(self, commit: CommitId) -> bytes:
        """Read the page from the workshop."""
        return read_page(self.workshop, commit)

    def new_page(self, text: bytes, before: CommitId | None, title: str, keep: Sequence[CommitId] = ()) -> CommitId:
        """Write the page into the workshop."""
        return write_page(self.workshop, text, before, title, keep)


PAGE = "page"


def write_page(workshop: Workshop, text: bytes, before: CommitId | None, title: str, keep: Sequence[CommitId] = ()) -> CommitId:
    """A commit with one file. Commits, since some servers take nothing else behind a ref; their history is the diary of the ref."""
    blob = workshop.write_blob(text)
    tree = workshop.git(["mktree"], stdin=f"100644 blob {blob}\t{PAGE}\n".encode()).decode().strip()
    who = {f"GIT_{role}_{what}": "syncline" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    parents = [oid for oid in dict.fromkeys((before, *keep)) if oid is not None and workshop.has(oid)]
    options = [word for oid in parents for word in ("-p", oid)]
    return CommitId(workshop.git(["commit-tree", tree, *options, "-m", title], env=who).decode().strip())


def read_page(workshop: Workshop, commit: CommitId) -> bytes:
    """The file of such a commit; empty where there is none."""
    status, out, _ = workshop.status(["cat-file", "blob", f"{commit}:{PAGE}"])
    return out if status == 0 else b""
