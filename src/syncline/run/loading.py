"""The modules of the rooms behind the merge are many: they are loaded while git merges, and nobody waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module

AUDIT = ("syncline.run.judging",)
SYNC = ("syncline.plan.volumes", "syncline.run.resolving", "syncline.run.stakes", *AUDIT, "syncline.run.audits", "syncline.run.commit")


@contextmanager
def loading(modules: tuple[str, ...]) -> Iterator[None]:
    """Load ``modules`` beside the block, and be done at its end. In the block nothing may be forked: the lock of an import would go along."""
    with ThreadPoolExecutor(1) as pool:
        for module in modules:
            pool.submit(import_module, module)
        yield
