"""Run git and read its failures."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from syncline.core.errors import WorldError
from syncline.ports.process import Output, run

FLOOR = (2, 38)

# Variables that point git at another repository, index or object store; inherited ones (we may run inside a hook) must not leak in.
_FOREIGN = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
    "GIT_REPLACE_REF_BASE",
    "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE",
    "GIT_EXTERNAL_DIFF",
    "GIT_DIFF_OPTS",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_ATTR_SOURCE",
    "GIT_CONFIG",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_DEFAULT_HASH",
    "GIT_DEFAULT_REF_FORMAT",
    "GIT_TEMPLATE_DIR",
)

# For ``git fetch`` in the user's repository: nothing is tidied up or written there beside what was asked for.
NOTHING_BESIDE = ("-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "fetch.writeCommitGraph=false")

# Configuration handed down by variables (``git -c``, or a CI's own). Right for the user's repository, never for the workshop.
_HANDED_DOWN = ("GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_CONFIG_SYSTEM")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment for git: ours, in the C locale, without a terminal prompt, without variables of another repository."""
    env = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    env.update(
        {
            "LC_ALL": "C",
            "LANGUAGE": "C",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_PAGER": "cat",
            "GIT_NO_REPLACE_OBJECTS": "1",
        }
    )
    env.update(extra or {})
    return env


def sealed(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment for git in a repository of our own: no configuration or attributes of the user, the system or the caller apply.

    They could change how git merges, and name programs to run.
    """
    env = {name: value for name, value in environment().items() if not name.startswith(_HANDED_DOWN)}
    # Without a configuration git would still look for attributes where it looks for them by itself, in the user's home.
    nowhere = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.attributesFile", "GIT_CONFIG_VALUE_0": os.devnull}
    return {**env, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_ATTR_NOSYSTEM": "1", **nowhere, **(extra or {})}


def git(
    arguments: Sequence[str | bytes],
    *,
    git_dir: Path,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    timeout: float | None = None,
    ours: bool = False,
    shielded: bool = False,
) -> Output:
    """Run one git command in a git directory. Any exit status is a value; see ``demand``.

    ``env`` comes on top of ``environment``, or of ``sealed`` where the directory is ``ours``. ``shielded``: see ``process.run``.
    """
    variables = sealed(env) if ours else environment(env)
    return run(["git", f"--git-dir={git_dir}", *arguments], stdin=stdin, env=variables, timeout=timeout, shielded=shielded)


def demand(output: Output, doing: str) -> bytes:
    """The standard output of a command that had to succeed. ``doing`` completes "git failed while …"."""
    if output.status == 0:
        return output.stdout
    raise WorldError(f"git failed while {doing}: {last_line(output.stderr) or f'exit status {output.status}'}")


def last_line(stderr: bytes) -> str:
    """The line of git's complaint that says most: the first ``fatal:`` or ``error:``, else the last one; without its prefix.

    The user name and password that an address in it may carry are left out.
    """
    lines = [line.strip() for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    loud = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return re.sub(r"(?<=://)[^/@\s]+@", "", re.sub(r"^(fatal|error): ", "", (loud or lines or [""])[0 if loud else -1]))


def require_version() -> tuple[int, int]:
    """The git version as (major, minor). Raises ``WorldError`` when git is missing or older than the floor."""
    return _required()[0]


def told_version() -> bytes:
    """What git says of its version, whole: two gits that say the same print the same. Raises ``WorldError`` as ``require_version`` does."""
    return _required()[1]


def _required() -> tuple[tuple[int, int], bytes]:
    try:
        output = run(["git", "version"], env=environment())
    except WorldError as error:
        raise WorldError(f"git was not found; install git {FLOOR[0]}.{FLOOR[1]} or newer and put it on the PATH") from error
    found = re.search(rb"(\d+)\.(\d+)", output.stdout)
    if output.status != 0 or found is None:
        raise WorldError(f"git does not tell its version; install git {FLOOR[0]}.{FLOOR[1]} or newer")
    version = (int(found[1]), int(found[2]))
    if version < FLOOR:
        raise WorldError(f"git {version[0]}.{version[1]} is too old; syncline needs git {FLOOR[0]}.{FLOOR[1]} or newer")
    return version, output.stdout
