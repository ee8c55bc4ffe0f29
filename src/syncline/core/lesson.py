"""What was learnt from people's corrections, for whoever decides the next time."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sentence for whoever decides a conflict at these paths: people read it in the reports, helpers get it with the conflict."""

    paths: tuple[str, ...] = field(metadata={"doc": "patterns of the paths that it speaks of", "kind": "paths"})
    text: str = field(metadata={"doc": "what to know before deciding there", "kind": "words"})
