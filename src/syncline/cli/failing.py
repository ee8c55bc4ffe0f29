"""Every way to end: exit codes, one line for what went wrong, a report file for our own bugs."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import traceback
from types import FrameType

import click

from syncline.core.errors import SynclineError

INTERRUPTED = 130
BUG = 3


def guarded(program: click.Command) -> None:
    """Run the program; end the process with the exit code of the design."""
    signal.signal(signal.SIGTERM, _stop)
    try:
        code = program.main(standalone_mode=False)
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.Abort:
        code = _say("interrupted; nothing was left behind", INTERRUPTED)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except KeyboardInterrupt:
        code = _say("interrupted; nothing was left behind", INTERRUPTED)
    except SynclineError as error:
        code = _bug(error) if error.exit_code == BUG else _say(f"error: {error}", error.exit_code)
    except BrokenPipeError:
        # The reader of our output went away (``| head``); Python would complain again while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:  # noqa: BLE001 - the last net: anything unforeseen is a bug of ours and gets a report file
        code = _bug(error)
    sys.exit(code if isinstance(code, int) else 0)


def _stop(number: int, frame: FrameType | None) -> None:
    """SIGTERM ends like Ctrl-C, so that temporary folders are removed."""
    del number, frame
    raise KeyboardInterrupt


def _say(line: str, code: int) -> int:
    click.echo(f"syncline: {line}", err=True)
    return code


def _bug(error: BaseException) -> int:
    handle, path = tempfile.mkstemp(prefix="syncline-bug-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write("".join(traceback.format_exception(error)))
    return _say(f"this is a bug of ours: {type(error).__name__}: {error}; details are in {path}", BUG)
