"""Was a landed merge taken back later: told by blobs, not by messages."""

from __future__ import annotations

from syncline.core.names import CommitId
from syncline.ports.git.history import commits, deltas
from syncline.ports.git.workshop import Workshop

# First-parent commits to look through; a revert comes soon after its landing.
_FAR = 300


def landing_of(workshop: Workshop, merge: CommitId, tip: CommitId) -> CommitId | None:
    """The first-parent commit of ``tip`` that brought ``merge`` in: the merge itself, or the forge's merge of its branch."""
    brought = commits(workshop, ["--first-parent", "--ancestry-path", "--reverse", f"{merge}..{tip}"])
    line = {c.id for c in commits(workshop, ["--first-parent", f"--max-count={_FAR}", tip])}
    if merge in line:
        return merge
    return next((c.id for c in brought if c.id in line), None)


def reverted_by(workshop: Workshop, merge: CommitId, tip: CommitId) -> CommitId | None:
    """The commit after the landing that turned every path of it back from what the landing wrote to what stood there before."""
    landing = landing_of(workshop, merge, tip)
    if landing is None:
        return None
    brought = deltas(workshop, CommitId(f"{landing}^1"), landing, renames=False)
    if not brought:
        return None
    back = {(d.path, d.new, d.old) for d in brought}
    for later in commits(workshop, ["--first-parent", f"--max-count={_FAR}", tip, f"^{landing}"]):
        if later.parents and back <= {(d.path, d.old, d.new) for d in deltas(workshop, later.parents[0], later.id, renames=False)}:
            return later.id
    return None
