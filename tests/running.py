"""Run syncline as the user does: a process of its own."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from syncline.cli import main, program
from syncline.core.errors import SynclineError

COMMAND = (sys.executable, "-c", "from syncline.cli import main; main()")
SMALL = ("--source=source", "--target=target", "--branch=night", "--prefer=target")


def syncline(
    *arguments: str, env: Mapping[str, str] | None = None, cwd: Path | None = None, prepare: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run it to its end. ``prepare`` acts in the child before it starts (another user, a limit)."""
    return subprocess.run(
        [*COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
        env={**os.environ, **(env or {})},
        cwd=cwd,
        preexec_fn=prepare,
    )


def syncline_as(user: int, *arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run it under another user's number, in a fork of this process: that user may not be allowed to read this Python.

    The fork has no way to import anything late, so the same command runs once beforehand, as a dry run and for its imports alone.
    """
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(SynclineError):
        program.main([*arguments, "--dry-run"], standalone_mode=False)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()  # noqa: TID251 - no other way, see above
        if child == 0:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            os.environ.update(env or {})
            tempfile.tempdir = None
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            sys.argv = ["syncline", *arguments]
            try:
                main()
            except SystemExit as end:
                sys.stderr.flush()
                os._exit(end.code if isinstance(end.code, int) else 1)
            finally:
                os._exit(99)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        texts = [file.read().decode("utf-8", "surrogateescape") for file in (out, err)]
    return subprocess.CompletedProcess(["syncline", *arguments], os.waitstatus_to_exitcode(status), *texts)


def refused(done: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line on stderr of a run that ended with this exit code and printed nothing else."""
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("syncline: ")
    return lines[0]


def git_in_front(folder: Path, script: str) -> dict[str, str]:
    """A PATH on which another ``git`` comes first: a shell script in which ``$REAL`` is the real one."""
    folder.mkdir(exist_ok=True)
    real = next(Path(word) / "git" for word in os.environ["PATH"].split(os.pathsep) if (Path(word) / "git").exists())
    (folder / "git").write_text(f"#!/bin/sh\nREAL={real}\n{script}\n", encoding="utf-8")
    (folder / "git").chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


# Signals the run once, at its n-th call of git (calls may come two at a time), then goes on as if nothing had happened: an orphan does its work.
_KILLER = """
echo call >> "$CALLS/count"
[ $(wc -l < "$CALLS/count") -ge "$AT" ] && mkdir "$CALLS/done" 2> /dev/null && kill -"$SIGNAL" $(cat "$CALLS/run")
exec "$REAL" "$@"
"""


def signalled(
    calls: Path, at: int, number: signal.Signals, *arguments: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run it, and send it a signal at its ``at``-th call of git: the run itself, whichever process of it calls.

    ``calls`` is a new folder of this one run. What an earlier one left behind may come to its turn as late as now, and must find nothing of ours.
    After a SIGKILL, the orphans that it left have ended as well.
    """
    calls.mkdir()
    front = git_in_front(calls / "bin", _KILLER) | {"CALLS": str(calls), "AT": str(at), "SIGNAL": str(int(number))}

    def known() -> None:
        (calls / "run").write_text(str(os.getpid()), encoding="ascii")

    done = syncline(*arguments, env={**(env or {}), **front}, prepare=known)
    assert (calls / "done").exists(), f"there were fewer than {at} calls"
    if number is signal.SIGKILL:
        wait_for_orphans("CALLS", str(calls))
    return done


def wait_for_orphans(name: str, value: str) -> None:
    """Wait for the end of all processes that were started with this in their environment: what a killed run leaves still does its work."""
    entry = os.fsencode(f"{name}={value}")
    end = time.monotonic() + 60
    while any(entry in environment.split(b"\0") for environment in _environments()):
        assert time.monotonic() < end, "an orphan does not end"
        time.sleep(0.01)


def _environments() -> Iterator[bytes]:
    for process in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            yield process.read_bytes()


def counted(calls: Path, *arguments: str, env: Mapping[str, str] | None = None) -> tuple[subprocess.CompletedProcess[str], int]:
    """Run it undisturbed; the second value is how often it calls git. ``calls`` is a new folder."""
    calls.mkdir()
    done = syncline(*arguments, env={**(env or {}), **git_in_front(calls / "bin", f'echo call >> "{calls}/count"\nexec "$REAL" "$@"')})
    return done, len((calls / "count").read_text(encoding="utf-8").split())
