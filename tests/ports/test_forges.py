"""One contract for every forge: the folder, the fake in memory, GitHub and GitLab over real HTTP. And what goes wrong on the way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fake_forge import github_routes, gitlab_routes
from fake_forge.memory import MemoryForge
from fake_forge.server import TOKEN, Fake, running
from fake_forge.state import ForgeState
from syncline.core.clearance import Clearance
from syncline.core.errors import UserError, WorldError
from syncline.core.names import CommitId, TreeId
from syncline.core.pull import CheckRun, CheckState, MergeMethod, PullState
from syncline.ports.forge import DeniedError, Forge, NotOpened, SlowError
from syncline.ports.forge.github import GitHub
from syncline.ports.forge.gitlab import GitLab
from syncline.ports.forge.http import Api
from syncline.ports.forge.local import LocalForge

HEAD = "a" * 40
HEADS = {"sync/1": HEAD, "sync/2": "b" * 40, "sync/3": "c" * 40, "sync/4": "d" * 40}


@dataclass
class Place:
    """A forge, the state behind it, and the server in between where there is one."""

    forge: Forge
    state: ForgeState
    fake: Fake | None
    waited: list[float]


def made_state() -> ForgeState:
    state = ForgeState(HEADS.get, time.time)
    state.people |= {"ada", "octo/core"}
    state.labels.add("known")
    return state


def api_of(fake: Fake, base: str, waited: list[float], name: str) -> Api:
    return Api(name, fake.address + base, {"authorization": f"Bearer {TOKEN}"}, waited.append, answer_within=0.5)


@pytest.fixture(params=["local", "memory", "github", "gitlab"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    state = made_state()
    waited: list[float] = []
    if request.param == "local":

        def head_of(branch: str) -> CommitId | None:
            return CommitId(HEADS[branch]) if branch in HEADS else None

        yield Place(LocalForge(tmp_path / "pulls", head_of, state.today), state, None, waited)
    elif request.param == "memory":
        yield Place(MemoryForge(state), state, None, waited)
    else:
        yield from over_http(request.param, state, waited)


@pytest.fixture(params=["github", "gitlab"])
def remote(request: pytest.FixtureRequest) -> Iterator[Place]:
    yield from over_http(request.param, made_state(), [])


def over_http(kind: str, state: ForgeState, waited: list[float]) -> Iterator[Place]:
    routes = github_routes if kind == "github" else gitlab_routes
    with running(state, routes.routes) as fake:
        forge: Forge
        if kind == "github":
            api = api_of(fake, "", waited, "GitHub")
            forge = GitHub(api, fake.address + "/graphql", routes.PROJECT, "octo")
        else:
            api = api_of(fake, "/api/v4", waited, "GitLab")
            forge = GitLab(api, routes.PROJECT)
        yield Place(forge, state, fake, waited)
        api.close()


def opened(forge: Forge, branch: str = "sync/1") -> int:
    pull = forge.open(branch, "dev", "Title", "Body")
    assert not isinstance(pull, NotOpened)
    return pull.number


def test_open_find_and_read(place: Place) -> None:
    forge = place.forge
    assert forge.find("sync/1") is None
    assert forge.pull(1) is None
    pull = forge.open("sync/1", "dev", "Title", "Body\nof lines")
    assert not isinstance(pull, NotOpened)
    assert (pull.number, pull.state, pull.branch, pull.target, pull.title, pull.body) == (
        1,
        PullState.OPEN,
        "sync/1",
        "dev",
        "Title",
        "Body\nof lines",
    )
    assert (pull.draft, pull.head) == (True, HEAD)
    assert forge.find("sync/1") == forge.pull(1) == pull
    assert forge.find("sync") is None
    assert isinstance(forge.open("sync/1", "dev", "Title", "Body"), NotOpened)
    assert forge.pull(2) is None


def test_what_is_open_onto_a_branch(place: Place) -> None:
    for branch, target in (("sync/1", "dev"), ("sync/2", "dev"), ("sync/3", "main"), ("sync/4", "dev")):
        assert not isinstance(place.forge.open(branch, target, f"Title of {branch}", "body"), NotOpened)
    (closed,) = [p for p in place.forge.opened("dev") if p.branch == "sync/4"]
    place.forge.close(closed.number)
    found = place.forge.opened("dev")
    assert [(p.branch, p.head, p.title) for p in found] == [
        ("sync/2", HEADS["sync/2"], "Title of sync/2"),
        ("sync/1", HEAD, "Title of sync/1"),
    ]
    assert place.forge.opened("nowhere") == ()
    refs = {place.forge.head_ref(p) for p in found}
    assert len(refs) == 2
    assert all(ref.startswith("refs/") for ref in refs)


def test_describe_keeps_a_draft(place: Place) -> None:
    number = opened(place.forge)
    told = place.forge.describe(number, "New title", "New body")
    assert (told.title, told.body, told.draft) == ("New title", "New body", True)
    assert place.forge.pull(number) == told


def test_ready_and_a_draft_again(place: Place) -> None:
    number = opened(place.forge)
    for _ in range(2):
        place.forge.ready(number, Clearance(TreeId("e" * 40)))
        pull = place.forge.pull(number)
        assert pull is not None
        assert (pull.draft, pull.title) == (False, "Title")
    # What is ready stays so when it is described.
    assert place.forge.describe(number, "Title", "Other").draft is False
    for _ in range(2):
        place.forge.redraft(number)
        pull = place.forge.pull(number)
        assert pull is not None
        assert (pull.draft, pull.title) == (True, "Title")


def test_close_is_once_and_frees_the_branch(place: Place) -> None:
    number = opened(place.forge)
    place.forge.close(number)
    place.forge.close(number)
    closed = place.forge.pull(number)
    assert closed is not None
    assert (closed.state, bool(closed.closed_by), closed.closed_on) == (PullState.CLOSED, True, place.state.today())
    assert place.forge.find("sync/1") is None
    assert opened(place.forge) == number + 1


def test_labels_are_made_where_missing(place: Place) -> None:
    number = opened(place.forge)
    assert place.forge.label(number, ("known", "brand new")) == ()
    assert place.forge.label(number, ("known",)) == ()
    pull = place.forge.pull(number)
    assert pull is not None
    assert pull.labels == ("known", "brand new")
    place.forge.unlabel(number, "brand new")
    place.forge.unlabel(number, "brand new")
    pull = place.forge.pull(number)
    assert pull is not None
    assert pull.labels == ("known",)


def test_reviewers_that_are_unknown_are_named(place: Place) -> None:
    number = opened(place.forge)
    failed = place.forge.review(number, ("ada", "nobody"))
    pull = place.forge.pull(number)
    assert pull is not None
    if place.forge.name == "local":
        assert (failed, pull.reviewers) == ((), ("ada", "nobody"))
    else:
        assert (failed, pull.reviewers) == (("nobody",), ("ada",))


def test_remarks_come_in_order_and_whole(place: Place) -> None:
    forge = place.forge
    number = opened(forge)
    said = [forge.say(number, f"Remark {n}\n\nwith lines") for n in range(5)]
    assert [r.body for r in forge.remarks(number)] == [f"Remark {n}\n\nwith lines" for n in range(5)]
    forge.reword(number, said[1].id, "Another")
    forge.unsay(number, said[0].id)
    forge.unsay(number, said[0].id)
    assert [r.body for r in forge.remarks(number)][:2] == ["Another", "Remark 2\n\nwith lines"]
    assert len({r.id for r in forge.remarks(number)}) == 4


def test_checks_of_a_head(place: Place) -> None:
    number = opened(place.forge)
    assert place.forge.checks(CommitId(HEAD), number) == ()
    if place.forge.name == "local":
        return
    place.state.required = ("build",)
    runs = [CheckRun("build", CheckState.PENDING, required=True), CheckRun("lint", CheckState.FAILED), CheckRun("docs", CheckState.PASSED)]
    place.state.checks[HEAD] = runs
    found = {c.name: (c.state, c.required) for c in place.forge.checks(CommitId(HEAD), number)}
    if place.forge.name == "GitLab":
        # There the pipeline as a whole is what is required.
        assert found.pop("pipeline") == (CheckState.PENDING, True)
        assert {name: state for name, (state, _) in found.items()} == {c.name: c.state for c in runs}
        assert place.forge.landing_rules("dev").required == ("pipeline",)
    else:
        assert found == {c.name: (c.state, c.required) for c in runs}


def test_landing_rules(place: Place) -> None:
    assert place.forge.landing_rules("dev").methods == (MergeMethod.MERGE,)
    if place.forge.name == "local":
        return
    place.state.methods = (MergeMethod.SQUASH,)
    assert place.forge.landing_rules("dev").methods == (MergeMethod.SQUASH,)


# What goes wrong. Each call of the port, with what makes it possible.
CALLS = {
    "pull": lambda f, n: f.pull(n),
    "find": lambda f, n: f.find("sync/1"),
    "open": lambda f, n: f.open("sync/2", "dev", "Title", "Body"),
    "describe": lambda f, n: f.describe(n, "T", "B"),
    "close": lambda f, n: f.close(n),
    "unlabel": lambda f, n: f.unlabel(n, "known"),
    "remarks": lambda f, n: f.remarks(n),
    "say": lambda f, n: f.say(n, "x"),
    "reword": lambda f, n: f.reword(n, "101", "x"),
    "unsay": lambda f, n: f.unsay(n, "101"),
    "checks": lambda f, n: f.checks(CommitId(HEAD), n),
    "landing_rules": lambda f, n: f.landing_rules("dev"),
}
ANY = ("GET", "POST", "PATCH", "PUT", "DELETE")


@pytest.fixture
def busy(remote: Place) -> tuple[Place, int]:
    """With one pull request and one comment, number 101."""
    number = opened(remote.forge)
    assert remote.forge.say(number, "first").id == "101"
    return remote, number


def inject(place: Place, kind: str | int, times: int = 1, **headers: str) -> None:
    assert place.fake is not None
    for method in ANY:
        place.fake.fail(method, "", kind, times, **headers)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("status", [401, 403])
def test_a_refusal_is_final_and_says_why(busy: tuple[Place, int], name: str, status: int) -> None:
    place, number = busy
    inject(place, status, 9, X_Accepted_OAuth_Scopes="repo, workflow")
    with pytest.raises(DeniedError, match="injected") as caught:
        CALLS[name](place.forge, number)
    assert ("workflow" in str(caught.value)) == (status == 403)
    assert TOKEN not in str(caught.value)
    assert place.waited == []


@pytest.mark.parametrize("name", CALLS)
def test_a_limit_is_waited_for(busy: tuple[Place, int], name: str) -> None:
    place, number = busy
    inject(place, 429, 1, Retry_After="7")
    CALLS[name](place.forge, number)
    assert set(place.waited) == {7.0}


@pytest.mark.parametrize("name", CALLS)
def test_a_used_up_limit_is_no_refusal(busy: tuple[Place, int], name: str) -> None:
    place, number = busy
    inject(place, 403, 1, X_RateLimit_Remaining="0", Retry_After="3")
    CALLS[name](place.forge, number)
    assert set(place.waited) == {3.0}


def test_a_limit_that_lasts_too_long_ends_the_run(busy: tuple[Place, int]) -> None:
    place, number = busy
    inject(place, 429, 1, Retry_After="4000")
    with pytest.raises(SlowError, match="4000 s"):
        place.forge.pull(number)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("kind", [500, 502, "cut", "hang"])
def test_a_hiccup_is_asked_again_where_that_is_safe(busy: tuple[Place, int], name: str, kind: str | int) -> None:
    place, number = busy
    inject(place, kind, 1)
    if name in {"open", "say"}:
        with pytest.raises(SlowError):
            CALLS[name](place.forge, number)
    else:
        CALLS[name](place.forge, number)


@pytest.mark.parametrize("name", ["open", "say"])
def test_a_lost_answer_is_never_done_twice(busy: tuple[Place, int], name: str) -> None:
    place, number = busy
    before = len(place.state.journal)
    inject(place, "lost", 1)
    with pytest.raises(SlowError):
        CALLS[name](place.forge, number)
    assert len(place.state.journal) == before + 1


@pytest.mark.parametrize("name", CALLS)
def test_a_forge_that_is_down_is_slow(busy: tuple[Place, int], name: str) -> None:
    place, number = busy
    inject(place, 500, 99)
    with pytest.raises(SlowError, match="injected"):
        CALLS[name](place.forge, number)


@pytest.mark.parametrize("name", ["describe", "close", "remarks", "say"])
def test_a_pull_request_that_is_gone(remote: Place, name: str) -> None:
    with pytest.raises(DeniedError, match="404"):
        CALLS[name](remote.forge, 77)


def test_a_label_that_cannot_be_made_is_named(busy: tuple[Place, int]) -> None:
    place, number = busy
    assert place.forge.label(number, ("forbidden one", "known")) == ("forbidden one",)


def test_a_branch_that_is_not_there(remote: Place) -> None:
    """GitHub answers 422 as for one that is open already; the driver looks before it believes either."""
    if remote.forge.name == "GitHub":
        told = remote.forge.open("sync/none", "dev", "Title", "Body")
        assert isinstance(told, NotOpened)
        assert "invalid" in told.reason
    else:
        with pytest.raises(DeniedError, match="Source branch does not exist"):
            remote.forge.open("sync/none", "dev", "Title", "Body")


def test_a_renamed_project_is_followed_on_its_own_host_only(remote: Place) -> None:
    if remote.forge.name != "GitHub" or remote.fake is None:
        return
    api = api_of(remote.fake, "", [], "GitHub")
    assert api.ask("GET", "/repos/old/name").data["full_name"] == github_routes.PROJECT
    remote.fake.fail("GET", "/repos/octo", 301, 1, Location="https://elsewhere.example/repos/octo/demo")
    with pytest.raises(WorldError, match=r"another host \(elsewhere.example\)"):
        api.ask("GET", "/repos/octo/demo")
    api.close()


def test_a_page_of_another_host_is_not_followed(busy: tuple[Place, int]) -> None:
    place, number = busy
    assert place.fake is not None
    place.fake.fail("GET", "(comments|notes)$", 200, 1, Link='<https://elsewhere.example/x>; rel="next"')
    with pytest.raises(WorldError):
        place.forge.remarks(number)


@pytest.mark.parametrize("base", ["http://forge.example", "https://ada:secret@forge.example", "ftp://forge.example"])
def test_a_token_goes_over_a_safe_line_only(base: str) -> None:
    with pytest.raises(UserError, match="address of the X API") as caught:
        Api("X", base, {}, lambda seconds: None)
    assert "secret" not in str(caught.value)


def test_what_was_just_done_may_not_show_yet(remote: Place) -> None:
    remote.state.lag = 60
    number = opened(remote.forge)
    assert remote.forge.find("sync/1") is None
    remote.forge.say(number, "x")
    assert remote.forge.remarks(number) == ()


def test_the_token_is_in_no_representation(remote: Place) -> None:
    assert TOKEN not in repr(remote.forge)
