"""A real stage: a shared bare repository, a clone that syncs and publishes, a second clone where people work."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from building import DATE, SILENT, Commit, Repo, Tree, build
from syncline.core.pull import Pull
from syncline.ports.forge.local import LocalForge
from syncline.publish.record import Publication, from_text, record_ref
from syncline.run.progress import silent
from syncline.run.publish import Publishing, PublishRequest, publish_branch
from syncline.run.sync import Night, Request, sync

PAIR = "main-to-dev"
TEXT = "".join(f"line {n}\n" for n in range(40))
CONFIG = """
source = "origin/main"
target = "origin/dev"
prefer = "target"
[publish]
remote = "origin"
quiet-hours = 0
labels = ["sync"]
reviewers = ["ada"]
comments = ["/ok to test {sha}", "Hello."]
"""


def edited(*changes: tuple[int, str], of: str = TEXT) -> str:
    lines = of.splitlines(keepends=True)
    for number, text in changes:
        lines[number] = text
    return "".join(lines)


BASE: Tree = {"a.txt": TEXT, "b.txt": TEXT, ".github/CODEOWNERS": "* @team\n"}
SOURCE: Tree = {**BASE, "a.txt": edited((3, "source\n"), (20, "source wins?\n")), "new.txt": "new\n"}
TARGET: Tree = {**BASE, "a.txt": edited((30, "target\n"), (20, "target wins?\n"))}


@dataclass
class Stage:
    """``shared`` is what all clones push to; ``ours`` runs syncline, ``theirs`` is a person's clone."""

    root: Path
    shared: Repo
    ours: Repo
    theirs: Repo
    config: Path
    clock: int = DATE + 10_000

    def sync(self, name: str) -> Night:
        """Merge on the branch of a night."""
        return sync(Request(self.ours.path, branch=name, config=self.config), silent)

    def publish(self, branch: str, *, dry_run: bool = False) -> Publishing:
        return publish_branch(PublishRequest(self.ours.path, branch, config=self.config, dry_run=dry_run), silent)

    def forge(self) -> LocalForge:
        return LocalForge(self.ours.git_dir / "syncline" / "pulls", lambda branch: None, lambda: "2024-01-01")

    def pull(self, number: int = 1) -> Pull:
        found = self.forge().pull(number)
        assert found is not None
        return found

    def tip(self, branch: str) -> str:
        return self.shared.git("rev-parse", f"refs/heads/{branch}")

    def record(self) -> Publication:
        found = from_text(self.shared.raw("cat-file", "blob", f"{record_ref(PAIR)}:page"))
        assert found is not None
        return found

    def push_file(self, branch: str, path: str, text: str, subject: str, author: str = "Petra Person") -> str:
        """Somebody edits a file on a branch and pushes."""
        git = self.theirs.git
        git("fetch", "--quiet", "--prune", "origin")
        git("checkout", "--quiet", "--detach", f"origin/{branch}")
        (self.theirs.path / path).parent.mkdir(parents=True, exist_ok=True)
        (self.theirs.path / path).write_text(text, "utf-8")
        git("add", "--all")
        self.clock += 60
        who = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in _person(author, self.clock).items()}
        self.theirs.git("commit", "--quiet", "-m", subject, env=who)
        git("push", "--quiet", "origin", f"HEAD:refs/heads/{branch}")
        return git("rev-parse", "HEAD")

    def read(self, branch: str, path: str) -> str:
        return self.shared.raw("cat-file", "blob", f"refs/heads/{branch}:{path}").decode()

    def subjects(self, branch: str, since: str) -> list[str]:
        return self.shared.git("log", "--first-parent", "--reverse", "--format=%s", f"{since}..refs/heads/{branch}").split("\n")


def _person(name: str, when: int) -> dict[str, str]:
    return {"NAME": name, "EMAIL": f"{name.split(maxsplit=1)[0].lower()}@example.org", "DATE": f"{when} +0000"}


def stage(folder: Path, *, source: Tree = SOURCE, target: Tree = TARGET, base: Tree = BASE, config: str = CONFIG, url: str = "") -> Stage:
    """One base, main and dev apart, two clones."""
    shared = build(folder / "shared.git", (Commit("base", (), base), Commit("main", ("base",), source), Commit("dev", ("base",), target)))
    shared.raw("update-ref", "-d", "refs/heads/base")
    shared.raw("symbolic-ref", "HEAD", "refs/heads/dev")
    clones = []
    for name in ("ours", "theirs"):
        done = ["git", "clone", "--quiet", url or str(shared.path), str(folder / name)]
        subprocess.run(done, check=True, env={**os.environ, **SILENT}, capture_output=True)
        clones.append(Repo(folder / name))
    path = folder / "syncline.toml"
    path.write_text(config, "utf-8")
    return Stage(folder, shared, clones[0], clones[1], path)
