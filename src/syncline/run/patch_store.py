"""The patches of commits, remembered: of a night's commits nearly all are those of the night before."""

from __future__ import annotations

from collections.abc import Sequence

from syncline.account.linelog import FIELDS
from syncline.core.names import CommitId, RepoPath
from syncline.ports.blobcache import made_by, user_cache
from syncline.ports.git import linehistory, patches
from syncline.ports.git.workshop import Workshop

# What patches are asked for, cut and kept by: another version of one of these may keep others.
_VERSION = made_by(linehistory, patches)


def line_history(workshop: Workshop, tips: Sequence[CommitId], without: Sequence[CommitId], paths: Sequence[RepoPath]) -> bytes:
    """``linehistory.line_history`` with the fields of a line log, which remembers patches for this user."""
    store = user_cache("patches", _VERSION)
    store.tidy()
    return linehistory.line_history(workshop, tips, without, paths, FIELDS, store)
