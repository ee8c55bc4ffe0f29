"""Ask git's credential helpers, as a push would."""

from __future__ import annotations

from syncline.ports.git.command import git
from syncline.ports.git.repository import Repository


def stored_password(repository: Repository, scheme: str, host: str, path: str) -> str:
    """The password that a helper has for an address; empty where none has. Never asks at a terminal."""
    wanted = f"protocol={scheme}\nhost={host}\npath={path}\n\n"
    env = {"GIT_ASKPASS": "true", "SSH_ASKPASS": "true"}
    output = git(["credential", "fill"], git_dir=repository.git_dir, stdin=wanted.encode(), env=env, timeout=60)
    if output.status != 0:
        return ""
    rows = dict(row.split("=", 1) for row in output.stdout.decode("utf-8", "replace").splitlines() if "=" in row)
    return rows.get("password", "")
