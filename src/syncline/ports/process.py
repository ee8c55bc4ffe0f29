"""Start a process: the sole place that does.

Arguments are always a list. Text of a repository never reaches a shell.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from syncline.core.errors import Bug, WorldError


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
) -> Output:
    """Run ``command`` to its end and keep what it printed. A status other than zero is a value, not an error.

    Raises ``WorldError`` when the program cannot be started or outlives ``timeout`` seconds (it is killed then).
    """
    try:
        done = subprocess.run(list(command), input=stdin, capture_output=True, env=env, cwd=cwd, timeout=timeout, check=False)
    except FileNotFoundError as error:
        raise WorldError(f"cannot start {_name(command)}: not found ({error.filename!s})") from error
    except PermissionError as error:
        raise WorldError(f"cannot start {_name(command)}: permission denied") from error
    except subprocess.TimeoutExpired as error:
        raise WorldError(f"{_name(command)} did not finish within {timeout:g} s") from error
    except OSError as error:
        raise WorldError(f"cannot start {_name(command)}: {error.strerror}") from error
    return Output(done.returncode, done.stdout, done.stderr)


class Conversation:
    """A long-lived child that answers on stdout what it is asked on stdin. Closed by ``close``; its death is a ``WorldError``."""

    def __init__(self, command: Sequence[str | os.PathLike[str]], env: Mapping[str, str]) -> None:
        try:
            self._child = subprocess.Popen(list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)
        except OSError as error:
            raise WorldError(f"cannot start {_name(command)}: {error.strerror}") from error
        self._name = _name(command)

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
