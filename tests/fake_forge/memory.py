"""The doors to the world in memory, deterministic: for interleavings by the thousand. They run the contract suites too."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from fake_forge.state import ForgeState, StoredPull
from syncline.core.clearance import Clearance
from syncline.core.errors import WorldError
from syncline.core.names import CommitId
from syncline.core.pull import CheckRun, LandingRules, Pull, PullState, Remark
from syncline.ports.forge import NotOpened
from syncline.ports.shared import Change, Refused, Swap


@dataclass
class MemoryRefs:
    """``SharedRefs``: a dictionary of refs and one of pages."""

    heads: dict[str, CommitId] = field(default_factory=dict)
    pages: dict[str, bytes] = field(default_factory=dict)
    count: int = 0
    refuse: str = ""

    def refs(self, names: Collection[str]) -> Mapping[str, CommitId]:
        return {name: self.heads[name] for name in names if name in self.heads}

    def swap(self, changes: Sequence[Change]) -> Swap | Refused:
        moved = [c for c in changes if c.old != c.new]
        if any(self.heads.get(c.ref) != c.old for c in moved):
            return Swap.RACED
        if self.refuse and any(self.refuse in c.ref for c in moved):
            return Refused("declined by a hook")
        for change in moved:
            if change.new is None:
                del self.heads[change.ref]
            else:
                self.heads[change.ref] = change.new
        return Swap.DONE

    def page(self, commit: CommitId) -> bytes:
        return self.pages.get(commit, b"")

    def new_page(self, text: bytes, before: CommitId | None, title: str, keep: Sequence[CommitId] = ()) -> CommitId:
        del before, title, keep
        self.count += 1
        name = CommitId(f"{self.count:040x}")
        self.pages[name] = text
        return name


@dataclass
class MemoryForge:
    """``Forge`` straight on the state."""

    state: ForgeState
    name: str = "memory"
    body_limit: int = 65536
    moved: bool = False

    def _told(self, pull: StoredPull) -> Pull:
        return Pull(
            pull.number,
            f"https://forge.example/pulls/{pull.number}",
            pull.state,
            pull.branch,
            self.state.head(pull),
            pull.target,
            pull.title,
            pull.body,
            pull.draft,
            tuple(pull.labels),
            tuple(pull.reviewers),
            pull.closed_by,
            pull.closed_on,
            pull.planned,
        )

    def _known(self, number: int) -> StoredPull:
        if number not in self.state.pulls:
            message = f"no pull request {number}"
            raise WorldError(message)
        return self.state.pulls[number]

    def pull(self, number: int) -> Pull | None:
        return self._told(self.state.pulls[number]) if number in self.state.pulls else None

    def find(self, branch: str) -> Pull | None:
        found = self.state.open_from(branch)
        return self._told(found) if found is not None and found.shown_from <= self.state.now() else None

    def opened(self, target: str) -> tuple[Pull, ...]:
        now = self.state.now()
        shown = (p for p in self.state.pulls.values() if p.state is PullState.OPEN and p.target == target and p.shown_from <= now)
        return tuple(self._told(p) for p in sorted(shown, key=lambda p: -p.number))

    def head_ref(self, pull: Pull) -> str:
        return f"refs/heads/{pull.branch}"

    def open(self, branch: str, target: str, title: str, body: str) -> Pull | NotOpened:
        opened = self.state.open(branch, target, title, body)
        return self._told(opened) if opened is not None else NotOpened("one is open from this branch")

    def describe(self, number: int, title: str, body: str) -> Pull:
        pull = self._known(number)
        pull.title, pull.body = title, body
        return self._told(pull)

    def ready(self, number: int, clearance: Clearance) -> None:
        del clearance
        self._known(number).draft = False

    def redraft(self, number: int) -> None:
        self._known(number).draft = True

    def close(self, number: int) -> None:
        self._known(number)
        self.state.close(number)

    def label(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        pull = self._known(number)
        pull.labels += [n for n in names if n not in pull.labels]
        self.state.labels |= set(names)
        return ()

    def unlabel(self, number: int, name: str) -> None:
        labels = self._known(number).labels
        if name in labels:
            labels.remove(name)

    def review(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        pull = self._known(number)
        known = [n for n in names if n in self.state.people]
        pull.reviewers += [n for n in known if n not in pull.reviewers]
        return tuple(n for n in names if n not in known)

    def remarks(self, number: int) -> tuple[Remark, ...]:
        self._known(number)
        return tuple(Remark(str(r.id), r.author, r.body) for r in self.state.shown_remarks(number))

    def say(self, number: int, body: str) -> Remark:
        self._known(number)
        said = self.state.say(number, body)
        return Remark(str(said.id), said.author, said.body)

    def reword(self, number: int, remark: str, body: str) -> None:
        found = self.state.remark(number, int(remark))
        if found is None:
            message = f"no comment {remark}"
            raise WorldError(message)
        found.body = body

    def unsay(self, number: int, remark: str) -> None:
        pull = self._known(number)
        pull.remarks = [r for r in pull.remarks if str(r.id) != remark]

    def checks(self, commit: CommitId, number: int) -> tuple[CheckRun, ...]:
        del number
        return tuple(self.state.checks.get(commit, []))

    def landing_rules(self, target: str) -> LandingRules:
        del target
        return LandingRules(self.state.methods, self.state.required)

    def scopes(self) -> frozenset[str] | None:
        return None


def is_open(pull: StoredPull) -> bool:
    return pull.state is PullState.OPEN
