"""How the record names what was done once: what people undo is not done again."""

from __future__ import annotations


def ready_key(number: int, tree: str) -> str:
    """How the record names that we called a tree ready."""
    return f"ready:{number}:{tree}"


def redraft_key(number: int, head: str) -> str:
    """How the record names that we took this back for a head."""
    return f"redraft:{number}:{head}"


def label_key(number: int, name: str) -> str:
    """How the record names that a label was added: what people take off is not put back."""
    return f"label:{number}:{name}"


def review_key(number: int, name: str) -> str:
    """How the record names that somebody was asked for a review."""
    return f"review:{number}:{name}"
