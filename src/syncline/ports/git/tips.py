"""Branches as ``init`` and the pairs see them: tips, the default branch, remotes, how far two branches are apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId
from syncline.ports.git.command import demand, git
from syncline.ports.git.repository import Repository
from syncline.ports.git.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Tip:
    """A branch: its short name (``dev``, ``origin/dev``), its remote (empty for a local one) and its commit."""

    name: str
    remote: str
    commit: CommitId


def tips(repository: Repository) -> tuple[Tip, ...]:
    """All local and remote-tracking branches, the one committed to last first. Names that are no UTF-8 are left out."""
    shape = "%(refname)%00%(symref)%00%(objectname)"
    output = git(["for-each-ref", "--sort=-committerdate", f"--format={shape}", "refs/heads", "refs/remotes"], git_dir=repository.git_dir)
    remotes = dict(remote_urls(repository))
    found = []
    for line in demand(output, "listing branches").decode("utf-8", "surrogateescape").splitlines():
        full, symbolic, commit = line.split("\0")
        if symbolic or any("\ud800" <= char <= "\udfff" for char in full):
            continue
        name = full.removeprefix("refs/heads/").removeprefix("refs/remotes/")
        remote = next((r for r in remotes if name.startswith(f"{r}/")), "") if full.startswith("refs/remotes/") else ""
        found.append(Tip(name, remote, CommitId(commit)))
    return tuple(found)


def remote_urls(repository: Repository) -> tuple[tuple[str, str], ...]:
    """Remotes with the address they fetch from."""
    output = git(["config", "--get-regexp", r"^remote\..*\.url$"], git_dir=repository.git_dir)
    rows = [line.partition(" ") for line in output.stdout.decode("utf-8", "replace").splitlines()]
    return tuple((key[len("remote.") : -len(".url")], url) for key, _, url in rows)


def default_branch(repository: Repository, remote: str = "") -> str:
    """The branch that HEAD of a remote (or of the repository itself) points at, by its short name; empty when it points nowhere."""
    name = f"refs/remotes/{remote}/HEAD" if remote else "HEAD"
    output = git(["symbolic-ref", "--short", "--quiet", name], git_dir=repository.git_dir)
    return output.stdout.decode("utf-8", "surrogateescape").strip() if output.status == 0 else ""


def work_tree(repository: Repository) -> str:
    """The folder of the work tree; empty for a bare repository."""
    output = git(["rev-parse", "--is-bare-repository"], git_dir=repository.git_dir)
    if output.status != 0 or output.stdout.strip() == b"true":
        return ""
    return str(repository.git_dir.parent) if repository.git_dir.name == ".git" else ""


def apart(workshop: Workshop, source: CommitId, target: CommitId) -> tuple[int, int]:
    """How many commits only the source has, and how many only the target."""
    left, right = workshop.git(["rev-list", "--left-right", "--count", f"{source}...{target}"]).split()
    return int(left), int(right)


def unreachable(workshop: Workshop, commits: Sequence[CommitId], source: CommitId) -> frozenset[CommitId]:
    """Those of ``commits`` that cannot be reached from ``source``."""
    if not commits:
        return frozenset()
    stdin = "".join(f"{commit}\n" for commit in commits) + f"^{source}\n"
    outside = set(workshop.git(["rev-list", "--stdin"], stdin=stdin.encode()).decode().split())
    return frozenset(commit for commit in commits if commit in outside)


def tagged(repository: Repository) -> frozenset[CommitId]:
    """Objects that carry a tag, annotated tags followed to what they name."""
    output = git(["for-each-ref", "--format=%(objectname) %(*objectname)", "refs/tags"], git_dir=repository.git_dir)
    rows = (line.split(" ") for line in demand(output, "listing tags").decode().splitlines())
    return frozenset(CommitId(row[-1] or row[0]) for row in rows)
