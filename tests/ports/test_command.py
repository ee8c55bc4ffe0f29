"""Starting git: what reaches it, and what its failures become."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from building import build
from running import git_in_front
from syncline.core.errors import WorldError
from syncline.ports.git.command import demand, environment, git, last_line, require_version, sealed
from syncline.ports.process import Conversation, Output, run


def local_variables() -> list[str]:
    """The variables that git itself says belong to one repository."""
    return subprocess.run(["git", "rev-parse", "--local-env-vars"], capture_output=True, text=True, check=True).stdout.split()


# What git calls local and what is right to hand on: configuration that a CI or ``git -c`` gives, to the user's repository alone.
HANDED_ON = {"GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"}


@pytest.mark.parametrize(
    "name", sorted({*local_variables(), "GIT_NAMESPACE", "GIT_EXTERNAL_DIFF", "GIT_DEFAULT_HASH", "GIT_LITERAL_PATHSPECS"})
)
def test_no_variable_of_another_repository_leaks_in(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "elsewhere")
    ours = {"GIT_NO_REPLACE_OBJECTS": "1"}.get(name)
    sealed_off = {"GIT_CONFIG_COUNT": "1"}.get(name, ours)
    assert sealed().get(name) == sealed_off
    assert environment().get(name) == ("elsewhere" if name in HANDED_ON else ours)


def test_configuration_handed_down_reaches_the_users_repository_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = build(tmp_path / "r", ())
    for name, value in (("COUNT", "1"), ("KEY_0", "merge.renames"), ("VALUE_0", "false")):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    assert git(["config", "merge.renames"], git_dir=repo.path).stdout == b"false\n"
    assert git(["config", "merge.renames"], git_dir=repo.path, ours=True).status == 1


def test_attributes_of_the_user_reach_the_users_repository_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = build(tmp_path / "r", ())
    (tmp_path / "git").mkdir()
    (tmp_path / "git" / "attributes").write_text("*.py -diff\n", "utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert git(["check-attr", "diff", "a.py"], git_dir=repo.path).stdout == b"a.py: diff: unset\n"
    assert git(["check-attr", "diff", "a.py"], git_dir=repo.path, ours=True).stdout == b"a.py: diff: unspecified\n"


def test_messages_come_in_english_and_without_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("LANGUAGE", "de")
    assert {name: environment()[name] for name in ("LC_ALL", "LANGUAGE", "GIT_TERMINAL_PROMPT")} == {
        "LC_ALL": "C",
        "LANGUAGE": "C",
        "GIT_TERMINAL_PROMPT": "0",
    }


@pytest.mark.parametrize(
    ("stderr", "line"),
    [
        (b"fatal: first\nsecond\n", "first"),
        (b"warning: w\nerror: e\nhint: h\n", "e"),
        (b"only\n\n", "only"),
        (b"one\ntwo\n", "two"),
        (b"", ""),
        (b"fatal: unable to access 'https://me:secret@example.org/r/': no\n", "unable to access 'https://example.org/r/': no"),
        (b"fatal: caf\xe9\n", "caf\ufffd"),
    ],
)
def test_the_line_that_says_most(stderr: bytes, line: str) -> None:
    assert last_line(stderr) == line


def test_a_failure_that_says_nothing() -> None:
    with pytest.raises(WorldError, match="git failed while trying: exit status 7"):
        demand(Output(7, b"", b""), "trying")


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ('echo "git version 2.37.0"', "git 2.37 is too old"),
        ('echo "git version 1.8.3.1"', "git 1.8 is too old"),
        ("echo nonsense", "does not tell its version"),
        ("exit 3", "does not tell its version"),
    ],
)
def test_a_git_that_will_not_do(script: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", git_in_front(tmp_path / "bin", script)["PATH"])
    with pytest.raises(WorldError, match=says):
        require_version()


def test_a_git_that_may_not_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "git").write_text("no program\n", encoding="utf-8")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WorldError, match="git was not found"):
        require_version()


def test_a_program_that_takes_too_long() -> None:
    begin = time.perf_counter()
    with pytest.raises(WorldError, match=r"sleep did not finish within 0\.2 s"):
        run(["sleep", "60"], timeout=0.2)
    assert time.perf_counter() - begin < 10


def test_a_conversation_whose_partner_dies() -> None:
    talk = Conversation(["sh", "-c", "read -r line; echo first; exit 0"], dict(os.environ))
    talk.say(b"hello\n")
    assert talk.line() == b"first"
    with pytest.raises(WorldError, match="sh ended unexpectedly"):
        talk.line()
    with pytest.raises(WorldError, match="sh ended unexpectedly"):
        talk.say(b"x" * 1_000_000)
    talk.close()
    talk.close()


SHIELDED = """
import signal, sys
from syncline.ports.process import run
class Stopped(BaseException):
    pass
def stop(number, frame):
    raise Stopped
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, stop)
print("ready", flush=True)
try:
    wait = 'touch "$0.begun"; while [ ! -e "$0.go" ]; do sleep 0.01; done; touch "$0"'
    run(["sh", "-c", wait, sys.argv[1]], shielded=sys.argv[2] == "shielded")
except Stopped:
    sys.exit(130)
sys.exit(0)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("how", ["shielded", "bare"])
def test_a_shielded_program_ends_before_we_do(how: str, number: signal.Signals, tmp_path: Path) -> None:
    """The whole group gets the signal, as by Ctrl-C in a terminal."""
    mark = tmp_path / "mark"
    with subprocess.Popen([sys.executable, "-c", SHIELDED, str(mark), how], stdout=subprocess.PIPE, start_new_session=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        while not mark.with_name("mark.begun").exists():
            time.sleep(0.01)
            assert child.poll() is None
        os.killpg(child.pid, number)
        if how == "shielded":
            mark.with_name("mark.go").touch()
        # The other one is gone by then, and with it all that would have been done.
        assert child.wait(timeout=60) == 130
    assert mark.exists() == (how == "shielded")


def test_shielding_in_a_thread_does_no_harm() -> None:
    outputs: list[Output] = []
    thread = threading.Thread(target=lambda: outputs.append(run(["echo", "hello"], shielded=True)))
    thread.start()
    thread.join()
    assert [output.stdout for output in outputs] == [b"hello\n"]
