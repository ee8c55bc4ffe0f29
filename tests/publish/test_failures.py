"""A failure at every call to a forge, in every kind, on every journey: the next run brings it to the same end, and nothing stands twice.

The forges are the real clients over real HTTP; git is the rehearsal's, so that thousands of runs take minutes. ``test_over_forges`` has some of
them with real git.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from fake_forge import github_routes, gitlab_routes
from fake_forge.server import TOKEN, Call, Fake, running
from fake_forge.state import ForgeState
from publish.rehearsal import Stage, person_pushes
from syncline.core.errors import SynclineError
from syncline.core.names import CommitId
from syncline.ports.forge import Forge
from syncline.ports.forge.github import GitHub
from syncline.ports.forge.gitlab import GitLab
from syncline.ports.forge.http import Api
from syncline.publish.frame import described, remark_key
from syncline.publish.record import Publication, from_text, record_ref
from syncline.publish.settings import Settings, Unlanded
from syncline.run.looking import World
from syncline.run.marking import TROUBLE
from syncline.run.stepping import publish

# `make test-full` fails at every call, in every kind; every test run at some, in those that tell most.
FULL = "SYNCLINE_FULL" in os.environ
STRIDE = 1 if FULL else 9
KINDS: tuple[int | str, ...] = (401, 403, 404, 409, 422, 429, 500, "hang", "cut", "lost", "short") if FULL else (404, 500, "cut", "lost")
# Seconds: what a client waits for where something is to go wrong, and elsewhere; and what a hanging answer takes.
HASTY, PATIENT, HANGING = 0.1, 20.0, 0.15


@dataclass
class Clock(Stage):
    """A rehearsal whose forge is reached over HTTP."""

    fake: Fake | None = None
    patient: Forge | None = None
    hasty: Forge | None = None

    def run(self, night: int, settings: Settings, *, hasty: bool = False) -> None:
        """One runner's whole run."""
        world = self.world(f"runner-{self.clock}", lambda where: None)
        forge = self.hasty if hasty else self.patient
        assert forge is not None
        online = World(world.shared, forge, world.now, world.today, world.rest, world.me, world.dead)
        publish(self.job(self.merge(night), f"sync/main-to-dev/{night}", settings), online)

    def merge(self, night: int) -> CommitId:
        patch = f"merge {night}"
        return next((CommitId(n) for n, p in self.graph.patch.items() if p == patch), None) or self.graph.commit("", patch)


SETTINGS = Settings(quiet_hours=0, reviewers=("ada",), failed_label="broken")


def _first(stage: Clock) -> None:
    del stage


def _second(stage: Clock, settings: Settings = SETTINGS) -> None:
    stage.run(1, settings)
    person_pushes(stage, "sync/main-to-dev/1", "person 0")


def _marked(stage: Clock) -> None:
    """The night before ended with trouble that has a comment and a label."""
    _second(stage)
    assert stage.fake is not None
    stage.refs.refuse = "refs/heads/"
    with pytest.raises(SynclineError):
        stage.run(2, SETTINGS)
    stage.refs.refuse = ""


@dataclass(frozen=True)
class Journey:
    """What stands before, and which night is published then."""

    night: int
    before: Callable[[Clock], None]
    settings: Settings = SETTINGS
    cleared: frozenset[str] = frozenset()


SUPERSEDING = Settings(quiet_hours=0, reviewers=("ada",), failed_label="broken", unlanded=Unlanded.SUPERSEDE)
JOURNEYS = {
    "first": Journey(1, _first, cleared=frozenset({"merge 1"})),
    "update": Journey(2, _second, cleared=frozenset({"merge 1"})),
    "supersede": Journey(2, lambda stage: _second(stage, SUPERSEDING), SUPERSEDING, cleared=frozenset({"merge 2"})),
    "recover": Journey(2, _marked),
}


@dataclass
class Online:
    """One server and two clients for all runs of a test; each run has a world of its own."""

    fake: Fake
    patient: Forge
    hasty: Forge
    at: list[Stage] = field(default_factory=list)

    def stage(self, journey: Journey) -> Clock:
        made = Clock(fake=self.fake, patient=self.patient, hasty=self.hasty, cleared=journey.cleared)
        made.state.people.add("ada")
        self.fake.state, self.at[:] = made.state, [made]
        self.fake.failures.clear()
        journey.before(made)
        self.fake.calls.clear()
        return made


@pytest.fixture(scope="module", params=["github", "gitlab"])
def online(request: pytest.FixtureRequest) -> Iterator[Online]:
    at: list[Stage] = []
    routes = github_routes if request.param == "github" else gitlab_routes
    with running(ForgeState(lambda branch: None, lambda: 0.0), routes.routes) as fake:
        fake.hang = HANGING
        base = fake.address + ("" if request.param == "github" else "/api/v4")

        def rest(seconds: float) -> None:
            at[0].rest(seconds)

        apis = [Api("Forge", base, {"authorization": f"Bearer {TOKEN}"}, rest, answer_within=seconds) for seconds in (PATIENT, HASTY)]
        forges: list[Forge] = [
            GitHub(api, fake.address + "/graphql", routes.PROJECT, "octo") if request.param == "github" else GitLab(api, routes.PROJECT)
            for api in apis
        ]
        yield Online(fake, forges[0], forges[1], at)
        for api in apis:
            api.close()


def ended(stage: Clock) -> tuple[object, ...]:
    """Everything that is to be the same, whatever went wrong on the way."""
    pulls = [
        (
            p.state,
            p.draft,
            p.title,
            p.labels,
            p.reviewers,
            described(p.body),
            sorted(k for r in p.remarks if (k := remark_key(r.body)) and k != TROUBLE),
        )
        for p in stage.state.pulls.values()
    ]
    record = recorded(stage)
    branches = {ref: tip for ref, tip in stage.refs.heads.items() if ref.startswith("refs/heads/")}
    return pulls, branches, record.standing, record.head, record.pull, record.carried, stage.refs.heads.keys() - branches.keys()


def recorded(stage: Clock) -> Publication:
    record = from_text(stage.refs.page(stage.refs.heads[record_ref("main-to-dev")]))
    assert record is not None
    return record


def marks(stage: Clock) -> list[str]:
    return [r.body for p in stage.state.pulls.values() for r in p.remarks if remark_key(r.body) == TROUBLE]


def struck(fake: Fake, at: int, kind: str | int, *, lasting: bool) -> None:
    """Let the call with this number fail; or it and all that follow."""
    count = [0]

    def hits(call: Call) -> bool:
        count[0] += 1
        # A list of people without the person is an answer, and no reviewer is asked for.
        told = kind == "short" and call.path.endswith("/users")
        return not told and (count[0] >= at if lasting else count[0] == at)

    headers = {429: {"Retry_After": "1"}, 403: {"X_Accepted_OAuth_Scopes": "repo"}}
    fake.fail("GET", "", kind, 1, **headers.get(kind if isinstance(kind, int) else 0, {}))
    fake.failures[-1].hits = hits  # type: ignore[method-assign]


# A silence that lasts is told by ``lost``, which waits as long as ``hang`` and does more.
ONCE_AND_LASTING = [(kind, lasting) for kind in KINDS for lasting in (False, True) if (kind, lasting) != ("hang", True)]


@pytest.mark.parametrize(("kind", "lasting"), ONCE_AND_LASTING)
@pytest.mark.parametrize("name", JOURNEYS)
def test_the_next_run_ends_the_same(online: Online, name: str, kind: str | int, *, lasting: bool) -> None:
    journey = JOURNEYS[name]
    quiet = online.stage(journey)
    quiet.run(journey.night, journey.settings)
    expected, calls = ended(quiet), len(online.fake.calls)
    assert calls > 5
    # A lasting silence is waited for at every call: some of them tell as much as all.
    stride = STRIDE * 5 if lasting and kind == "lost" else STRIDE
    for at in range(1, calls + 1, stride):
        stage = online.stage(journey)
        struck(online.fake, at, kind, lasting=lasting)
        with contextlib.suppress(SynclineError):
            stage.run(journey.night, journey.settings, hasty=True)
        online.fake.failures.clear()
        stage.check_bodies()
        assert len(marks(stage)) <= 1, at
        # Another runner, later: whatever lagged or was held is over.
        stage.clock += 10_000
        stage.run(journey.night, journey.settings)
        assert ended(stage) == expected, f"{kind} at call {at} of {calls}"
        assert all(mark.startswith("The trouble that stood here is over") for mark in marks(stage)), at


@pytest.mark.parametrize("name", JOURNEYS)
def test_what_is_new_may_show_late(online: Online, name: str) -> None:
    """A forge whose lists lag, and a runner that is refused at every call in turn."""
    journey = JOURNEYS[name]
    quiet = online.stage(journey)
    quiet.run(journey.night, journey.settings)
    expected, calls = ended(quiet), len(online.fake.calls)
    for at in range(1, calls + 1, STRIDE):
        stage = online.stage(journey)
        stage.state.lag = 6.0
        struck(online.fake, at, 500, lasting=True)
        with contextlib.suppress(SynclineError):
            stage.run(journey.night, journey.settings, hasty=True)
        online.fake.failures.clear()
        # At once, by another runner: nothing has had the time to show.
        stage.run(journey.night, journey.settings)
        assert ended(stage) == expected, f"lag, struck at call {at} of {calls}"
