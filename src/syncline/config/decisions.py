"""Decisions of people as TOML: one file for each under ``refs/syncline/decisions``, all of them in ``.syncline/decisions.toml`` of a branch."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields

from syncline.config.reading import parse_as
from syncline.core.acceptance import Acceptance, Decisions, joined
from syncline.core.names import RepoPath, shown

# Where a branch keeps what was decided, for people to read and review.
DECISIONS = RepoPath(".syncline/decisions.toml")

_HEAD = """\
# What people decided about findings of syncline, with the reason. Each decision holds while what it speaks of stays the same ("content"),
# and until its day. Take a table out to take the decision back. New ones: syncline audit MERGE --accept FINGERPRINT --reason "…"
"""


def decisions_toml(decisions: Iterable[Acceptance]) -> bytes:
    """The file of a branch: the same decisions give the same bytes, in whatever order they come."""
    tables = ["\n[[accept]]\n" + _rows(one) for one in joined(tuple(decisions))]
    return (_HEAD + "".join(tables)).encode()


def decision_toml(decision: Acceptance) -> bytes:
    """One decision as a file of its own."""
    return _rows(decision).encode()


def read_decisions_toml(text: str, origin: str) -> tuple[Acceptance, ...]:
    """The inverse of ``decisions_toml``. Raises ``UserError`` with the file, the line and the key of everything that is wrong."""
    return parse_as(Decisions, text, origin).accept


def read_decision_toml(text: str, origin: str) -> Acceptance:
    """The inverse of ``decision_toml``. Raises ``UserError`` likewise."""
    return parse_as(Acceptance, text, origin)


def _rows(decision: Acceptance) -> str:
    """Keys with their values, empty ones left out. Whatever a text holds, it stays one line and one value."""
    rows = ((f.name, getattr(decision, f.name)) for f in fields(Acceptance))
    return "".join(f"{name} = {json.dumps(shown(value), ensure_ascii=False)}\n" for name, value in rows if value)
