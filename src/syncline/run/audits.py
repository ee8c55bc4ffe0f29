"""Audits of tonight, kept in the user's cache: whoever publishes a tree that was just audited need not audit it again.

What is kept is what the checks and history said, before people's decisions: those are put on it anew, so that a decision recorded in between
counts. An audit is that of its very inputs: the four trees, what our rules recorded, the configuration, and every module of this program.
``syncline audit`` never reads from here: it judges afresh.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import pickle
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

import syncline
from syncline.config import Config
from syncline.core import finding, hunk, ledger, merge, provenance, report, stakes, tree
from syncline.core.ledger import Record
from syncline.core.names import BlobId, RepoPath
from syncline.core.plan import SyncPlan
from syncline.core.report import AuditReport
from syncline.core.stakes import Stakes
from syncline.core.tree import MergedTree
from syncline.ports.blobcache import made_in, user_cache
from syncline.run.provenance import Ends
from syncline.run.records import records_text

# Values alone: no function may be named by what is read back, so that a file that somebody else put there cannot run code.
_KNOWN = {module.__name__: module for module in (finding, hunk, ledger, merge, provenance, report, stakes, tree)}


# Worked out when the code is loaded, and not at the end of the night: the files may have been replaced by then, under a long run.
_VERSION = made_in(syncline)


@dataclass(frozen=True, slots=True)
class Told:
    """An audit that has been made, and git's own merge."""

    report: AuditReport
    merged: MergedTree


def audit_key(ends: Ends, records: tuple[Record, ...], config: Config, today: date) -> BlobId:
    """A name for everything that an audit depends on."""
    parts = [ends.target, ends.source, ends.merged, *ends.bases, repr(replace(config, origin="", places={})), _VERSION]
    if config.analysers or config.environment:
        # What other programs said, or what is installed, is believed for a day: they may be newer tomorrow.
        parts.append(today.isoformat())
    made = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape"))
    made.update(records_text(records))
    return BlobId(made.hexdigest())


def remember_audit(key: BlobId, told: Told) -> None:
    """Keep an audit that nobody has answered yet."""
    _remember("audits", key, (told.report, told.merged))


def recall_audit(key: BlobId) -> Told | None:
    """The audit of these inputs, or ``None``."""
    found = _recall("audits", key)
    if isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], AuditReport) and isinstance(found[1], MergedTree):
        return Told(*found)
    return None


def stakes_key(plan: SyncPlan, config: Config) -> BlobId:
    """A name for what is at stake between two ends."""
    parts = [plan.target.commit, plan.source.commit, *plan.bases, repr(config.lessons), _VERSION]
    return BlobId(hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest())


def remember_stakes(key: BlobId, found: Sequence[Stakes]) -> None:
    """Keep what is at stake at the conflicts that no rule settled."""
    _remember("stakes", key, tuple(found))


def recall_stakes(key: BlobId, paths: Collection[RepoPath]) -> tuple[Stakes, ...] | None:
    """What is at stake at each of ``paths``; ``None`` where that of one of them is not kept."""
    kept = _recall("stakes", key)
    found = {one.path: one for one in kept if isinstance(one, Stakes)} if isinstance(kept, tuple) else {}
    return tuple(found[path] for path in paths) if found.keys() >= set(paths) else None


def _remember(name: str, key: BlobId, value: object) -> None:
    kept = user_cache(name)
    kept.tidy(_MOST)
    kept.remember(key, pickle.dumps(value, protocol=5))


def _recall(name: str, key: BlobId) -> object:
    data = user_cache(name).recall(key)
    with contextlib.suppress(EOFError, ValueError, AttributeError, TypeError, IndexError, KeyError, ImportError, pickle.UnpicklingError):
        return _Reader(io.BytesIO(data)).load() if data is not None else None
    return None


# Audits that are kept: some nights of some pairs. One of a large merge has a few megabytes.
_MOST = 40


class _Reader(pickle.Unpickler):
    """Reads values of ours and nothing else."""

    def find_class(self, module: str, name: str) -> object:
        if module in _KNOWN and not name.startswith("_") and isinstance(found := getattr(_KNOWN[module], name), type):
            return found
        if (module, name) == ("builtins", "getattr"):
            # How early releases of Python 3.11 name the member of an enumeration.
            return _member
        raise pickle.UnpicklingError(f"no part of an audit: {module}.{name}")


def _member(kind: object, name: str) -> object:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind[name]
    raise pickle.UnpicklingError(f"no part of an audit: an attribute {name}")
