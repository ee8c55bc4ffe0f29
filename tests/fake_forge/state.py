"""One forge's state, shared by every way to reach it: pull requests, comments, labels, checks, rules; and how it lags and fails."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field

from syncline.core.names import CommitId
from syncline.core.pull import CheckRun, MergeMethod, PullState


@dataclass
class StoredRemark:
    """A comment, and from when lists show it."""

    id: int
    author: str
    body: str
    shown_from: float = 0.0


@dataclass
class StoredPull:
    """A pull request, and from when lists show it. A closed one keeps the head it had."""

    number: int
    branch: str
    target: str
    title: str
    body: str
    draft: bool = True
    state: PullState = PullState.OPEN
    labels: list[str] = field(default_factory=list)
    reviewers: list[str] = field(default_factory=list)
    remarks: list[StoredRemark] = field(default_factory=list)
    closed_by: str = ""
    closed_on: str = ""
    planned: MergeMethod | None = None
    shown_from: float = 0.0
    frozen_head: str = ""


@dataclass
class ForgeState:
    """``head_of`` tells where a branch is; ``now`` is the clock; what is new shows in lists only after ``lag`` seconds."""

    head_of: Callable[[str], str | None]
    now: Callable[[], float]
    lag: float = 0.0
    pulls: dict[int, StoredPull] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    checks: dict[str, list[CheckRun]] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    methods: tuple[MergeMethod, ...] = (MergeMethod.MERGE,)
    me: str = "sync-bot"
    ids: int = 100
    last: int = 0
    journal: list[str] = field(default_factory=list)

    def head(self, pull: StoredPull) -> CommitId:
        return CommitId(pull.frozen_head or self.head_of(pull.branch) or "0" * 40)

    def today(self) -> str:
        return dt.datetime.fromtimestamp(self.now(), dt.UTC).date().isoformat()

    def open_from(self, branch: str) -> StoredPull | None:
        return next((p for p in self.pulls.values() if p.branch == branch and p.state is PullState.OPEN), None)

    def open(self, branch: str, target: str, title: str, body: str, *, draft: bool = True) -> StoredPull | None:
        if self.open_from(branch) is not None:
            return None
        # Never used twice, not even when one is deleted.
        self.last += 1
        number = self.last
        self.pulls[number] = StoredPull(number, branch, target, title, body, draft, shown_from=self.now() + self.lag)
        self.journal.append(f"open {number}")
        return self.pulls[number]

    def close(self, number: int, by: str = "", *, merged: bool = False) -> None:
        pull = self.pulls[number]
        if pull.state is PullState.OPEN:
            pull.frozen_head = self.head(pull)
            pull.state = PullState.MERGED if merged else PullState.CLOSED
            pull.closed_by, pull.closed_on = by or self.me, self.today()
            self.journal.append(f"close {number}")

    def say(self, number: int, body: str, author: str = "") -> StoredRemark:
        self.ids += 1
        remark = StoredRemark(self.ids, author or self.me, body, self.now() + self.lag)
        self.pulls[number].remarks.append(remark)
        self.journal.append(f"say {number}")
        return remark

    def remark(self, number: int, remark: int) -> StoredRemark | None:
        return next((r for r in self.pulls[number].remarks if r.id == remark), None)

    def written(self, remark: int) -> tuple[StoredPull, StoredRemark] | None:
        """A comment by its id alone, and where it stands."""
        return next(((p, r) for p in self.pulls.values() for r in p.remarks if r.id == remark), None)

    def shown_remarks(self, number: int) -> list[StoredRemark]:
        return [r for r in self.pulls[number].remarks if r.shown_from <= self.now()]
