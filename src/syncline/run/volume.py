"""How much each commit brought: counted once, and kept in the user's cache, since a commit never changes."""

from __future__ import annotations

from collections.abc import Iterable

from syncline.audit.subject import CommitSize
from syncline.core.names import BlobId, CommitId, path_bytes, repo_path
from syncline.ports.blobcache import BlobCache, user_cache
from syncline.ports.git.history import commit_counts
from syncline.ports.git.workshop import Workshop

# Another way to count is another folder.
_COUNTED = "1"


def commit_sizes(workshop: Workshop, commits: Iterable[CommitId]) -> dict[CommitId, CommitSize]:
    """Added lines and files of each non-merge commit."""
    # Where a shallow clone ends, git counts a commit's whole tree as added: that is true of the clone and not of the commit.
    store = None if workshop.repository.shallow else user_cache("sizes", _COUNTED)
    if store is not None:
        store.tidy()
    asked = sorted(set(commits))
    found = {oid: size for oid in asked if store is not None and (size := _recalled(store, oid)) is not None}
    for oid, counts in commit_counts(workshop, [oid for oid in asked if oid not in found]).items():
        found[oid] = CommitSize(sum(count.added or 0 for count in counts), tuple(count.path for count in counts))
        if store is not None:
            store.remember(BlobId(oid), _packed(found[oid]))
    return found


def _packed(size: CommitSize) -> bytes:
    return b"".join(field + b"\0" for field in (str(size.added).encode(), *(path_bytes(path) for path in size.files)))


def _recalled(store: BlobCache, oid: CommitId) -> CommitSize | None:
    """What was kept; ``None`` where nothing was, or somebody else wrote it."""
    added, *paths = (store.recall(BlobId(oid)) or b"").split(b"\0")
    return CommitSize(int(added), tuple(repo_path(path) for path in paths[:-1])) if added.isdigit() and paths and not paths[-1] else None
