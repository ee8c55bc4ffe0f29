"""The three ways to fail, each with an exit code of the command line."""

from __future__ import annotations


class SynclineError(Exception):
    """Base of every error that is meant to reach the user as one line."""

    exit_code = 3


class UserError(SynclineError):
    """What the user can fix: a wrong revision, a bad configuration. The message says how."""

    exit_code = 2


class WorldError(SynclineError):
    """The world failed: git, the network, the disk. Trying again may help."""

    exit_code = 4


class Bug(SynclineError):
    """A promise of ours is broken. Never caught inside the rooms."""

    exit_code = 3
