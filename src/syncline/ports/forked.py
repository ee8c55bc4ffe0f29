"""Pure work beside the main process, in a forked child that sees all that is known so far and sends back a value.

For seconds of work over values that would take as long to send as to make. The child answers once through a pipe and is gone; it dies with
its parent. Where there is no second processor, or no system on which a fork is safe, the work is done here, with the same outcome.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Generic, TypeVar

from syncline.core.errors import Bug, SynclineError
from syncline.ports.pool import cores

A = TypeVar("A")
B = TypeVar("B")

# Fork without exec is safe for what we do on Linux; elsewhere system libraries start threads of their own.
_CAN_FORK = sys.platform == "linux"
_DIE_WITH_PARENT = 1
_MOST = 8
# Steps that a patient child stands back.
_PATIENCE = 15


def beside(first: Callable[[], A], second: Callable[[], B]) -> tuple[A, B]:
    """Run both at the same time, ``second`` in a child; what either raises is raised here.

    ``second`` has to be pure: what it changes stays in the child. Its value has to be picklable.
    """
    if not _CAN_FORK or cores() < 2:
        return first(), second()
    with _Child(second) as child:
        return first(), child.answer()


def in_turn(first: Callable[[], A], second: Callable[[], B]) -> tuple[A, B]:
    """Run one after the other: what ``beside`` does with work that is not worth a process."""
    return first(), second()


@contextlib.contextmanager
def meanwhile(work: Callable[[], B], *, apart: bool, patient: bool = False) -> Iterator[Callable[[], B]]:
    """Begin with ``work`` in a child; what is yielded waits for its value, and is to be called once at most.

    Unless ``apart``, or where there is no second processor, the work is done when its value is asked for. As with ``beside``, it has to be pure.
    A ``patient`` child lets others go first: nobody waits for it soon.
    """
    if not apart or not _CAN_FORK or cores() < 2:
        yield work
        return
    with _Child(work, _PATIENCE if patient else 0) as child:
        yield child.answer


def divided(function: Callable[[A], B], items: Sequence[A], weights: Sequence[int], *, least: int) -> list[B]:
    """``[function(item) for item in items]``, spread over the processors by weight. ``least`` is the weight that is worth a child.

    As with ``beside``, ``function`` has to be pure and its values picklable.
    """
    jobs = min(cores(), _MOST, len(items), sum(weights) // least) if _CAN_FORK else 1
    if jobs < 2:
        return [function(item) for item in items]
    # The heaviest first: what is left for the end is little.
    order = sorted(range(len(items)), key=lambda at: -weights[at])
    with _queue(order) as take, contextlib.ExitStack() as stack:

        def done() -> dict[int, B]:
            return {at: function(items[at]) for at in iter(take, None)}

        children = [stack.enter_context(_Child(done)) for _ in range(jobs - 1)]
        found = done()
        for child in children:
            found |= child.answer()
    # What a child that was killed had taken is nobody's: it is done here.
    return [found[at] if at in found else function(items[at]) for at in range(len(items))]


# Bytes of a number in a queue, and what a pipe takes without a reader on every Linux.
_NUMBER = 4
_PIPE = 65_536


@contextlib.contextmanager
def _queue(numbers: Sequence[int]) -> Iterator[Callable[[], int | None]]:
    """Numbers that several processes take one by one, each number once, until there is none left.

    They lie in a pipe: whoever reads from it takes the next one, and the system lets no two take the same. Of more numbers than a pipe holds,
    stretches are taken.
    """
    out, into = os.pipe()
    step = max(1, -(-len(numbers) * _NUMBER // _PIPE))
    for start in range(0, len(numbers), step):
        os.write(into, start.to_bytes(_NUMBER, "little"))
    os.close(into)
    left: list[int] = []

    def take() -> int | None:
        if not left:
            data = os.read(out, _NUMBER)
            if not data:
                return None
            start = int.from_bytes(data, "little")
            left.extend(reversed(numbers[start : start + step]))
        return left.pop()

    try:
        yield take
    finally:
        os.close(out)


class _Child(Generic[B]):
    """One piece of work in a child, from ``with`` on. A child that is left without its answer is killed."""

    def __init__(self, work: Callable[[], B], patience: int = 0) -> None:
        self._work = work
        self._patience = patience

    def __enter__(self) -> _Child[B]:
        here, there = os.pipe()
        parent = os.getpid()
        with warnings.catch_warnings():
            # Other threads of ours wait for git or draw the progress; the child touches neither.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._id = os.fork()  # noqa: TID251 - a copy of ourselves for a while, no program
        if not self._id:
            os.close(here)
            os.nice(self._patience)
            _answer(self._work, there, parent)
        os.close(there)
        self._pipe = os.fdopen(here, "rb")
        return self

    def answer(self) -> B:
        """Wait for the value. A child that was killed, as for want of memory, has its work done here."""
        data = self._pipe.read()
        if not data:
            return self._work()
        good, value = pickle.loads(data)  # noqa: S301 - our own child's words, through a pipe that nobody else holds
        if not good:
            raise value
        answer: B = value
        return answer

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pipe.close()
        if kind is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._id, signal.SIGKILL)
        os.waitpid(self._id, 0)


def _answer(work: Callable[[], object], pipe: int, parent: int) -> None:
    """The child's life: work, answer, end. Nothing of the parent's is closed, flushed or cleaned up here."""
    try:
        # Ctrl-C reaches us too; the parent decides what becomes of it, and of us.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() == parent:
            with os.fdopen(pipe, "wb") as out:
                out.write(_told(work))
    finally:
        os._exit(0)


def _told(work: Callable[[], object]) -> bytes:
    try:
        return pickle.dumps((True, work()), protocol=5)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised in the parent
        if not isinstance(error, SynclineError):
            # Where it happened does not come along, and whoever reads the report of a bug needs it.
            error.add_note(traceback.format_exc())
        try:
            data = pickle.dumps((False, error), protocol=5)
            pickle.loads(data)  # noqa: S301 - an error may be written and yet not be read: found out here
        except Exception:  # noqa: BLE001
            return pickle.dumps((False, Bug(f"{type(error).__name__} in a process of ours: {error}")), protocol=5)
        return data
