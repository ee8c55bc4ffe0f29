"""Each REST request passes Prism with GitHub's OpenAPI description on its way to the fake; each GraphQL query fits GitHub's schema."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from fake_forge import github_routes
from fake_forge.server import TOKEN, running
from fake_forge.state import ForgeState
from syncline.core.clearance import Clearance
from syncline.core.names import CommitId, TreeId
from syncline.core.pull import CheckRun, CheckState
from syncline.ports.forge import NotOpened
from syncline.ports.forge.github import READY, REDRAFT, ROLLUP, GitHub
from syncline.ports.forge.http import Answer, Api

PACKAGES = Path(os.environ.get("SYNCLINE_CONTRACTS", "."))
DESCRIPTION = PACKAGES / "node_modules/@octokit/openapi/generated/api.github.com.json"
HEAD = "a" * 40


@dataclass
class Checked(Api):
    """An API that keeps what Prism found wrong with each request."""

    wrong: list[tuple[str, str, str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def _once(self, method: str, url: str, body: object, params: Any) -> Answer:  # noqa: ANN401
        answer = super()._once(method, url, body, params)
        self.asked.append(method)
        # The header is cut where it is long; what is wrong with the request comes first. Our fake's answers are no whole objects of GitHub's.
        found = re.findall(r'\{"location":\["request"[^{}]*\}', answer.headers.get("sl-violations", ""))
        self.wrong += [(method, url, json.loads(one)["message"]) for one in found]
        return answer


@dataclass
class Stand:
    """GitHub's side of the port, behind the checker, in front of the fake."""

    forge: GitHub
    api: Checked
    state: ForgeState
    address: str


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def stand() -> Iterator[Stand]:
    state = ForgeState({"sync/1": HEAD, "sync/2": "b" * 40}.get, time.time)
    state.people |= {"ada", "octo/core"}
    with running(state, github_routes.routes) as fake:
        address = f"http://127.0.0.1:{free_port()}"
        prism = PACKAGES / "node_modules/.bin/prism"
        command = [str(prism), "proxy", str(DESCRIPTION), fake.address, "--port", address.rpartition(":")[2]]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            wait_for(address, process)
            headers = {"accept": "application/vnd.github+json", "x-github-api-version": "2022-11-28", "authorization": f"Bearer {TOKEN}"}
            api = Checked("GitHub", address, headers, lambda seconds: None)
            # GraphQL has no OpenAPI description: it goes to the fake directly.
            yield Stand(GitHub(api, fake.address + "/graphql", github_routes.PROJECT, "octo"), api, state, address)
            api.close()
            process.terminate()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    """Prism reads some ten megabytes before it listens."""
    for _ in range(240):
        assert process.poll() is None, "prism ended"
        try:
            httpx.get(f"{address}/zen", timeout=30)
        except httpx.HTTPError:
            time.sleep(0.5)
        else:
            return
    pytest.fail("prism does not listen")


def opened(stand: Stand, branch: str = "sync/1") -> int:
    pull = stand.forge.find(branch) or stand.forge.open(branch, "dev", "Title", "Body")
    assert not isinstance(pull, NotOpened)
    return pull.number


def close_and_read(stand: Stand, number: int) -> object:
    """Who closed it is asked of the issue."""
    stand.forge.close(number)
    return stand.forge.pull(number)


CALLS: dict[str, Callable[[Stand, int], object]] = {
    "pull": lambda s, n: s.forge.pull(n),
    "find": lambda s, n: s.forge.find("sync/none"),
    "opened": lambda s, n: s.forge.opened("dev"),
    "open": lambda s, n: s.forge.open("sync/1", "dev", "Title", "Body"),
    "describe": lambda s, n: s.forge.describe(n, "T", "B"),
    "ready": lambda s, n: s.forge.ready(n, Clearance(TreeId("e" * 40))),
    "redraft": lambda s, n: s.forge.redraft(n),
    "label": lambda s, n: s.forge.label(n, ("brand new", "known/with slash")),
    "unlabel": lambda s, n: s.forge.unlabel(n, "known/with slash"),
    "review": lambda s, n: s.forge.review(n, ("ada", "octo/core", "nobody")),
    "remarks": lambda s, n: s.forge.remarks(n),
    "say": lambda s, n: s.forge.say(n, "x"),
    "reword": lambda s, n: s.forge.reword(n, s.forge.say(n, "x").id, "y"),
    "unsay": lambda s, n: s.forge.unsay(n, s.forge.say(n, "x").id),
    "landing_rules": lambda s, n: s.forge.landing_rules("release/1.0"),
    "scopes": lambda s, n: s.forge.scopes(),
    "close": close_and_read,
}


@pytest.mark.parametrize("name", CALLS)
def test_the_request_is_as_described(stand: Stand, name: str) -> None:
    number = opened(stand)
    stand.api.wrong.clear()
    stand.api.asked.clear()
    CALLS[name](stand, number)
    assert stand.api.asked
    assert stand.api.wrong == []


def test_the_checker_sees_a_wrong_request(stand: Stand) -> None:
    stand.api.wrong.clear()
    stand.api.ask("GET", f"/repos/{github_routes.PROJECT}/pulls", params={"state": "opened"}, also=(404,))
    stand.api.ask("GET", f"/repos/{github_routes.PROJECT}/pull-requests", also=(404,))
    assert [message.partition(" must")[0] for _, _, message in stand.api.wrong] == [
        "Request query parameter state",
        "Selected route not found",
    ]


def test_the_queries_fit_the_schema() -> None:
    wrong = ROLLUP.replace("isRequired(pullRequestNumber: $number)", "isRequired(number: $number)", 1)
    done = subprocess.run(
        ["node", "graphql.mjs"], input=json.dumps([ROLLUP, READY, REDRAFT, wrong]), capture_output=True, text=True, check=True, cwd=PACKAGES
    )
    *good, bad = json.loads(done.stdout)
    assert good == [[], [], []]
    assert any('Unknown argument "number"' in message for message in bad)


def test_the_roll_up_is_read_whole(stand: Stand) -> None:
    number = opened(stand)
    stand.state.checks[HEAD] = [CheckRun(f"check {n}", CheckState.PASSED) for n in range(5)]
    assert [c.name for c in stand.forge.checks(CommitId(HEAD), number)] == [f"check {n}" for n in range(5)]
