"""The audit's modules are many: they are loaded while git merges, and nobody waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module


@contextmanager
def loading_judge() -> Iterator[None]:
    """Load ``run.judging`` beside the block, and be done at its end. In the block nothing may be forked: the lock of an import would go along."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(import_module, "syncline.run.judging")
        yield
