"""The record of one pair's publication: what runners of all machines share, under ``refs/syncline/publish/<pair>``."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any

from syncline.core.names import CommitId, TreeId

SCHEMA = "syncline.publish/1"


def record_ref(pair: str) -> str:
    """Where the record of a pair is kept."""
    return f"refs/syncline/publish/{pair}"


class Outcome(StrEnum):
    """What became of a commit that people had put on the branch."""

    CARRIED = "carried"
    CONTAINED = "contained"
    UNFIT = "no longer applies"


@dataclass(frozen=True, slots=True)
class Carried:
    """A person's commit on an earlier head and what became of it on the new one. ``now`` is its new id, empty where there is none."""

    commit: CommitId
    now: str
    author: str
    subject: str
    outcome: Outcome
    paths: tuple[str, ...] = ()


class Standing(StrEnum):
    """How far the publication has come."""

    UNDER_WAY = "under way"
    PUBLISHED = "published"
    LANDED = "landed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Publication:
    """One publication. ``ours`` is the last commit that we made (the fix, or the merge); above it, up to ``head``, people's are carried.

    ``begun`` names steps that cannot be repeated and were about to be taken; ``done`` those that have been. A step in ``begun`` alone is one
    whose runner died over it: the next runner looks harder before it takes the step again.
    """

    pair: str
    branch: str
    target_branch: str
    source: CommitId
    target: CommitId
    merge: CommitId
    fix: str
    ours: CommitId
    head: CommitId
    tree: TreeId
    standing: Standing = Standing.UNDER_WAY
    pull: int = 0
    previous_branch: str = ""
    previous_pull: int = 0
    # The tip of the superseded branch that has been looked at: what people push there later is brought over, too.
    previous_head: str = ""
    begun: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    carried: tuple[Carried, ...] = ()
    # What this head took the place of: our last commit and the tip then, for the range-diff; empty where nothing was rewritten.
    former_ours: str = ""
    former_head: str = ""

    @property
    def originals(self) -> tuple[CommitId, ...]:
        """People's commits as they wrote them. The record keeps them reachable, whatever became of them on the branch."""
        former = (CommitId(self.former_head),) if self.former_head else ()
        return tuple(dict.fromkeys((*former, *(c.commit for c in self.carried))))

    def with_begun(self, key: str) -> Publication:
        """The record before a step that cannot be repeated."""
        return replace(self, begun=(*self.begun, key)) if key not in self.begun else self

    def with_done(self, key: str) -> Publication:
        """The record after it."""
        return replace(self, done=(*self.done, key)) if key not in self.done else self


def to_text(record: Publication) -> bytes:
    """The record as JSON, in a stable order."""
    return (json.dumps({"schema": SCHEMA, **asdict(record)}, indent=1, sort_keys=True) + "\n").encode("utf-8", "surrogateescape")


def from_text(text: bytes) -> Publication | None:
    """Read a record; ``None`` for what is not one of ours (another schema, a damaged file): it may then decide nothing."""
    try:
        data = json.loads(text.decode("utf-8", "surrogateescape"))
        if data.pop("schema") != SCHEMA:
            return None
        carried = tuple(_carried(row) for row in data.pop("carried"))
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        known = {field.name for field in fields(Publication)}
        if not set(values) <= known:
            return None
        return Publication(**{**values, "standing": Standing(values["standing"]), "carried": carried})
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _carried(row: dict[str, Any]) -> Carried:
    return Carried(CommitId(row["commit"]), row["now"], row["author"], row["subject"], Outcome(row["outcome"]), tuple(row["paths"]))
