"""Work spread over processes of our own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from syncline.core.errors import WorldError

A = TypeVar("A")
B = TypeVar("B")


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(function: Callable[[A], B], work: Iterable[A], jobs: int) -> Iterator[B]:
    """Results in the order in which they are ready. At most two pieces of work a process are under way, so memory stays bounded.

    With one job, the work is done here. Raises ``WorldError`` when a process is killed; other errors come through as they are.
    """
    if jobs <= 1:
        yield from map(function, work)
        return
    pending: set[Future[B]] = set()
    rest = iter(work)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            pending.update(pool.submit(function, one) for one in islice(rest, 2 * jobs))
            while pending:
                ready, pending = wait(pending, return_when=FIRST_COMPLETED)
                for one in ready:
                    pending.update(pool.submit(function, more) for more in islice(rest, 1))
                    yield one.result()
        except BrokenProcessPool as error:
            raise WorldError("a process of ours was killed; perhaps memory ran out: try fewer --jobs") from error
        finally:
            for one in pending:
                one.cancel()
