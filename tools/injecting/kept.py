"""What a run has measured so far, in a file, so that an interrupted one goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import syncline
from injecting.damage import Kind, Outcome
from syncline.core.names import CommitId


@dataclass(frozen=True, slots=True)
class Kept:
    """The outcomes of each merge that is done. ``file``: where they are kept, if anywhere."""

    file: Path | None
    outcomes: dict[CommitId, list[Outcome]] = field(default_factory=dict)

    def add(self, merge: CommitId, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
        """Keep the outcomes of a merge, and give them back."""
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"merge": merge, "outcomes": [asdict(outcome) for outcome in outcomes]}) + "\n")
        self.outcomes[merge] = list(outcomes)
        return outcomes


def open_kept(file: Path | None, seed: int) -> Kept | None:
    """What a file holds; ``None`` where it was written with another seed or by other code, of which the figures must not be mixed with ours."""
    if file is None:
        return Kept(None)
    head = {"seed": seed, "code": _code()}
    if not file.exists():
        file.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return Kept(file)
    # A run that was killed may have left half a line behind.
    whole, _, rest = file.read_text(encoding="utf-8").rpartition("\n")
    if rest:
        file.write_text(f"{whole}\n", encoding="utf-8")
    first, *rows = map(json.loads, whole.split("\n"))
    if first != head:
        return None
    return Kept(file, {CommitId(row["merge"]): [Outcome(**{**o, "kind": Kind(o["kind"])}) for o in row["outcomes"]] for row in rows})


def _code() -> str:
    """What the measured code and the damage are, as one word."""
    made = hashlib.sha256()
    for root in (Path(syncline.__file__).parent, Path(__file__).parent):
        for path in sorted(root.rglob("*.py")):
            made.update(path.read_bytes())
    return made.hexdigest()[:16]
