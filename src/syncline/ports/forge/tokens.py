"""Where tokens come from: the environment, or git's credential helpers. Never from a file of ours or an address."""

from __future__ import annotations

import os
from collections.abc import Callable

from syncline.core.errors import UserError

GITHUB = ("SYNCLINE_TOKEN", "GITHUB_TOKEN", "GH_TOKEN")
GITLAB = ("SYNCLINE_TOKEN", "GITLAB_TOKEN")


def find_token(names: tuple[str, ...], helper: Callable[[], str]) -> str:
    """The first that is set, else what the helper has. Raises ``UserError`` that says where to put one."""
    for name in names:
        if token := os.environ.get(name, "").strip():
            return token
    if token := helper():
        return token
    raise UserError(f"no token: set {' or '.join(names)}, or let a git credential helper have one for the forge's host")
