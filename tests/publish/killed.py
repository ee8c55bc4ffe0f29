"""Publish once in a process of its own, and die by SIGKILL at one call of a door.

The processes are forked off one that has everything imported: starting Python anew would take longer than publishing.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from syncline.run.clock import world
from syncline.run.progress import silent
from syncline.run.publish import PublishRequest, prepared
from syncline.run.stepping import publish

# Calls that change something: the moments before and after each are where a runner may die.
CHANGING = {"swap", "open", "describe", "ready", "redraft", "close", "label", "unlabel", "review", "say", "reword", "unsay"}

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["publish.killed", "syncline.run.auditing", "syncline.audit.checks"])


class Deadly:
    """A door whose changing calls are counted before and after; at the given count the process is killed."""

    calls = 0
    last = 0

    def __init__(self, door: object) -> None:
        self._door = door

    def __getattr__(self, name: str) -> object:
        value = getattr(self._door, name)
        if name not in CHANGING:
            return value

        def call(*args: object, **kwargs: object) -> object:
            self.count()
            answer = value(*args, **kwargs)
            self.count()
            return answer

        return call

    @staticmethod
    def count() -> None:
        Deadly.calls += 1
        if Deadly.calls == Deadly.last:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Life:
    """One runner. ``end`` waits for it."""

    process: ForkServerProcess
    told: Connection

    def end(self) -> tuple[int, int, str]:
        """Exit code (negative for a signal), how many calls it made, and what went wrong."""
        # Read first: who has much to tell cannot end before it is heard.
        calls, trouble = 0, ""
        with contextlib.suppress(EOFError):
            calls, trouble = self.told.recv()
        self.process.join()
        code = self.process.exitcode
        assert code is not None
        return code, calls, trouble


def start(repo: Path, config: Path, branch: str, count: int) -> Life:
    """Begin to publish; die at call ``count`` (0: live)."""
    here, there = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_live, args=(repo, config, branch, count, there))
    process.start()
    there.close()
    return Life(process, here)


def _live(repo: Path, config: Path, branch: str, count: int, told: Connection) -> None:
    Deadly.last = count
    try:
        with prepared(PublishRequest(repo, branch, config=config), silent) as preparation:
            doors = world(Deadly(preparation.shared), Deadly(preparation.forge), preparation.config)  # type: ignore[arg-type]
            publish(preparation.job(), doors)
    except BaseException:  # noqa: BLE001 - told to the test, which is another process
        told.send((Deadly.calls, traceback.format_exc()))
        raise SystemExit(1) from None
    told.send((Deadly.calls, ""))
