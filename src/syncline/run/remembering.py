"""The memory of a repository, as the rules ask it."""

from __future__ import annotations

from syncline.core.memory import Memory, nothing_remembered
from syncline.learn.pages import memory_of, read_memory
from syncline.ports.git.own_refs import OwnRefs
from syncline.ports.git.pushing import read_page
from syncline.ports.git.workshop import Workshop

REF = "refs/syncline/memory"


def recall(workshop: Workshop) -> Memory:
    """What the repository remembers; nothing where there is no memory or it cannot be read."""
    tip = OwnRefs(workshop).refs([REF]).get(REF)
    return memory_of(read_memory(read_page(workshop, tip))) if tip is not None else nothing_remembered
