"""A stage whose pull requests live at a fake forge over real HTTP."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from building import Tree
from fake_forge import github_routes, gitlab_routes
from fake_forge.server import Fake, running
from fake_forge.state import ForgeState
from publish.gitstage import Stage, stage
from syncline.publish.frame import remark_key

CONFIG = """
source = "origin/main"
target = "origin/dev"
prefer = "target"
[publish]
forge = "{kind}"
api = "{api}"
project = "{project}"
quiet-hours = 0
labels = ["sync", "forbidden one"]
reviewers = ["ada", "nobody"]
comments = ["/ok to test {{sha}}"]
"""


class Online(Stage):
    """``fake`` is the server; its state is what people do at the forge."""

    fake: Fake

    def keys(self, number: int = 1) -> list[str]:
        return [k for r in self.fake.state.pulls[number].remarks if (k := remark_key(r.body))]

    def land(self, number: int, method: str) -> str:
        """What the forge does when somebody presses its button."""
        pull = self.fake.state.pulls[number]
        tip, dev = self.tip(pull.branch), self.tip(pull.target)
        parents = ["-p", dev, *(["-p", tip] if method == "merge" else [])]
        made = self.shared.git("commit-tree", f"{tip}^{{tree}}", *parents, "-m", f"{pull.title} (#{number})")
        self.fake.state.close(number, "tom", merged=True)
        self.shared.git("update-ref", f"refs/heads/{pull.target}", made)
        self.shared.git("update-ref", "-d", f"refs/heads/{pull.branch}")
        return made


@contextmanager
def online(kind: str, folder: Path, trees: tuple[Tree, Tree, Tree], *, project: str = "", config: str = CONFIG) -> Iterator[Online]:
    """``trees`` are base, source and target. The first night is merged on ``n1``. ``project`` is what we know it by, where that is not its name."""
    routes = github_routes if kind == "github" else gitlab_routes
    shared = folder / "shared.git"

    def head_of(branch: str) -> str | None:
        command = ["git", f"--git-dir={shared}", "rev-parse", "--verify", "--quiet", f"refs/heads/{branch}"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or None

    state = ForgeState(head_of, time.time)
    state.people |= {"ada"}
    with running(state, routes.routes) as fake:
        api = fake.address + ("" if kind == "github" else "/api/v4")
        made = stage(
            folder,
            base=trees[0],
            source=trees[1],
            target=trees[2],
            config=config.format(kind=kind, api=api, project=project or routes.PROJECT),
        )
        found = Online(**{name: getattr(made, name) for name in ("root", "shared", "ours", "theirs", "config", "clock")})
        found.fake = fake
        found.sync("n1")
        yield found
