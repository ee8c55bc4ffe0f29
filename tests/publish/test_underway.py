"""The plan over real forges: a port that somebody is making by hand is shown with the commit; a forge that is silent is said."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fake_forge.server import TOKEN
from publish.gitstage import BASE, TARGET, TEXT, edited, stage
from publish.onlinestage import Online, online
from syncline.core.forecast import Forecast
from syncline.run.forecasting import make_forecast
from syncline.run.progress import silent


@pytest.fixture(params=["github", "gitlab"])
def there(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Online]:
    monkeypatch.setenv("SYNCLINE_TOKEN", TOKEN)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    source = {**BASE, "a.txt": edited((3, "source\n"))}
    with online(str(request.param), tmp_path, (BASE, source, TARGET)) as made:
        yield made


def plan(there: Online, *, fetch: bool = True) -> Forecast:
    found = make_forecast(there.ours.path, "", "", there.config, silent, fetch=fetch)
    assert isinstance(found, Forecast)
    return found


def opened(there: Online, branch: str, title: str, body: str = "") -> int:
    """A pull request from a branch that people pushed; the forge keeps its head under a ref of its own."""
    pull = there.fake.state.open(branch, "dev", title, body)
    assert pull is not None
    for ref in (f"refs/pull/{pull.number}/head", f"refs/merge-requests/{pull.number}/head"):
        there.shared.git("update-ref", ref, there.tip(branch))
    return pull.number


def test_a_port_by_hand_is_shown_by_its_patch(there: Online) -> None:
    there.shared.git("update-ref", "refs/heads/port", there.tip("dev"))
    mixed = edited((3, "source\n"), (30, "target\n"), (20, "target wins?\n"))
    there.push_file("port", "a.txt", mixed, "The same by hand")
    number = opened(there, "port", "A change")
    there.shared.git("update-ref", "refs/heads/other", there.tip("dev"))
    there.push_file("other", "b.txt", TEXT + "more\n", "Something else")
    opened(there, "other", "Another change")
    found = plan(there)
    assert [(one.commit.subject, one.pull, one.how.value) for one in found.underway] == [("main (#2)", number, "same patch")]
    assert found.unasked == ""


def test_a_port_that_names_the_commit_is_shown(there: Online) -> None:
    there.shared.git("update-ref", "refs/heads/port", there.tip("dev"))
    there.push_file("port", "b.txt", TEXT + "half of it\n", "Begin the port")
    number = opened(there, "port", "Port", f"This ports {there.tip('main')}.")
    assert [(one.pull, one.how.value) for one in plan(there).underway] == [(number, "names the commit")]


def test_our_own_sync_is_no_port(there: Online) -> None:
    there.publish("n1")
    assert len(there.fake.state.pulls) == 1
    found = plan(there)
    assert (found.underway, found.unasked) == ((), "")


def test_a_head_that_cannot_be_fetched_is_compared_by_its_words(there: Online) -> None:
    there.shared.git("update-ref", "refs/heads/port", there.tip("dev"))
    there.push_file("port", "b.txt", TEXT + "half of it\n", "Begin the port")
    there.fake.state.open("port", "dev", "Port", f"This ports {there.tip('main')}.")
    found = plan(there)
    assert [one.how.value for one in found.underway] == ["names the commit"]
    assert "1 open pull request was not compared" in found.unasked


def test_offline_and_refused_are_said_and_the_plan_is_made(there: Online) -> None:
    assert plan(there, fetch=False).unasked == "no remote is asked (--no-fetch)"
    for path in ("/pulls", "/merge_requests"):
        there.fake.fail("GET", path, 403, times=3)
    found = plan(there)
    assert "403" in found.unasked
    assert len(found.plan.commits) == 1


def test_without_a_token_it_is_said(there: Online, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SYNCLINE_TOKEN")
    for name in ("GITHUB_TOKEN", "GH_TOKEN", "GITLAB_TOKEN", "CI_JOB_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    assert "token" in plan(there).unasked


def test_without_a_forge_it_is_said(tmp_path: Path) -> None:
    made = stage(tmp_path, config='source = "origin/main"\ntarget = "origin/dev"\n')
    found = make_forecast(made.ours.path, "", "", made.config, silent, fetch=False)
    assert isinstance(found, Forecast)
    assert "[publish] names no forge" in found.unasked
