"""What people decided about findings: each decision says who, why, until when, and of what content it speaks."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """One finding may stand. ``doc`` in a field's metadata describes the key in a file of decisions, whose order is that of the fields."""

    check: str = field(default="", metadata={"doc": "the check that reported the finding"})
    path: str = field(default="", metadata={"doc": "where it was"})
    finding: str = field(default="", metadata={"doc": "what was said"})
    by: str = field(metadata={"doc": "who decided, as git knows them"})
    on: str = field(default="", metadata={"doc": "the day of the decision, as YYYY-MM-DD", "kind": "date"})
    reason: str = field(metadata={"doc": "why the finding may stand"})
    until: str = field(
        default="", metadata={"doc": "last day in force, as YYYY-MM-DD; without it as long as the content stays the same", "kind": "date"}
    )
    fingerprint: str = field(metadata={"doc": "the fingerprint of the finding"})
    content: str = field(metadata={"doc": "a hash of what the finding spoke of; the decision lapses when that changes"})

    @property
    def key(self) -> tuple[str, str]:
        """Two decisions with the same key answer the same question; the later one counts."""
        return self.fingerprint, self.content


@dataclass(frozen=True, slots=True)
class Decisions:
    """A file of decisions."""

    accept: tuple[Acceptance, ...] = field(default=(), metadata={"doc": "findings that may stand"})


def joined(*many: tuple[Acceptance, ...]) -> tuple[Acceptance, ...]:
    """Decisions of several places without doubles, the later one of each key (of the same day: that of the later place), in a stable order."""
    found: dict[tuple[str, str], Acceptance] = {}
    for one in (one for few in many for one in few):
        old = found.get(one.key)
        if old is None or old.on <= one.on:
            found[one.key] = one
    return tuple(sorted(found.values(), key=lambda one: (one.check, one.path, one.fingerprint, one.content)))
