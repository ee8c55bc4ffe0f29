"""A rehearsal stage: runners, people and a scheduler on the fakes in memory. Everything follows from a seed."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from fake_forge.memory import MemoryForge, MemoryRefs
from fake_forge.state import ForgeState
from syncline.core.clearance import Clearance
from syncline.core.errors import SynclineError
from syncline.core.names import CommitId, TreeId
from syncline.core.provenance import Commit
from syncline.publish.branches import Place
from syncline.publish.carrying import Bring, OnBranch, Stay, carry
from syncline.publish.frame import described, framed
from syncline.publish.lease import Lease
from syncline.publish.record import Carried, Outcome, Publication
from syncline.publish.settings import Settings
from syncline.publish.steps import Halt, Halted, Remarked, Seen, Wanted
from syncline.run.looking import Job, World
from syncline.run.stepping import Published, publish


class Killed(BaseException):
    """What kill -9 looks like from inside: the runner is dead, nothing of it runs any more."""


@dataclass
class Graph:
    """Commits as names: each has a parent and the patch it brought."""

    parent: dict[str, str] = field(default_factory=dict)
    patch: dict[str, str] = field(default_factory=dict)
    dates: dict[str, int] = field(default_factory=dict)

    def commit(self, parent: str, patch: str, date: int = 0) -> CommitId:
        name = f"{len(self.parent) + 1:08x}".rjust(40, "c")
        self.parent[name], self.patch[name], self.dates[name] = parent, patch, date
        return CommitId(name)

    def chain(self, bottom: str, tip: str) -> list[str] | None:
        """Above ``bottom`` up to ``tip``, oldest first."""
        found, at = [], tip
        while at != bottom:
            if at not in self.parent:
                return None
            found.append(at)
            at = self.parent[at]
        return found[::-1]

    def patches(self, tip: str) -> list[str]:
        found, at = [], tip
        while at in self.parent:
            found.append(self.patch[at])
            at = self.parent[at]
        return found[::-1]


@dataclass
class Stage:
    """The shared world of one rehearsal."""

    clock: float = 1_700_000_000.0
    graph: Graph = field(default_factory=Graph)
    refs: MemoryRefs = field(default_factory=MemoryRefs)
    state: ForgeState = field(init=False)
    dead: set[str] = field(default_factory=set)
    # The nights whose merge is cleared.
    cleared: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.state = ForgeState(lambda branch: self.refs.heads.get(f"refs/heads/{branch}"), lambda: self.clock)

    def rest(self, seconds: float) -> None:
        self.clock += seconds

    def world(self, name: str, gate: Callable[[str], None]) -> World:
        return World(
            Gated(self.refs, gate, "refs"),  # type: ignore[arg-type]
            Gated(MemoryForge(self.state), gate, "forge"),  # type: ignore[arg-type]
            lambda: int(self.clock),
            self.state.today,
            self.rest,
            Lease(name, 0, "here", name),
            lambda machine, process: process in self.dead,
        )

    def runner(self, name: str, merge: CommitId, tonight: str, settings: Settings) -> Runner:
        """Start one; it waits for its first turn."""
        runner = Runner(self, name, merge, tonight, settings)
        runner.start()
        return runner

    def job(self, merge: CommitId, tonight: str, settings: Settings) -> Job:
        return Job("main-to-dev", tonight, merge, settings, lambda *seen: self.prepare(merge, settings, *seen))

    def prepare(self, merge: CommitId, settings: Settings, spot: Place, seen: Seen) -> Wanted | Halt:
        """What the real one does with git, on names."""
        tip, record, pull = seen.tip, seen.record, seen.pull
        taken = record is not None and record.branch != spot.branch and tip is not None and tip != merge
        if taken:
            return Halt(Halted.TAKEN, "the branch exists with other content")
        at = seen.previous_tip if record is not None and record.branch == spot.previous_branch != spot.branch else tip
        if at is None and record is not None and record.branch not in (spot.branch, spot.previous_branch):
            at = self.refs.heads.get(f"refs/heads/{record.branch}")
        standing = None
        if at is not None:
            chain = self.graph.chain(record.ours if record else merge, at)
            if chain is not None and record is not None and record.head not in (record.ours, *chain):
                chain = None
            standing = OnBranch(at, None if chain is None else tuple(self.told(c) for c in chain))
        late: list[str] = []
        if record is not None and record.previous_head and seen.previous_tip is not None and record.branch == spot.branch:
            late = self.graph.chain(record.previous_head, seen.previous_tip) or []
        previous_head = seen.previous_tip or ""
        answer = carry(merge, record, standing, [self.told(c) for c in late], since=int(self.clock) - settings.quiet_hours * 3600)
        if isinstance(answer, Halt):
            return answer
        if isinstance(answer, Stay):
            head, carried = answer.head, answer.carried
        else:
            head, carried = self.bring(merge, answer)
        same = record is not None and record.branch == spot.branch
        number = pull.number if pull is not None and pull.state is pull.state.OPEN and same else 0
        kept = Publication(
            "main-to-dev", spot.branch, "dev", CommitId("5" * 40), CommitId("7" * 40), merge, "", merge, head, TreeId(head),
            pull=number, previous_branch=spot.previous_branch, previous_pull=spot.previous_pull, previous_head=previous_head, carried=carried,
        )  # fmt: skip
        clearance = Clearance(TreeId(head)) if self.graph.patch[merge] in self.cleared else None
        remarks = (Remarked(f"test-{head[-8:]}", f"/ok to test {head}"),)
        return Wanted(
            kept,
            f"Sync {merge[-4:]}",
            framed(f"tree {head}", head),
            ("sync",),
            settings.reviewers,
            remarks,
            "superseded by {url}",
            clearance,
        )

    def told(self, commit: str) -> Commit:
        return Commit(CommitId(commit), "Petra Person", "petra@example.org", self.graph.patch[commit], self.graph.dates[commit])

    def bring(self, merge: CommitId, answer: Bring) -> tuple[CommitId, tuple[Carried, ...]]:
        head, carried = merge, []
        for one, original in zip(answer.commits, answer.original, strict=True):
            patch = self.graph.patch[one]
            if self.graph.parent[one] == head:
                head = one
                carried.append(Carried(original, head, "Petra Person", patch, Outcome.CARRIED))
                continue
            if patch in self.graph.patches(head):
                carried.append(Carried(original, "", "Petra Person", patch, Outcome.CONTAINED))
                continue
            head = self.same_commit(head, patch)
            carried.append(Carried(original, head, "Petra Person", patch, Outcome.CARRIED))
        return head, tuple(carried)

    def same_commit(self, parent: CommitId, patch: str) -> CommitId:
        """A carried commit has the same name whoever makes it, as with git when author and dates are kept."""
        for name, above in self.graph.parent.items():
            if above == parent and self.graph.patch[name] == patch:
                return CommitId(name)
        return self.graph.commit(parent, patch)

    def check_bodies(self) -> None:
        """The promise: a body describes the head of its branch, or one that only people's pushes have left behind."""
        for pull in self.state.pulls.values():
            told = described(pull.body)
            if told is None or pull.frozen_head:
                continue
            tip = self.refs.heads.get(f"refs/heads/{pull.branch}")
            if tip is None:
                continue
            chain = self.graph.chain(told, tip)
            assert chain is not None, f"pull {pull.number} describes {told[-4:]}, its head is {tip[-4:]}"
            assert all(self.graph.patch[c].startswith("person") for c in chain)


class Gated:
    """Every call of a door goes through a gate, before and after: there the scheduler interrupts, kills and lets others on."""

    def __init__(self, door: object, gate: Callable[[str], None], name: str) -> None:
        self._door, self._gate, self._name = door, gate, name

    def __getattr__(self, name: str) -> object:
        value = getattr(self._door, name)
        if not callable(value):
            return value

        def call(*args: object, **kwargs: object) -> object:
            self._gate(f"before {self._name}.{name}")
            answer = value(*args, **kwargs)
            self._gate(f"after {self._name}.{name}")
            return answer

        return call


class Runner(threading.Thread):
    """A runner that moves only when it is told to, one door call at a time."""

    def __init__(self, stage: Stage, name: str, merge: CommitId, tonight: str, settings: Settings) -> None:
        super().__init__(daemon=True, name=name)
        self.turn, self.yielded = threading.Semaphore(0), threading.Semaphore(0)
        self.killed = self.over = False
        self.where = ""
        self.ended: Published | SynclineError | None = None
        self.crash: BaseException | None = None
        self.stage, self.merge, self.tonight, self.settings = stage, merge, tonight, settings

    def gate(self, where: str) -> None:
        self.where = where
        self.yielded.release()
        self.turn.acquire()
        if self.killed:
            raise Killed

    def run(self) -> None:
        self.turn.acquire()
        try:
            if not self.killed:
                job = self.stage.job(self.merge, self.tonight, self.settings)
                self.ended = publish(job, self.stage.world(self.name, self.gate))
        except SynclineError as error:
            self.ended = error
        except Killed:
            pass
        except BaseException as error:  # noqa: BLE001 - shown by the test, which runs in another thread
            self.crash = error
        self.over = True
        self.yielded.release()

    def step(self) -> None:
        """Let it go on to its next gate."""
        self.turn.release()
        self.yielded.acquire()

    def kill(self) -> None:
        """Let it die where it stands."""
        self.killed = True
        while not self.over:
            self.step()


def person_pushes(stage: Stage, branch: str, patch: str, date: int = 0) -> bool:
    """Somebody puts a commit on top of what stands there."""
    ref = f"refs/heads/{branch}"
    if ref not in stage.refs.heads:
        return False
    stage.refs.heads[ref] = stage.graph.commit(stage.refs.heads[ref], patch, date)
    return True


def rehearse(seed: int, settings: Settings, lag: float, cleared: frozenset[str] = frozenset()) -> Stage:
    """Two nights, several runners at once, kills, people's pushes and sleeping runners, by the seed; then one quiet run to the end."""
    chance = random.Random(seed)  # noqa: S311 - a rehearsal, not a secret
    stage = Stage(cleared=cleared)
    stage.state.lag = lag
    pushed = 0
    for night in (1, 2):
        merge = stage.graph.commit("", f"merge {night}")
        tonight = f"sync/main-to-dev/{night}"
        alive: list[Runner] = []
        asleep: list[tuple[int, Runner]] = []
        started = 0
        while started < 8 or alive or asleep:
            if started < 8 and len(alive) < 2:
                started += 1
                alive.append(stage.runner(f"runner-{night}-{started}", merge, tonight, settings))
            asleep = [(left - 1, r) for left, r in asleep]
            alive += [r for left, r in asleep if left <= 0]
            asleep = [(left, r) for left, r in asleep if left > 0]
            if not alive:
                continue
            runner = chance.choice(alive)
            runner.step()
            stage.check_bodies()
            # Trouble comes thickest around the calls that must not be made twice.
            dice = chance.random() / (10 if runner.where.endswith(("forge.say", "forge.open")) else 1)
            if runner.over:
                alive.remove(runner)
                if runner.crash is not None:
                    raise runner.crash
            elif dice < 0.01:
                runner.kill()
                stage.dead.add(runner.name)
                alive.remove(runner)
            elif dice < 0.025:
                # It sleeps over its lease while others go on, and wakes up believing nothing has happened.
                alive.remove(runner)
                asleep.append((chance.randrange(1, 500), runner))
                stage.clock += settings.lease_minutes * 60 + 1
            elif dice < 0.035 and pushed < 4:
                branches = sorted(r.removeprefix("refs/heads/") for r in stage.refs.heads if r.startswith("refs/heads/"))
                pushed += bool(branches) and person_pushes(stage, chance.choice(branches), f"person {pushed}")
        stage.clock += settings.lease_minutes * 60 + 1
        last = stage.runner(f"runner-{night}-last", merge, tonight, settings)
        while not last.over:
            last.step()
            stage.check_bodies()
        if last.crash is not None:
            raise last.crash
        assert isinstance(last.ended, Published), last.ended
        assert last.ended.halted is None, last.ended.halted
        stage.clock += 86_400
    return stage
