"""Every way to end: exit codes, one line for what went wrong, a report file for our own bugs."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import os
import signal
import sys
import tempfile
import traceback
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import click

from syncline.core.errors import SynclineError
from syncline.core.names import shown

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

BUG = 3
WORLD = 4
INTERRUPTED = 130

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Failures of the machine, not of our code; by number, whatever the language of the message.
_MACHINE = frozenset(
    (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EACCES, errno.EPERM)
)


class _Stopped(BaseException):
    """Somebody wants us to end. Not ``KeyboardInterrupt``: click would print an empty line for that."""


def guarded(program: click.Command) -> NoReturn:
    """Run the program; end the process with the exit code of the design."""
    _open_streams()
    # A run is short and its values hold no cycles; the collector would walk every syntax tree again and again.
    gc.disable()
    for number in _ENDING:
        # What is ignored on arrival stays ignored: that is what nohup is for.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)
    code = _run(program)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = code if code == WORLD else _say(f"error: cannot write the output: {error.strerror}", WORLD)
    _close_streams()
    # Everything is said, and every context is left. To take a night's values apart, object by object, would take as long as to report on it.
    os._exit(code)


def _run(program: click.Command) -> int:
    try:
        code = program.main(prog_name="syncline", standalone_mode=False)
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        code = _usage(error)
    except (_Stopped, click.Abort, KeyboardInterrupt):
        code = _say("interrupted", INTERRUPTED)
    except SynclineError as error:
        code = _bug(error) if error.exit_code == BUG else _say(f"error: {error}", error.exit_code)
    except Exception as error:  # noqa: BLE001 - the last net: anything unforeseen is a bug of ours and gets a report file
        machine = isinstance(error, OSError) and error.errno in _MACHINE
        code = _say(f"error: {_told(error)}", WORLD) if machine else _bug(error)
    return code if isinstance(code, int) else 0


def _stop(number: int, frame: FrameType | None) -> None:
    """Every polite end is like Ctrl-C: temporary folders are removed. A second one does not disturb that."""
    del number, frame
    for ending in _ENDING:
        signal.signal(ending, signal.SIG_IGN)
    raise _Stopped


def _usage(error: click.ClickException) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return error.exit_code
    context = error.ctx if isinstance(error, click.UsageError) else None
    hint = f"; see '{context.command_path} --help'" if context is not None else ""
    return _say(f"error: {error.format_message().rstrip('.')}{hint}", error.exit_code)


def _say(line: str, code: int) -> int:
    """One line, whatever the message holds: text of the repository cannot drive the terminal."""
    try:
        click.echo(f"syncline: {shown(line)}", err=True)
    except OSError:
        # Nobody hears us; the exit code still tells.
        return code
    return code


def _told(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror + (f": {error.filename}" if error.filename else "")
    return f"{type(error).__name__}: {error}"


def _bug(error: BaseException) -> int:
    try:
        handle, path = tempfile.mkstemp(prefix="syncline-bug-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write("".join(traceback.format_exception(error)))
        where = f"details are in {path}"
    except OSError as full:
        where = f"the details could not be written ({full.strerror})"
    return _say(f"this is a bug of ours: {type(error).__name__}: {error}; {where}", BUG)


class _Leaving(io.FileIO):
    """A stream whose reader may go away (``| head``): what comes after is dropped, and the work keeps its own exit code."""

    def write(self, data: ReadableBuffer, /) -> int:
        """Write, or drop."""
        try:
            return super().write(data)
        except OSError as error:
            if error.errno not in {errno.EPIPE, errno.EBADF}:
                raise
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self.fileno())
            os.close(null)
            return len(memoryview(data))


def _open_streams() -> None:
    """Make stdout and stderr fit for any text, any terminal and any reader.

    A descriptor that is closed on arrival is opened on nothing: else the next file that we open would get its number, and our output.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    out = io.BufferedWriter(_Leaving(1, "w", closefd=False))
    sys.stdout = io.TextIOWrapper(out, encoding=_encoding(sys.stdout), errors="backslashreplace", line_buffering=os.isatty(1))
    err = io.BufferedWriter(_Leaving(2, "w", closefd=False))
    sys.stderr = io.TextIOWrapper(err, encoding=_encoding(sys.stderr), errors="backslashreplace", line_buffering=True)


def _encoding(stream: object) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def _close_streams() -> None:
    """Nothing is left to be flushed: a full disk would change the exit code there."""
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
