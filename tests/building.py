"""Tiny real repositories for tests. Each commit is a whole tree, so that a test says: base, source, target, expected."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DATE = 1_704_164_645
SILENT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}


@dataclass(frozen=True, slots=True)
class File:
    """Content with a mode; ``data`` of a link is where it points, of a submodule the commit's id."""

    data: bytes
    mode: str = "100644"


def script(text: str) -> File:
    return File(text.encode(), "100755")


def link(to: str) -> File:
    return File(to.encode(), "120000")


def submodule(digit: str, length: int = 40) -> File:
    """A submodule at an invented commit: one digit, over and over."""
    return File((digit * length).encode(), "160000")


Tree = Mapping[str | bytes, str | bytes | File]


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit to be: its name becomes a branch. ``parents`` are names of earlier ones."""

    name: str
    parents: tuple[str, ...]
    tree: Tree
    subject: str = ""
    author: str = "Ada Tester"


@dataclass(frozen=True, slots=True)
class Repo:
    """A repository on disk."""

    path: Path

    @property
    def git_dir(self) -> Path:
        return Path(os.fsdecode(self.raw("rev-parse", "--absolute-git-dir")[:-1]))

    def raw(self, *arguments: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> bytes:
        done = subprocess.run(
            ["git", "-C", str(self.path), *arguments],
            input=stdin,
            capture_output=True,
            check=False,
            env={**os.environ, **SILENT, **(env or {})},
        )
        assert done.returncode == 0, (arguments, done.stderr.decode("utf-8", "replace"))
        return done.stdout

    def git(self, *arguments: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> str:
        return self.raw(*arguments, stdin=stdin, env=env).decode("utf-8", "surrogateescape").strip()

    def commit(self, name: str) -> str:
        return self.git("rev-parse", "--verify", f"{name}^{{commit}}")

    def tree(self, name: str) -> dict[str, File]:
        """Every leaf of a tree with its content (of a submodule: the id)."""
        found = {}
        for row in self.raw("ls-tree", "-r", "-z", "--full-tree", name).split(b"\0")[:-1]:
            head, _, path = row.partition(b"\t")
            mode, _, oid = head.decode().split(" ")
            data = oid.encode() if mode == "160000" else self.raw("cat-file", "blob", oid)
            found[path.decode("utf-8", "surrogateescape")] = File(data, mode)
        return found

    def branches(self) -> dict[str, str]:
        rows = self.git("for-each-ref", "--format=%(refname) %(objectname)").split("\n")
        return {row.rsplit(" ", 1)[0]: row.rsplit(" ", 1)[1] for row in rows if row}


def as_file(content: str | bytes | File) -> File:
    return content if isinstance(content, File) else File(content.encode() if isinstance(content, str) else content)


def build(folder: Path, commits: Sequence[Commit], *, options: Sequence[str] = ("--bare",), head: str = "target") -> Repo:
    """Make a repository with these commits, one branch for each. A work tree, if any, holds ``head``."""
    folder.mkdir(parents=True, exist_ok=True)
    repo = Repo(folder)
    repo.raw("init", "--quiet", f"--initial-branch={head}", *options, ".")
    if commits:
        repo.raw("fast-import", "--quiet", stdin=b"".join(_told(commits)))
        if "--bare" not in options:
            repo.raw("reset", "--quiet", "--hard", head)
    return repo


def diverged(folder: Path, *, base: Tree, source: Tree, target: Tree, options: Sequence[str] = ("--bare",)) -> Repo:
    """The usual case: one base, two branches of one commit each."""
    return build(
        folder, (Commit("base", (), base), Commit("source", ("base",), source), Commit("target", ("base",), target)), options=options
    )


def _told(commits: Sequence[Commit]) -> list[bytes]:
    marks = {commit.name: at + 1 for at, commit in enumerate(commits)}
    out = []
    for at, commit in enumerate(commits):
        who = f"{commit.author} <{commit.author.split()[0].lower()}@example.org> {DATE + 60 * at} +0000"
        out.append(f"commit refs/heads/{commit.name}\nmark :{at + 1}\nauthor {who}\ncommitter {who}\n".encode())
        out.append(_data((commit.subject or f"{commit.name} (#{at + 1})").encode()))
        for word, parent in zip(("from", *["merge"] * 20), commit.parents, strict=False):
            out.append(f"{word} :{marks[parent]}\n".encode())
        out.append(b"deleteall\n")
        for path, content in commit.tree.items():
            file = as_file(content)
            raw = path if isinstance(path, bytes) else path.encode("utf-8", "surrogateescape")
            where = (
                b'"' + b"".join(b"\\%03o" % byte if byte < 32 or byte > 126 or byte in b'"\\' else bytes((byte,)) for byte in raw) + b'"'
            )
            if file.mode == "160000":
                out.append(b"M 160000 %s %s\n" % (file.data, where))
            else:
                out.append(b"M %s inline %s\n" % (file.mode.encode(), where) + _data(file.data))
    return out


def _data(data: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(data), data)
