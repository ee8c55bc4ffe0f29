"""Start a process: the sole place that does.

Arguments are always a list. Text of a repository never reaches a shell.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from syncline.core.errors import Bug, WorldError

# What ends a program from outside: Ctrl-C, a polite kill, a terminal that went away.
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Output:
    """What a finished process left. ``status`` is negative for a signal, as in ``subprocess``."""

    status: int
    stdout: bytes
    stderr: bytes


def run(
    command: Sequence[str | bytes | os.PathLike[str]],
    *,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
    shielded: bool = False,
) -> Output:
    """Run ``command`` to its end and keep what it printed. A status other than zero is a value, not an error.

    ``shielded`` lets neither Ctrl-C nor a signal that ends us reach it half-way: we are interrupted when it is done. For short
    commands that leave a lock behind when they are killed.

    Raises ``WorldError`` when the program cannot be started or outlives ``timeout`` seconds (it is killed then).
    """
    try:
        with _held_signals() if shielded else contextlib.nullcontext():
            done = subprocess.run(
                list(command),
                input=stdin,
                capture_output=True,
                env=env,
                cwd=cwd,
                timeout=timeout,
                check=False,
                start_new_session=shielded,
            )
    except FileNotFoundError as error:
        raise WorldError(f"cannot start {_name(command)}: not found ({error.filename!s})") from error
    except PermissionError as error:
        raise WorldError(f"cannot start {_name(command)}: permission denied") from error
    except subprocess.TimeoutExpired as error:
        raise WorldError(f"{_name(command)} did not finish within {timeout:g} s") from error
    except OSError as error:
        raise WorldError(f"cannot start {_name(command)}: {error.strerror}") from error
    return Output(done.returncode, done.stdout, done.stderr)


@contextlib.contextmanager
def _held_signals() -> Iterator[None]:
    """Keep the signals that end us until the block is done, then let them act. In another thread than the main one they never act."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in ENDING}
    for number, handler in before.items():
        # An ignored signal stays ignored (nohup); a handler that Python does not know cannot be put back.
        if handler not in (signal.SIG_IGN, None):
            signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:
                signal.signal(number, handler)
        for late in dict.fromkeys(came):
            signal.raise_signal(late)


class Conversation:
    """A long-lived child that answers on stdout what it is asked on stdin. Closed by ``close``; its death is a ``WorldError``.

    A forked process that goes on with one (``ports.forked``) starts another child of its own, so that no two processes talk into one pipe;
    and threads take turns, each with its questions and their answers.
    """

    def __init__(self, command: Sequence[str | os.PathLike[str]], env: Mapping[str, str]) -> None:
        self._command = list(command)
        self._env = env
        self._name = _name(command)
        self._start()

    def _start(self) -> None:
        try:
            self._child = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self._env
            )
        except OSError as error:
            raise WorldError(f"cannot start {self._name}: {error.strerror}") from error
        self._process = os.getpid()
        # A lock of this process: in a forked child that of the parent may be held by a thread that the child does not have.
        self._turn = threading.Lock()

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """Questions and their answers, without another thread's in between. Not to be nested."""
        if self._process != os.getpid():
            self._parents = self._child
            self._start()
        with self._turn:
            yield

    def say(self, data: bytes) -> None:
        """Send ``data`` and flush."""
        pipe = self._pipe(self._child.stdin)
        try:
            pipe.write(data)
            pipe.flush()
        except OSError as error:
            raise WorldError(f"{self._name} ended unexpectedly") from error

    def line(self) -> bytes:
        """The next line, without its line feed."""
        line = self._pipe(self._child.stdout).readline()
        if not line.endswith(b"\n"):
            raise WorldError(f"{self._name} ended unexpectedly")
        return line[:-1]

    def exactly(self, size: int) -> bytes:
        """The next ``size`` bytes."""
        data = self._pipe(self._child.stdout).read(size)
        if len(data) != size:
            raise WorldError(f"{self._name} ended unexpectedly")
        return data

    def close(self) -> None:
        """End the child; safe to call twice."""
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None and not pipe.closed:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            self._child.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        if pipe is None:
            raise Bug("a conversation without pipes")
        return pipe


def _name(command: Sequence[str | bytes | os.PathLike[str]]) -> str:
    return Path(os.fsdecode(command[0])).name


def run_whole(command: Sequence[str], *, cwd: Path, env: Mapping[str, str], timeout: float) -> Output:
    """Run a command that somebody configured, with everything it starts: outliving ``timeout`` seconds, all of it is killed.

    Raises ``WorldError`` when it cannot be started or takes too long.
    """
    try:
        child = subprocess.Popen(
            list(command),
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        raise WorldError(f"cannot start {_name(command)}: {error.strerror}") from error
    try:
        out, _ = child.communicate(timeout=timeout)
    except subprocess.TimeoutExpired as error:
        raise WorldError(f"{_name(command)} did not finish within {timeout:g} s") from error
    finally:
        # What it left running in the background goes with it; the group outlives its leader.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        if child.stdout is not None:
            child.stdout.close()
    return Output(child.returncode, out, b"")
