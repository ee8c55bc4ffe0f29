"""The user's repository: what it is, what its names stand for. Read only; see ``landing`` for what writes."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.ports.git.command import demand, environment, git, last_line, told_version
from syncline.ports.process import run

_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Repository:
    """Where a repository keeps its things, and the git that reads them. ``common_dir`` differs from ``git_dir`` in a linked work tree."""

    git_dir: Path
    common_dir: Path
    objects: Path
    object_format: str
    shallow: bool
    git: bytes

    @property
    def null_id(self) -> str:
        """The id that means "no object"."""
        return "0" * (64 if self.object_format == "sha256" else 40)

    def cut_off(self) -> frozenset[str]:
        """The commits at which a shallow clone ends: git shows them without their parents."""
        try:
            return frozenset((self.common_dir / "shallow").read_text("ascii").split()) if self.shallow else frozenset()
        except OSError:
            return frozenset()


def open_repository(path: Path) -> Repository:
    """Find the repository at ``path``: a work tree (or a folder below one), a bare repository, a linked work tree, a git directory.

    Raises ``UserError`` when there is none, ``WorldError`` when git is missing or too old.
    """
    version = told_version()
    if not path.exists():
        raise UserError(f"no such folder: {path}")
    if not path.is_dir():
        raise UserError(f"not a folder: {path}")
    git_dir, common, objects, object_format, shallow = _told(path)
    return Repository(
        git_dir=Path(git_dir),
        common_dir=(path / common).resolve(),
        objects=(path / objects).resolve(),
        object_format=object_format,
        shallow=shallow == "true",
        git=version,
    )


def _told(path: Path) -> list[str]:
    """What git tells of the place of a repository, each answer whole: a path may hold a line feed."""
    questions = [
        ["--absolute-git-dir"],
        ["--git-common-dir"],
        ["--git-path", "objects"],
        ["--show-object-format"],
        ["--is-shallow-repository"],
    ]
    # safe.directory: reading is harmless, and a mirror owned by another user is a normal case for a bot. Nothing of its configuration runs a program here.
    command = ["git", "-c", "safe.directory=*", "-C", str(path), "rev-parse"]
    output = run([*command, *(word for words in questions for word in words)], env=environment())
    if output.status != 0:
        raise UserError(f"{path}: {last_line(output.stderr)}; name a repository with --repo")
    answers = os.fsdecode(output.stdout).split("\n")[:-1]
    if len(answers) == len(questions):
        return answers
    return [os.fsdecode(run([*command, *words], env=environment()).stdout)[:-1] for words in questions]


def resolve(repository: Repository, name: str) -> CommitId:
    """The commit that ``name`` stands for. Raises ``UserError`` with the nearest known names when it stands for none."""
    found = _verified(repository, f"{name}^{{commit}}")
    if found is not None:
        return CommitId(found)
    if _verified(repository, name) is not None:
        # A full id is taken on trust until the commit behind it is asked for.
        if git(["cat-file", "-e", "--end-of-options", name], git_dir=repository.git_dir).status == 0:
            raise UserError(f"'{name}' is not a commit")
        raise UserError(f"commit '{name}' is not in this repository; fetch it first")
    raise UserError(f"unknown revision: '{name}'{_nearest(repository, name)}")


def _verified(repository: Repository, name: str) -> str | None:
    """The object that ``name`` stands for."""
    if not name or "\0" in name:
        return None
    output = git(["rev-parse", "--verify", "--quiet", "--end-of-options", name], git_dir=repository.git_dir)
    found = output.stdout.decode("utf-8", "replace").strip()
    # A range or an exclusion ("a...b", "^a") passes as well, with more to say than one id.
    return found if output.status == 0 and _ID.fullmatch(found) else None


def _nearest(repository: Repository, name: str) -> str:
    import difflib

    output = git(["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags"], git_dir=repository.git_dir)
    known = output.stdout.decode("utf-8", "replace").split("\n") if output.status == 0 else []
    near = difflib.get_close_matches(name, known, n=3)
    return f"; did you mean {', '.join(near)}?" if near else ""


def setting(repository: Repository, key: str, *, kind: str = "") -> str | None:
    """A value of the user's git configuration, or ``None``."""
    output = git(["config", *([f"--type={kind}"] if kind else []), "--get", key], git_dir=repository.git_dir)
    return output.stdout.decode("utf-8", "replace").rstrip("\n") if output.status == 0 else None


def require_identity(repository: Repository, name: str, email: str) -> str:
    """Who commits, as ``Name <email>``: the configured bot, or git's own rules. Raises ``UserError`` when git knows nobody."""
    extra = identity_variables(name, email)
    output = git(["var", "GIT_COMMITTER_IDENT"], git_dir=repository.git_dir, env=extra)
    if output.status != 0:
        raise UserError("git does not know who commits; set user.name and user.email, or [identity] in syncline.toml")
    return output.stdout.decode("utf-8", "replace").rsplit(">", 1)[0] + ">"


def identity_variables(name: str, email: str) -> dict[str, str]:
    """The variables that make git commit as a configured identity; empty strings leave git's own rules in force."""
    extra: dict[str, str] = {}
    for role in ("AUTHOR", "COMMITTER"):
        if name:
            extra[f"GIT_{role}_NAME"] = name
        if email:
            extra[f"GIT_{role}_EMAIL"] = email
    return extra


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of ours and what its tip is."""

    name: str
    commit: CommitId
    tree: str
    parents: tuple[CommitId, ...]


def branches(repository: Repository, pattern: str) -> tuple[Branch, ...]:
    """Local branches whose name matches git's ``pattern`` (``*`` within one level, ``**`` across), with tree and parents of their tips."""
    shape = "%(refname:strip=2)%00%(objectname)%00%(tree)%00%(parent)"
    output = git(["for-each-ref", f"--format={shape}", f"refs/heads/{pattern}"], git_dir=repository.git_dir)
    found = []
    for line in demand(output, "listing branches").decode("utf-8", "surrogateescape").split("\n")[:-1]:
        name, commit, tree, parents = line.split("\0")
        found.append(Branch(name, CommitId(commit), tree, tuple(CommitId(p) for p in parents.split())))
    return tuple(found)


def valid_branch(name: str) -> bool:
    """True when git accepts ``name`` as a branch name."""
    if "\0" in name or name.startswith("-"):
        return False
    output = run(["git", "check-ref-format", "--branch", name], env=environment())
    # git fills in "@{-1}" here, which is a name for a branch and none of a branch.
    return output.status == 0 and os.fsdecode(output.stdout) == f"{name}\n"


def in_the_way(repository: Repository, name: str) -> str | None:
    """A branch beside which git cannot keep a branch ``name``: one is a folder of the other (``sync`` and ``sync/today``)."""
    folders = [name[:at] for at, char in enumerate(name) if char == "/"]
    for branch in (b for word in (*folders, name) for b in branches(repository, word)):
        if branch.name in folders or branch.name.startswith(f"{name}/"):
            return branch.name
    return None


@dataclass(frozen=True, slots=True)
class RemoteBranch:
    """A branch of a remote behind a remote-tracking name."""

    remote: str
    branch: str


def tracking_ref(repository: Repository, name: str) -> str:
    """The whole name of the remote-tracking branch that ``name`` means here; empty where it means something else, or nothing yet."""
    if "\0" in name:
        return ""
    output = git(["rev-parse", "--symbolic-full-name", "--verify", "--quiet", "--end-of-options", name], git_dir=repository.git_dir)
    full = output.stdout.decode("utf-8", "surrogateescape").strip()
    return full if output.status == 0 and full.startswith("refs/remotes/") else ""


def remote_branch(repository: Repository, name: str) -> RemoteBranch | None:
    """The remote branch behind ``name`` when it is a remote-tracking branch of a configured remote; ``None`` otherwise.

    It need not have been fetched before: ``origin/new`` is one as soon as the remote is configured to be tracked there.
    """
    if "\0" in name:
        return None
    output = git(["rev-parse", "--symbolic-full-name", "--verify", "--quiet", "--end-of-options", name], git_dir=repository.git_dir)
    full = output.stdout.decode("utf-8", "surrogateescape").strip()
    if output.status != 0:
        full = name if name.startswith("refs/remotes/") else f"refs/remotes/{name}"
        if not valid_branch(full):
            return None
    if not full.startswith("refs/remotes/"):
        return None
    fetched = git(["config", "-z", "--get-regexp", r"^remote\..*\.fetch$"], git_dir=repository.git_dir)
    for row in fetched.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        key, _, spec = row.partition("\n")
        origin, _, local = spec.lstrip("+").partition(":")
        if local.endswith("/*") and origin == "refs/heads/*" and full.startswith(local[:-1]):
            return RemoteBranch(key[len("remote.") : -len(".fetch")], full[len(local) - 1 :])
        if local == full and origin.startswith("refs/heads/"):
            return RemoteBranch(key[len("remote.") : -len(".fetch")], origin[len("refs/heads/") :])
    return None


def tip_of_remote(repository: Repository, remote: RemoteBranch) -> CommitId:
    """Ask the remote where its branch is now. Raises ``WorldError`` when it does not answer, ``UserError`` when the branch is gone."""
    output = git(["ls-remote", "--heads", "--", remote.remote, f"refs/heads/{remote.branch}"], git_dir=repository.git_dir, timeout=120)
    # The pattern also matches the ends of longer names.
    for line in demand(output, f"asking remote '{remote.remote}'").decode("utf-8", "surrogateescape").split("\n"):
        oid, _, ref = line.partition("\t")
        if ref == f"refs/heads/{remote.branch}":
            return CommitId(oid)
    raise UserError(f"remote '{remote.remote}' has no branch '{remote.branch}'")
