"""Outside help: what it is told, what its text must pass, and that a refusal goes back once."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from building import Repo, diverged
from running import syncline

BASE, SOURCE, TARGET = (f"top()\nlimit = {x}\nend()\n" for x in ("1", "2", "3"))
GOOD = {
    "text": "limit = max(2, 3)\n",
    "reason": "both limits hold",
    "dropped": [{"text": "limit = 2", "reason": "a"}, {"text": "limit = 3", "reason": "b"}],
}
SILENT = {"text": "limit = max(2, 3)\n", "reason": "both"}
BROKEN = {**GOOD, "text": "limit = max(2,\n"}
MARKED = {**GOOD, "text": "<<<<<<< ours\nlimit = 3\n"}


def night(folder: Path, answers: list[object], *arguments: str) -> tuple[Repo, dict[str, object], list[dict[str, object]], int]:
    """One night with an agent that gives these answers in turn; what the night said and what the agent was asked."""
    folder.mkdir(parents=True)
    agent, log = folder / "agent.py", folder / "asked"
    agent.write_text(
        "import json, pathlib, sys\n"
        f"log, answers = pathlib.Path({str(log)!r}), {answers!r}\n"
        "asked = log.read_text().splitlines() if log.exists() else []\n"
        "log.write_text('\\n'.join([*asked, json.dumps(json.load(sys.stdin))]))\n"
        "answer = answers[min(len(asked), len(answers) - 1)]\n"
        "print(answer if isinstance(answer, str) else json.dumps(answer))\n"
    )
    config = folder / "syncline.toml"
    lessons = "[[lessons]]\npaths = ['a.*']\ntext = 'never lower one'\n[[lessons]]\npaths = ['b.*']\ntext = 'not here'\n"
    config.write_text(f"[[agents]]\nname = 'robot'\ncommand = [{sys.executable!r}, {str(agent)!r}]\ntimeout = 20\n\n{lessons}")
    repo = diverged(folder / "r", base={"a.py": BASE}, source={"a.py": SOURCE}, target={"a.py": TARGET})
    done = syncline(
        "sync",
        "--repo",
        str(repo.path),
        "--source=source",
        "--target=target",
        "--branch=night",
        "--no-fetch",
        "--json",
        f"--config={config}",
        *arguments,
    )
    asked = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return repo, json.loads(done.stdout), asked, done.returncode


def test_a_text_that_passes_is_applied_and_asks_its_owner(tmp_path: Path) -> None:
    repo, said, asked, code = night(tmp_path / "n", [GOOD])
    assert code == 0
    assert repo.tree("night")["a.py"].data.decode() == "top()\nlimit = max(2, 3)\nend()\n"
    assert "agent robot" in json.dumps(said)
    assert len(asked) == 1
    page = asked[0]
    assert (page["base"], page["source"], page["target"]) == ("limit = 1\n", "limit = 2\n", "limit = 3\n")
    assert (page["path"], page["before"], page["after"]) == ("a.py", "top()\n", "end()\n")
    assert page["lessons"] == ["never lower one"]
    assert "token-merge" in json.dumps(page["declined"])
    assert [one["subject"] for one in page["intents"]["source"]] == ["source (#2)"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("first", "finding"), [(SILENT, "neither in the text nor listed"), (BROKEN, "would not parse"), (MARKED, "marker")]
)
def test_a_refusal_goes_back_once_with_what_was_found(tmp_path: Path, first: object, finding: str) -> None:
    _, _, asked, code = night(tmp_path / "n", [first, GOOD])
    assert code == 0
    assert len(asked) == 2
    assert finding in json.dumps(asked[1]["findings"])


@pytest.mark.parametrize(
    "answer", [SILENT, BROKEN, {"text": None, "reason": "too hard"}, "rubbish", {"text": 3}, {**GOOD, "dropped": [{"text": "x"}]}]
)
def test_what_never_passes_stays_open(tmp_path: Path, answer: object) -> None:
    repo, said, asked, code = night(tmp_path / "n", [answer])
    assert code == 1
    assert "refs/heads/night" not in repo.branches()
    assert 1 <= len(asked) <= 2
    assert "agent robot" in json.dumps(said)


def test_the_rules_come_first(tmp_path: Path) -> None:
    _, _, asked, code = night(tmp_path / "n", [{"text": None}], "--prefer=target")
    assert (len(asked), code) == (1, 0)
