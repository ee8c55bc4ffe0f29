"""Small real histories told step by step: branches that grow, merge, get squashed, rebased or reverted."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

START = 1_704_164_645
_SILENT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}


class Story:
    """A bare repository that is written as the story goes. Each step returns the id of its commit; edits name files, ``None`` removes one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = START
        path.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--bare", "--initial-branch=main", ".")

    def git(self, *arguments: str, stdin: str = "") -> str:
        """Run git here; it has to succeed."""
        env = {**os.environ, **_SILENT}
        done = subprocess.run(["git", "-C", str(self.path), *arguments], input=stdin.encode(), capture_output=True, check=False, env=env)
        assert done.returncode == 0, (arguments, done.stderr.decode("utf-8", "replace"))
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def branch(self, name: str, at: str) -> None:
        """Begin a branch."""
        self.git("update-ref", f"refs/heads/{name}", self.git("rev-parse", at))

    def commit(
        self, branch: str, subject: str, edits: Mapping[str, str | None], *, also: str = "", author: str = "Ada Tester", date: int = 0
    ) -> str:
        """One commit on top of a branch; ``also`` is a further parent, which makes it a merge. ``edits`` come on top of the first parent's tree."""
        self.now += 3600
        who = f"{author} <{author.split(maxsplit=1)[0].lower()}@example.org> {date or self.now} +0000"
        lines = [f"commit refs/heads/{branch}", f"author {who}", f"committer {who}", _data(subject)]
        if self._exists(branch):
            lines.append(f"from refs/heads/{branch}^0")
        if also:
            lines.append(f"merge {self.git('rev-parse', also)}")
        for path, text in edits.items():
            lines += [f"D {path}"] if text is None else [f"M 100644 inline {path}", _data(text)]
        self.git("fast-import", "--quiet", "--force", stdin="\n".join(lines) + "\n")
        return self.git("rev-parse", branch)

    def merge(self, branch: str, source: str, subject: str = "", edits: Mapping[str, str | None] | None = None) -> str:
        """Merge as git does; ``edits`` settle what conflicts. The tree is git's own with these edits."""
        tree = self._merged(branch, source)
        return self._take(branch, tree, subject or f"Merge {source} into {branch}", edits or {}, also=source)

    def squash(self, branch: str, source: str, subject: str = "", edits: Mapping[str, str | None] | None = None) -> str:
        """The same tree with one parent: the ancestry is lost."""
        tree = self._merged(branch, source)
        return self._take(branch, tree, subject or f"Sync {source} (squashed)", edits or {}, also="")

    def pick(self, branch: str, commit: str, subject: str = "", *, trailer: bool = False) -> str:
        """Apply one commit's change on top of a branch."""
        parent = self.git("rev-parse", f"{commit}^")
        tree = self._merged(branch, commit, base=parent)
        said = subject or self.git("log", "-1", "--format=%s", commit)
        if trailer:
            said += f"\n\n(cherry picked from commit {self.git('rev-parse', commit)})"
        return self._take(branch, tree, said, {}, also="")

    def revert(self, branch: str, commit: str) -> str:
        """Take a commit back (a merge against its first parent)."""
        parent = self.git("rev-parse", f"{commit}^1")
        subject = self.git("log", "-1", "--format=%s", commit)
        oid = self.git("rev-parse", commit)
        # Reverting is merging the parent's tree with the commit as base.
        tree = self._merged(branch, parent, base=oid)
        return self._take(branch, tree, f'Revert "{subject}"\n\nThis reverts commit {oid}.', {}, also="")

    def read(self, revision: str, path: str) -> str:
        """A file's text."""
        return self.git("show", f"{revision}:{path}") + "\n"

    def _exists(self, branch: str) -> bool:
        return bool(self.git("for-each-ref", f"refs/heads/{branch}"))

    def _merged(self, branch: str, source: str, base: str = "") -> str:
        if base:
            # Synthetic commits give every git a base of our choice.
            stamp = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
            root = self.git(*stamp, "commit-tree", f"{base}^{{tree}}", "-m", "base")
            ends = [self.git(*stamp, "commit-tree", f"{end}^{{tree}}", "-p", root, "-m", "end") for end in (branch, source)]
        else:
            ends = [branch, source]
        env = {**os.environ, **_SILENT}
        done = subprocess.run(["git", "-C", str(self.path), "merge-tree", "--write-tree", *ends], capture_output=True, check=False, env=env)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout.decode().split("\n", 1)[0]

    def _take(self, branch: str, tree: str, subject: str, edits: Mapping[str, str | None], *, also: str) -> str:
        self.now += 3600
        parents = ["-p", self.git("rev-parse", branch)] + (["-p", self.git("rev-parse", also)] if also else [])
        stamp = {f"GIT_{role}_DATE": f"{self.now} +0000" for role in ("AUTHOR", "COMMITTER")}
        done = subprocess.run(
            [
                "git",
                "-C",
                str(self.path),
                "-c",
                "user.name=Sam Syncer",
                "-c",
                "user.email=sam@example.org",
                "commit-tree",
                tree,
                *parents,
                "-F",
                "-",
            ],
            input=subject.encode(),
            capture_output=True,
            check=True,
            env={**os.environ, **_SILENT, **stamp},
        )
        self.git("update-ref", f"refs/heads/{branch}", done.stdout.decode().strip())
        if not edits:
            return self.git("rev-parse", branch)
        # The settled files replace the markers in the very same commit.
        parts = ["commit refs/heads/settling", "committer x <x> 0 +0000", _data("settled"), f"from refs/heads/{branch}^0"]
        for path, text in edits.items():
            parts += [f"D {path}"] if text is None else [f"M 100644 inline {path}", _data(text)]
        self.git("fast-import", "--quiet", "--force", stdin="\n".join(parts) + "\n")
        settled = self.git("rev-parse", "settling^{tree}")
        self.git("update-ref", "-d", "refs/heads/settling")
        self.git("update-ref", f"refs/heads/{branch}", parents[1])
        return self._take(branch, settled, subject, {}, also=also)


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}"


def lines(*changes: tuple[int, str], count: int = 40, word: str = "line") -> str:
    """Numbered lines, some of them replaced."""
    found = [f"{word} {n} of the file" for n in range(count)]
    for at, text in changes:
        found[at] = text
    return "\n".join(found) + "\n"
