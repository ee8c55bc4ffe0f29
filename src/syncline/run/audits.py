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
import sys
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path

import syncline
from syncline.config import Config
from syncline.core import finding, hunk, ledger, merge, provenance, report, tree
from syncline.core.ledger import Record
from syncline.core.names import BlobId
from syncline.core.report import AuditReport
from syncline.core.tree import MergedTree
from syncline.ports.blobcache import user_cache
from syncline.run.provenance import Ends
from syncline.run.records import records_text

# Values alone: no function may be named by what is read back, so that a file that somebody else put there cannot run code.
_KNOWN = {module.__name__: module for module in (finding, hunk, ledger, merge, provenance, report, tree)}


@dataclass(frozen=True, slots=True)
class Told:
    """An audit that has been made, and git's own merge."""

    report: AuditReport
    merged: MergedTree


def audit_key(ends: Ends, records: tuple[Record, ...], config: Config, today: date) -> BlobId:
    """A name for everything that an audit depends on."""
    parts = [ends.target, ends.source, ends.merged, *ends.bases, repr(replace(config, origin="", places={})), _version()]
    if config.analysers:
        # What other programs said is believed for a day: they may be newer tomorrow.
        parts.append(today.isoformat())
    made = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape"))
    made.update(records_text(records))
    return BlobId(made.hexdigest())


def remember_audit(key: BlobId, told: Told) -> None:
    """Keep an audit that nobody has answered yet."""
    kept = user_cache("audits")
    kept.tidy(_MOST)
    kept.remember(key, pickle.dumps((told.report, told.merged), protocol=5))


def recall_audit(key: BlobId) -> Told | None:
    """The audit of these inputs, or ``None``."""
    data = user_cache("audits").recall(key)
    if data is None:
        return None
    with contextlib.suppress(EOFError, ValueError, AttributeError, TypeError, IndexError, KeyError, ImportError, pickle.UnpicklingError):
        found = _Reader(io.BytesIO(data)).load()
        if isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], AuditReport) and isinstance(found[1], MergedTree):
            return Told(*found)
    return None


# Audits that are kept: some nights of some pairs. One of a large merge has a few megabytes.
_MOST = 40


@cache
def _version() -> str:
    made = hashlib.sha256(sys.version.encode())
    package = Path(str(syncline.__file__)).parent
    for module in sorted(package.rglob("*.py")):
        made.update(module.read_bytes())
    return made.hexdigest()


class _Reader(pickle.Unpickler):
    """Reads values of ours and nothing else."""

    def find_class(self, module: str, name: str) -> object:
        if module in _KNOWN and not name.startswith("_") and isinstance(found := getattr(_KNOWN[module], name), type):
            return found
        raise pickle.UnpicklingError(f"no part of an audit: {module}.{name}")
